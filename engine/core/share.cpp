#include "core/share.hpp"

#if defined(__unix__) || defined(__APPLE__)
#include <sys/mman.h>
#endif

namespace shapewright {

bool room_for_a_thread() {
#if defined(__unix__) || defined(__APPLE__)
    // Besides its stack, for which the system itself finds out whether there is room.
    constexpr std::size_t room = std::size_t{16} << 20;
    void* const pages = mmap(nullptr, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) return false;
    munmap(pages, room);
#endif
    return true;
}

}  // namespace shapewright
