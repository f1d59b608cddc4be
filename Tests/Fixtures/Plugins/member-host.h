// Scenarios in which a member calls functions of the host itself.
// Part of member.h, which includes it.
#ifndef MEMBER_HOST_H
#define MEMBER_HOST_H

static restoration_status run_register(member *self) {
    restoration_handle first, second, frame, other;
    const restoration_string known[] = {TEXT("Known")};
    CHECK(kid_of(self, "First", &first) == RESTORATION_OK);
    CHECK(kid_of(self, "Second", &second) == RESTORATION_OK);
    CHECK(host->parent(host, self->handle, &frame) == RESTORATION_OK);
    CHECK(host->register_object(host, first, TEXT("Known"), 0) == RESTORATION_OK);
    CHECK(host->register_object(host, first, TEXT("Known"), 0) == RESTORATION_OK);
    CHECK(host->find(host, known, 1, &other) == RESTORATION_OK && other == first);
    CHECK(host->register_object(host, second, TEXT("Known"), 0) == RESTORATION_INVALID);
    CHECK(host->register_object(host, second, TEXT("Known"), frame) == RESTORATION_OK);
    CHECK(host->register_object(host, second, TEXT("Known"), second) == RESTORATION_INVALID);
    CHECK(host->register_object(host, second, TEXT("Known"), 12) == RESTORATION_INVALID);
    CHECK(host->register_object(host, frame, TEXT("Known"), 0) == RESTORATION_INVALID);
    CHECK(host->register_object(host, first, TEXT(""), 0) == RESTORATION_INVALID);
    return RESTORATION_OK;
}

static int answers(const char *key, const char *value) {
    restoration_string answer;
    return host->query(host, text_of(key), &answer) == RESTORATION_OK &&
           answer.count == strlen(value) && memcmp(answer.bytes, value, answer.count) == 0;
}

static restoration_status run_query(member *self) {
    restoration_string answer;
    CHECK(answers("application.version", "3.4"));
    CHECK(answers("restoration.reason", "recovery"));
    CHECK(answers("restoration.stage", "idle"));
    CHECK(answers("host.abi", "0.3"));
    CHECK(host->query(host, TEXT("weather"), &answer) == RESTORATION_UNSUPPORTED);
    CHECK(host->query(host, TEXT("\xff"), &answer) == RESTORATION_INVALID);
    CHECK(host->query(host, TEXT("host.abi"), NULL) == RESTORATION_INVALID);
    return RESTORATION_OK;
}

static restoration_status run_first_spelling(member *self) {
    CHECK(answers("application.version", "1.0 caf\xc3\xa9"));
    return RESTORATION_OK;
}

static restoration_status run_second_spelling(member *self) {
    CHECK(answers("application.version", "1.0 cafe\xcc\x81"));
    CHECK(answers("saved.application.version", "1.0 caf\xc3\xa9"));
    return RESTORATION_OK;
}

static restoration_status run_before_restore(member *self) {
    restoration_string answer;
    CHECK(host->query(host, TEXT("application.version"), &answer) == RESTORATION_ABSENT);
    return RESTORATION_OK;
}

static restoration_status run_without_host(member *self) {
    restoration_handle other;
    restoration_string answer;
    const void *found;
    void *pointer;
    const restoration_string path[] = {TEXT("Frame")};
    CHECK(host->add_child(NULL, self->handle, self->handle) == RESTORATION_INVALID);
    CHECK(host->remove_child(NULL, self->handle, self->handle) == RESTORATION_INVALID);
    CHECK(host->parent(NULL, self->handle, &other) == RESTORATION_INVALID);
    CHECK(host->child_at(NULL, self->handle, 0, &other) == RESTORATION_INVALID);
    CHECK(host->make(NULL, self->handle, TEXT("Kid"), NULL, NULL, &other) == RESTORATION_INVALID);
    CHECK(host->adopt(NULL, self->handle, TEXT("Kid"), &member_class, self, &other) ==
          RESTORATION_INVALID);
    CHECK(host->register_object(NULL, self->handle, TEXT("Kid"), 0) == RESTORATION_INVALID);
    CHECK(host->find(NULL, path, 1, &other) == RESTORATION_INVALID);
    CHECK(host->own_object(NULL, self->handle) == NULL);
    CHECK(host->object_interface(NULL, self->handle, MEMBER, &found, &pointer) ==
          RESTORATION_INVALID);
    CHECK(host->query(NULL, TEXT("host.abi"), &answer) == RESTORATION_INVALID);
    return RESTORATION_OK;
}

static void *elsewhere(void *context) {
    member *self = context;
    restoration_handle other;
    restoration_string answer;
    const void *found;
    void *pointer;
    const restoration_string path[] = {TEXT("Frame")};
    restoration_handle handle = self->handle;
    const restoration_status statuses[] = {
        host->add_child(host, handle, handle),
        host->remove_child(host, handle, handle),
        host->parent(host, handle, &other),
        host->child_at(host, handle, 0, &other),
        host->make(host, handle, TEXT("Kid"), NULL, NULL, &other),
        host->adopt(host, handle, TEXT("Kid"), &member_class, self, &other),
        host->register_object(host, handle, TEXT("Kid"), 0),
        host->find(host, path, 1, &other),
        host->object_interface(host, handle, MEMBER, &found, &pointer),
        host->query(host, TEXT("host.abi"), &answer)};
    for (size_t index = 0; index < sizeof statuses / sizeof *statuses; index++)
        if (statuses[index] != RESTORATION_WRONG_THREAD)
            return "a service worked away from its thread";
    return host->own_object(host, handle) == NULL ? NULL : "own_object worked elsewhere";
}

static restoration_status run_elsewhere(member *self) {
    pthread_t thread;
    void *complaint = NULL;
    pthread_create(&thread, NULL, elsewhere, self);
    pthread_join(thread, &complaint);
    CHECK(complaint == NULL);
    return RESTORATION_OK;
}

#endif
