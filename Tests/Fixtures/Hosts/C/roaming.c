// A number that moves between machines: obeys the lines of its input, and answers each with one.
#include "../check.h"

#include <inttypes.h>
#include <poll.h>

static restoration_session *session;
static struct item root;
static uint64_t heard;

static void newer_elsewhere(void *user_data, const restoration_saves_elsewhere *saves) {
    (void)user_data;
    heard = saves->saves[saves->count - 1]->generation;
}

static const restoration_callbacks callbacks = {.struct_size = sizeof callbacks,
                                                .newer_elsewhere = newer_elsewhere};

static void open_again(void) {
    restoration_options options = RESTORATION_OPTIONS_INIT;
    options.private_directory = getenv("STATE");
    options.key_directory = getenv("KEYS");
    options.remote = getenv("DATABASE");
    options.person = getenv("PERSON");
    options.callbacks = &callbacks;
    session = restoration_session_open("org.example.roaming", &options);
    CHECK(session != NULL);
    memset(&root, 0, sizeof root);
    CHECK_OK(restoration_session_add_root(session, "Root", &item_class, &root, NULL));
}

static void say(const char *text) {
    puts(text);
    fflush(stdout);
}

static void answer(restoration_status status) {
    say(status == RESTORATION_OK ? "done" : restoration_last_problem()->problem);
}

static void say_number(uint64_t number) {
    char text[32];
    snprintf(text, sizeof text, "%" PRIu64, number);
    say(text);
}

// Waits for work of the session, and does it.
static void wait_for_work(void) {
    struct pollfd entry = {restoration_session_descriptor(session), POLLIN, 0};
    poll(&entry, 1, 50);
    CHECK_OK(restoration_session_run_pending(session));
}

// Answers with the count and the last generation, or takes over the last save.
static void newer(int takes_over) {
    restoration_saves_elsewhere *saves = NULL;
    CHECK_OK(restoration_session_newer_elsewhere(session, &saves));
    const uint64_t count = saves->count;
    const restoration_save_elsewhere *last = count == 0 ? NULL : saves->saves[count - 1];
    char text[64];
    snprintf(text, sizeof text, "%" PRIu64 " newer, generation %" PRIu64, count,
             last == NULL ? 0 : last->generation);
    CHECK(last == NULL || (last->label[0] != '\0' && last->saved_at > 1700000000 &&
                           last->size_in_bytes > 0));
    if (takes_over)
        answer(restoration_session_take_over(session, last == NULL ? "" : last->device));
    else
        say(text);
    restoration_free(saves);
}

static void obey(const char *command) {
    restoration_note *problem = NULL;
    if (strcmp(command, "open") == 0) {
        open_again();
        say("done");
    } else if (strcmp(command, "restore") == 0) {
        CHECK_OK(restoration_session_restore(session, RESTORATION_REASON_LAUNCH));
        say_number((uint64_t)root.number);
    } else if (strncmp(command, "type ", 5) == 0) {
        root.number = atoi(command + 5);
        answer(restoration_session_preserve(session));
    } else if (strcmp(command, "newer") == 0) {
        newer(0);
    } else if (strcmp(command, "take") == 0) {
        newer(1);
    } else if (strcmp(command, "hear") == 0) {
        for (int attempts = 0; heard == 0 && attempts < 2000; attempts++)
            wait_for_work();
        say_number(heard);
    } else if (strcmp(command, "problem") == 0) {
        for (int attempts = 0; attempts < 2000; attempts++) {
            if (restoration_session_remote_problem(session, &problem) == RESTORATION_OK)
                break;
            wait_for_work();
        }
        CHECK(problem != NULL);
        say(problem->problem);
        restoration_free(problem);
    } else if (strcmp(command, "keep") == 0) {
        answer(restoration_session_keep_mine(session));
    } else if (strcmp(command, "back") == 0) {
        answer(restoration_session_take_mine_back(session));
    } else {
        CHECK(strcmp(command, "close") == 0);
        answer(restoration_session_close(session));
    }
}

int main(void) {
    char line[64];
    open_again();
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        obey(line);
    }
    return 0;
}
