/* Textbook dancing links (Knuth, TAOCP 7.2.2.1, Algorithm X with secondary items and colours): the yardstick for our
 * engines. Reads DLX text from standard input, prints the number of exact covers.
 *
 *     cc -O2 -o dancing_links dancing_links.c && ./dancing_links < puzzle.dlx
 *
 * Nodes are in arrays, the item with the fewest options is covered first, options are tried in their order.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ITEMS = 20000, NODES = 4000000, LINE = 1 << 20 };

static char names[ITEMS][24];
static int left[ITEMS], right[ITEMS], length[ITEMS];
static int up[NODES], down[NODES], item_of[NODES], colour[NODES];
static int items, primary, last;
static long long covers;
static char line[LINE];

static int number_of(const char *name) {
    for (int i = 1; i <= items; i++)
        if (strcmp(names[i], name) == 0) return i;
    fprintf(stderr, "unknown item %s\n", name);
    exit(1);
}

/* A spacer stands before each option: item_of <= 0, up the first node of the option before, down the last one behind. */
static void hide(int p) {
    for (int q = p + 1; q != p;) {
        int x = item_of[q];
        if (x <= 0) {
            q = up[q];
        } else {
            if (colour[q] >= 0) {
                down[up[q]] = down[q];
                up[down[q]] = up[q];
                length[x]--;
            }
            q++;
        }
    }
}

static void unhide(int p) {
    for (int q = p - 1; q != p;) {
        int x = item_of[q];
        if (x <= 0) {
            q = down[q];
        } else {
            if (colour[q] >= 0) {
                down[up[q]] = q;
                up[down[q]] = q;
                length[x]++;
            }
            q--;
        }
    }
}

static void cover(int i) {
    for (int p = down[i]; p != i; p = down[p]) hide(p);
    right[left[i]] = right[i];
    left[right[i]] = left[i];
}

static void uncover(int i) {
    right[left[i]] = i;
    left[right[i]] = i;
    for (int p = up[i]; p != i; p = up[p]) unhide(p);
}

static void commit(int p) {
    int i = item_of[p], c = colour[p];
    if (c == 0) {
        cover(i);
    } else if (c > 0) {
        for (int q = down[i]; q != i; q = down[q])
            if (colour[q] == c)
                colour[q] = -1;
            else
                hide(q);
        colour[p] = c;
    }
}

static void uncommit(int p) {
    int i = item_of[p], c = colour[p];
    if (c == 0) {
        uncover(i);
    } else if (c > 0) {
        colour[p] = -1;
        for (int q = up[i]; q != i; q = up[q])
            if (colour[q] < 0)
                colour[q] = c;
            else
                unhide(q);
        colour[p] = c;
    }
}

static void search(void) {
    if (right[0] == 0) {
        covers++;
        return;
    }
    int best = right[0];
    for (int i = right[0]; i != 0; i = right[i])
        if (length[i] < length[best]) best = i;
    if (length[best] == 0) return;
    cover(best);
    for (int r = down[best]; r != best; r = down[r]) {
        for (int p = r + 1; p != r;)
            if (item_of[p] <= 0) {
                p = up[p];
            } else {
                commit(p);
                p++;
            }
        search();
        for (int p = r - 1; p != r;)
            if (item_of[p] <= 0) {
                p = down[p];
            } else {
                uncommit(p);
                p--;
            }
    }
    uncover(best);
}

static void read_items(void) {
    int is_secondary = 0;
    for (char *word = strtok(line, " \n"); word; word = strtok(NULL, " \n")) {
        if (strcmp(word, "|") == 0) {
            is_secondary = 1;
            continue;
        }
        if (++items >= ITEMS || strlen(word) > 23) exit(2);
        strcpy(names[items], word);
        if (!is_secondary) primary = items;
    }
    for (int i = 0; i <= items; i++) up[i] = down[i] = item_of[i] = i;
    for (int i = 0; i <= primary; i++) left[i] = i == 0 ? primary : i - 1, right[i] = i == primary ? 0 : i + 1;
    for (int i = primary + 1; i <= items; i++) left[i] = right[i] = i;
}

int main(void) {
    while (fgets(line, LINE, stdin) && (line[0] == '|' || line[0] == '\n'));
    read_items();
    last = items + 1;
    item_of[last] = 0;
    while (fgets(line, LINE, stdin)) {
        if (line[0] == '|' || line[0] == '\n') continue;
        int spacer = last, has_primary = 0;
        for (char *word = strtok(line, " \n"); word; word = strtok(NULL, " \n")) {
            char *colon = strchr(word, ':');
            if (colon) *colon = 0;
            int i = number_of(word);
            if (++last + 2 >= NODES) exit(2);
            has_primary |= i <= primary;
            item_of[last] = i;
            colour[last] = colon ? colon[1] : 0;
            up[last] = up[i];
            down[up[i]] = last;
            down[last] = i;
            up[i] = last;
            length[i]++;
        }
        if (!has_primary) { /* nothing ever asks for it */
            for (; last > spacer; last--) {
                int i = item_of[last];
                up[i] = up[last];
                down[up[i]] = i;
                length[i]--;
            }
            continue;
        }
        down[spacer] = last;
        item_of[++last] = 0;
        up[last] = spacer + 1;
    }
    search();
    printf("%lld\n", covers);
    return 0;
}
