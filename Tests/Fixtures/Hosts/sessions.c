// Opens 1,000 sessions in turn. Prints the allocated bytes after 100 and after 1,000 sessions, each
// the minimum of the last 20.
#include <malloc.h>

#include "check.h"

int main(void) {
    enum { SESSIONS = 1000, EARLY = 100, SAMPLES = 20 };
    size_t least = SIZE_MAX, after[2] = {0};
    for (int i = 0; i < SESSIONS; i++) {
        struct item root = {0};
        restoration_handle handle = 0, made = 0;
        restoration_session *session = open_session(NULL);
        CHECK(session != NULL);
        CHECK_OK(restoration_session_add_class(session, &item_class));
        CHECK_OK(restoration_session_add_root(session, "Root", &item_class, &root, &handle));
        CHECK_OK(restoration_session_restore(session, RESTORATION_REASON_LAUNCH));
        if (root.other == 0) {
            CHECK_OK(restoration_session_make(session, handle, "Page", "Item", NULL, NULL, &made));
            root.other = made;
        }
        root.number++;
        CHECK(root.number == i + 1);
        CHECK_OK(restoration_session_preserve(session));
        CHECK_OK(restoration_session_close(session));
        const size_t allocated = mallinfo2().uordblks;
        least = allocated < least ? allocated : least;
        const int number = i + 1;
        if (number == EARLY - SAMPLES || number == SESSIONS - SAMPLES)
            least = SIZE_MAX;
        if (number == EARLY || number == SESSIONS)
            after[number == SESSIONS] = least;
    }
    CHECK(destroyed_count == SESSIONS);
    printf("%zu\n%zu\n", after[0], after[1]);
}
