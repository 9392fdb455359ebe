// Preloaded into a process: lets one chosen allocation fail, as it does where memory is short. For tests, on Linux.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t number, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static atomic_long failing = -1; // the number of the allocation that fails; 0: none, they are counted only; -1: off
static atomic_long made;
static int report = -1; // a descriptor to which the callers of the one that fails are written

// From now on count allocations, and let that one fail; -1 ends both.
void fail_allocation(long which, int descriptor) {
    void *frames[2];
    backtrace(frames, 2); // takes what memory it needs now
    report = descriptor;
    if (which >= 0) atomic_store(&made, 0);
    atomic_store(&failing, which);
}

long allocations_made(void) { return atomic_load(&made); }

static void say_who_asked(void) {
    void *frames[60];
    char line[300];
    const int depth = backtrace(frames, 60);
    for (int k = 2; k < depth; ++k) {
        Dl_info about;
        if (!dladdr(frames[k], &about) || about.dli_fname == NULL) continue;
        const char *file = strrchr(about.dli_fname, '/');
        const int length = snprintf(line, sizeof line, "%s:%s\n", file == NULL ? about.dli_fname : file + 1,
                                    about.dli_sname == NULL ? "?" : about.dli_sname);
        if (write(report, line, (size_t)length) < 0) return;
    }
}

static int fails(void) {
    const long which = atomic_load(&failing);
    if (which < 0) return 0;
    if (atomic_fetch_add(&made, 1) + 1 != which) return 0;
    atomic_store(&failing, -1);
    if (report >= 0) say_who_asked();
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size) { return fails() ? NULL : __libc_malloc(size); }
void *calloc(size_t number, size_t size) { return fails() ? NULL : __libc_calloc(number, size); }
void *realloc(void *old, size_t size) { return fails() ? NULL : __libc_realloc(old, size); }
void *memalign(size_t alignment, size_t size) { return fails() ? NULL : __libc_memalign(alignment, size); }
void *aligned_alloc(size_t alignment, size_t size) { return fails() ? NULL : __libc_memalign(alignment, size); }

int posix_memalign(void **result, size_t alignment, size_t size) {
    if (fails()) return ENOMEM;
    *result = __libc_memalign(alignment, size);
    return *result == NULL ? ENOMEM : 0;
}

// Memory from the system itself; maps of files are not memory.
void *mmap(void *where, size_t size, int protection, int flags, int file, off_t offset) {
    if (file == -1 && fails()) return MAP_FAILED;
    return (void *)syscall(SYS_mmap, where, size, protection, flags, file, offset);
}
