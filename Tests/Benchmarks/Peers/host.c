// A host in C with 10,000 objects: prints the milliseconds of a save, and with "restore" those of a
// restore. STATE names the directory of its state.
#include <restoration/session.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { COUNT = 10000, ROUNDS = 7 };

struct page {
    int64_t number;
    double zoom;
    char text[32];
};

static struct book {
    restoration_handle own, pages[COUNT];
} book;
static restoration_session *session;

static restoration_status page_create(const restoration_creation_request *request, void **object) {
    (void)request;
    *object = calloc(1, sizeof(struct page));
    return *object == NULL ? RESTORATION_FAILED : RESTORATION_OK;
}

static restoration_status page_encode(void *object, restoration_coder *coder) {
    const struct page *page = object;
    restoration_put_int64(coder, RESTORATION_LITERAL("number"), page->number);
    restoration_put_double(coder, RESTORATION_LITERAL("zoom"), page->zoom);
    return restoration_put_string(coder, RESTORATION_LITERAL("text"), restoration_text(page->text));
}

static restoration_status page_decode(void *object, restoration_coder *coder) {
    struct page *page = object;
    restoration_string text = {NULL, 0};
    restoration_get_int64(coder, RESTORATION_LITERAL("number"), &page->number);
    restoration_get_double(coder, RESTORATION_LITERAL("zoom"), &page->zoom);
    if (restoration_get_string(coder, RESTORATION_LITERAL("text"), &text) == RESTORATION_OK &&
        text.count < sizeof page->text)
        memcpy(page->text, text.bytes, text.count);
    return RESTORATION_OK;
}

static restoration_status book_encode(void *object, restoration_coder *coder) {
    const struct book *self = object;
    restoration_begin_array(coder, RESTORATION_LITERAL("pages"));
    for (int i = 0; i < COUNT; i++)
        restoration_put_reference(coder, RESTORATION_ELEMENT, self->pages[i]);
    return restoration_end(coder);
}

static restoration_status book_decode(void *object, restoration_coder *coder) {
    struct book *self = object;
    uint64_t count = 0;
    if (restoration_enter_array(coder, RESTORATION_LITERAL("pages"), &count) != RESTORATION_OK)
        return RESTORATION_OK;
    for (uint64_t i = 0; i < count && i < COUNT; i++)
        restoration_get_reference(coder, RESTORATION_ELEMENT, &self->pages[i]);
    return RESTORATION_OK;
}

static const restoration_class page_class = {RESTORATION_CLASS("Page", 1), .create = page_create,
                                             .encode = page_encode, .decode = page_decode,
                                             .destroy = free};
static const restoration_class book_class = {RESTORATION_CLASS("Book", 1), .encode = book_encode,
                                             .decode = book_decode};

static double milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void fill(void) {
    for (int i = 0; i < COUNT; i++) {
        char name[16];
        snprintf(name, sizeof name, "page-%d", i);
        if (restoration_session_make(session, book.own, name, "Page", NULL, NULL,
                                     &book.pages[i]) != RESTORATION_OK)
            exit(restoration_print_problem(stderr));
        struct page *page = restoration_session_object(session, book.pages[i]);
        page->number = i;
        page->zoom = 1.5;
        snprintf(page->text, sizeof page->text, "Text of page %d", i);
    }
}

int main(int count, char **arguments) {
    const int is_restore = count > 1 && strcmp(arguments[1], "restore") == 0;
    restoration_options options = RESTORATION_OPTIONS_INIT;
    options.private_directory = getenv("STATE");
    options.flags = RESTORATION_OPTION_SAVES_ON_REQUEST;
    session = restoration_session_open("org.example.book", &options);
    if (session == NULL ||
        restoration_session_add_class(session, &page_class) != RESTORATION_OK ||
        restoration_session_add_root(session, "Book", &book_class, &book, &book.own) !=
            RESTORATION_OK)
        return restoration_print_problem(stderr);
    const double start = milliseconds();
    if (restoration_session_restore(session, RESTORATION_REASON_LAUNCH) != RESTORATION_OK)
        return restoration_print_problem(stderr);
    const double restored = milliseconds() - start;
    if (is_restore) {
        printf("%.3f\n", restored);
        restoration_session_close(session);
        return 0;
    }
    if (book.pages[0] == 0)
        fill();
    double best = 1e9;
    for (int round = 0; round < ROUNDS; round++) {
        ((struct page *)restoration_session_object(session, book.pages[0]))->number = round;
        const double begin = milliseconds();
        if (restoration_session_preserve(session) != RESTORATION_OK)
            return restoration_print_problem(stderr);
        const double taken = milliseconds() - begin;
        best = taken < best ? taken : best;
    }
    printf("%.3f\n", best);
    restoration_session_close(session);
}
