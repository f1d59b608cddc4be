// The code of two plugins that know nothing of each other but this table: objects with children,
// a friend somewhere, and scenarios that ask the host for everything that it offers.
#ifndef MEMBER_H
#define MEMBER_H

#include <pthread.h>

#include "fixture.h"

#define MEMBER TEXT("org.example.member/1")

typedef struct member member;

/// The interface "org.example.member/1".
typedef struct member_table {
    int32_t (*run)(void *object, const char *scenario);
    restoration_handle (*handle)(void *object);
    int64_t (*number)(void *object);
    void (*befriend)(void *object, restoration_handle other);
    restoration_handle (*friend_of)(void *object);
} member_table;

struct member {
    restoration_handle handle;
    restoration_handle friend_handle;
    int64_t number;
};

static restoration_handle get_handle(void *object) { return ((member *)object)->handle; }
static int64_t get_number(void *object) { return ((member *)object)->number; }
static restoration_handle get_friend(void *object) { return ((member *)object)->friend_handle; }
static void befriend(void *object, restoration_handle other) {
    ((member *)object)->friend_handle = other;
}
static int32_t run(void *object, const char *scenario);
static const member_table table = {run, get_handle, get_number, befriend, get_friend};
static const restoration_class member_class;

static restoration_status create(const restoration_creation_request *request, void **object) {
    int64_t number = 0;
    uint8_t flag;
    restoration_handle handle;
    if (restoration_get_bool(request->parameters, TEXT("decline"), &flag) == RESTORATION_OK)
        return RESTORATION_DECLINED;
    if (restoration_get_bool(request->parameters, TEXT("fail"), &flag) == RESTORATION_OK) {
        host->fail(host, TEXT("born unlucky"));
        return RESTORATION_FAILED;
    }
    // There are no objects yet, not even this one.
    if (request->state != NULL) {
        CHECK(request->state->schema_version == 1);
        restoration_status status =
            restoration_get_reference(request->state, TEXT("friend"), &handle);
        CHECK(status == RESTORATION_MISMATCH || handle == 0);
    }
    CHECK(host->own_object(host, request->object) == NULL);
    CHECK(host->parent(host, request->object, &handle) == RESTORATION_INVALID);
    restoration_get_int64(request->parameters, TEXT("number"), &number);
    member *self = calloc(1, sizeof *self);
    self->handle = request->object;
    self->number = number;
    *object = self;
    return RESTORATION_OK;
}

static restoration_status encode(void *object, restoration_coder *coder) {
    member *self = object;
    restoration_handle child;
    CHECK(coder->schema_version == 1);
    CHECK(restoration_put_int64(coder, TEXT("number"), self->number) == RESTORATION_OK);
    CHECK(restoration_put_reference(coder, TEXT("friend"), self->friend_handle) == RESTORATION_OK);
    CHECK(restoration_begin_dictionary(coder, TEXT("family")) == RESTORATION_OK);
    CHECK(restoration_begin_array(coder, TEXT("children")) == RESTORATION_OK);
    for (uint64_t index = 0;
         host->child_at(host, self->handle, index, &child) == RESTORATION_OK; index++)
        CHECK(restoration_put_reference(coder, RESTORATION_ELEMENT, child) == RESTORATION_OK);
    CHECK(restoration_put_reference(coder, RESTORATION_ELEMENT, 0) == RESTORATION_OK);
    CHECK(restoration_end(coder) == RESTORATION_OK);
    CHECK(restoration_put_reference(coder, TEXT("self"), self->handle) == RESTORATION_OK);
    CHECK(restoration_end(coder) == RESTORATION_OK);

    // What is no reference costs nothing but an answer.
    CHECK(restoration_put_reference(coder, TEXT("x"), 77) == RESTORATION_INVALID);
    CHECK(restoration_put_reference(coder, TEXT("x"), self->handle + 1000000) ==
          RESTORATION_INVALID);
    CHECK(restoration_put_reference(coder, TEXT(""), self->handle) == RESTORATION_INVALID);
    CHECK(restoration_get_reference(coder, TEXT("friend"), &child) == RESTORATION_INVALID);
    CHECK(restoration_put_copy(coder, TEXT("x"), coder, TEXT("number")) == RESTORATION_INVALID);
    CHECK(restoration_put_copy(coder, TEXT("x"), NULL, TEXT("number")) == RESTORATION_UNSUPPORTED ||
          coder->put_copy(coder, TEXT("x"), NULL, TEXT("number")) == RESTORATION_INVALID);
    CHECK(restoration_mark_sensitive(coder, TEXT("absent")) == RESTORATION_ABSENT);
    CHECK(restoration_mark_sensitive(coder, TEXT("")) == RESTORATION_INVALID);
    CHECK(restoration_mark_sensitive(coder, TEXT("number")) == RESTORATION_OK);
    return RESTORATION_OK;
}

static restoration_status decode(void *object, restoration_coder *coder) {
    member *self = object;
    restoration_handle other;
    uint64_t count;
    uint32_t kind;
    CHECK(coder->schema_version == 1);
    CHECK(restoration_get_int64(coder, TEXT("number"), &self->number) == RESTORATION_OK);
    CHECK(restoration_get_kind(coder, TEXT("friend"), &kind) == RESTORATION_OK);
    CHECK(kind == RESTORATION_KIND_REFERENCE || kind == RESTORATION_KIND_NULL);
    CHECK(restoration_get_reference(coder, TEXT("friend"), &self->friend_handle) ==
          RESTORATION_OK);
    CHECK(restoration_get_reference(coder, TEXT("absent"), &other) == RESTORATION_ABSENT);
    CHECK(restoration_get_reference(coder, TEXT("number"), &other) == RESTORATION_MISMATCH);
    CHECK(coder->get_reference(coder, TEXT("friend"), NULL) == RESTORATION_INVALID);
    CHECK(restoration_put_reference(coder, TEXT("friend"), 0) == RESTORATION_INVALID);
    CHECK(restoration_mark_sensitive(coder, TEXT("number")) == RESTORATION_INVALID);
    CHECK(restoration_enter(coder, TEXT("family"), &count) == RESTORATION_OK);
    CHECK(restoration_enter(coder, TEXT("children"), &count) == RESTORATION_OK);
    for (uint64_t index = 0; index < count; index++) {
        CHECK(restoration_get_reference(coder, RESTORATION_ELEMENT, &other) == RESTORATION_OK);
        if (other != 0)
            CHECK(host->add_child(host, self->handle, other) == RESTORATION_OK);
    }
    CHECK(restoration_leave(coder) == RESTORATION_OK);
    CHECK(restoration_get_reference(coder, TEXT("self"), &other) == RESTORATION_OK);
    CHECK(other == self->handle);
    return restoration_leave(coder);
}

static void destroy(void *object) {
    restoration_handle other;
    // The host answers to the last, also about what is going.
    host->child_at(host, ((member *)object)->handle, 0, &other);
    host->invalidate(host, ((member *)object)->handle);
    free(object);
}

static const void *interface(void *object, restoration_string id) {
    (void)object;
    return id.count == 20 && memcmp(id.bytes, "org.example.member/1", 20) == 0 ? &table : NULL;
}

static const restoration_class member_class = {
    .struct_size = sizeof(restoration_class),
    .schema_version = 1,
    .id = RESTORATION_INITIALIZER("Member"),
    .create = create,
    .encode = encode,
    .decode = decode,
    .destroy = destroy,
    .interface = interface};

// Scenarios. Each returns RESTORATION_OK, or says which condition did not hold.

static restoration_status write_number(void *context, restoration_coder *coder) {
    restoration_handle other = *(restoration_handle *)context;
    CHECK(coder->schema_version == 0);
    CHECK(restoration_put_reference(coder, TEXT("x"), other) == RESTORATION_INVALID);
    CHECK(restoration_begin_array(coder, TEXT("list")) == RESTORATION_OK);
    CHECK(restoration_end(coder) == RESTORATION_OK);
    return restoration_put_int64(coder, TEXT("number"), 42);
}

static restoration_status write_flag(void *context, restoration_coder *coder) {
    return restoration_put_bool(coder, text_of(context), 1);
}

static restoration_status write_half(void *context, restoration_coder *coder) {
    (void)context;
    return restoration_begin_array(coder, TEXT("open"));
}

static restoration_status write_nothing(void *context, restoration_coder *coder) {
    (void)context;
    (void)coder;
    return RESTORATION_LIMIT;
}

static restoration_status kid_of(const member *self, const char *name, restoration_handle *kid) {
    return host->make(host, self->handle, text_of(name), NULL, NULL, kid);
}

static restoration_status run_make(member *self) {
    restoration_handle kid, other;
    const void *found;
    void *pointer;
    CHECK(host->make(host, self->handle, TEXT("Kid"), write_number, &self->handle, &kid) ==
          RESTORATION_OK);
    CHECK(host->parent(host, kid, &other) == RESTORATION_OK && other == self->handle);
    CHECK(host->child_at(host, self->handle, 0, &other) == RESTORATION_OK && other == kid);
    CHECK(host->child_at(host, self->handle, 1, &other) == RESTORATION_ABSENT);
    CHECK(host->child_at(host, self->handle, UINT64_MAX, &other) == RESTORATION_ABSENT);
    CHECK(host->object_interface(host, kid, MEMBER, &found, &pointer) == RESTORATION_OK);
    CHECK(((const member_table *)found)->number(pointer) == 42);
    CHECK(((const member_table *)found)->handle(pointer) == kid);
    CHECK(host->object_interface(host, kid, TEXT("org.example.other/1"), &found, &pointer) ==
          RESTORATION_UNSUPPORTED);
    CHECK(host->object_interface(host, kid, MEMBER, NULL, &pointer) == RESTORATION_INVALID);

    CHECK(kid_of(self, "", &other) == RESTORATION_INVALID);
    CHECK(host->make(host, self->handle, TEXT("Kid"), NULL, NULL, NULL) == RESTORATION_INVALID);
    CHECK(host->make(host, 0, TEXT("Kid"), NULL, NULL, &other) == RESTORATION_INVALID);
    CHECK(host->make(host, kid + 1000000, TEXT("Kid"), NULL, NULL, &other) == RESTORATION_INVALID);
    CHECK(host->make(host, self->handle, TEXT("No"), write_flag, "decline", &other) ==
          RESTORATION_DECLINED);
    CHECK(host->make(host, self->handle, TEXT("No"), write_half, NULL, &other) ==
          RESTORATION_INVALID);
    CHECK(host->make(host, self->handle, TEXT("No"), write_nothing, NULL, &other) ==
          RESTORATION_LIMIT);
    return RESTORATION_OK;
}

static restoration_status run_failing_make(member *self) {
    restoration_handle other = 5;
    CHECK(host->make(host, self->handle, TEXT("No"), write_flag, "fail", &other) ==
          RESTORATION_FAILED);
    CHECK(host->make(host, self->handle, TEXT("Nobody's"), NULL, NULL, &other) ==
          RESTORATION_FAILED);
    CHECK(other == 5);
    return RESTORATION_OK;
}

static restoration_status run_adopt(member *self) {
    restoration_handle kid, other;
    member *mine = calloc(1, sizeof *mine);
    mine->number = 7;
    CHECK(host->adopt(host, self->handle, TEXT("Own"), &member_class, NULL, &kid) ==
          RESTORATION_INVALID);
    CHECK(host->adopt(host, self->handle, TEXT("Own"), NULL, mine, &kid) == RESTORATION_INVALID);
    CHECK(host->adopt(host, self->handle, TEXT("Own"), (const restoration_class *)&table, mine,
                      &kid) == RESTORATION_INVALID);
    CHECK(host->adopt(host, self->handle, TEXT(""), &member_class, mine, &kid) ==
          RESTORATION_INVALID);
    CHECK(host->adopt(host, self->handle, TEXT("Own"), &member_class, mine, NULL) ==
          RESTORATION_INVALID);
    CHECK(host->adopt(host, 3, TEXT("Own"), &member_class, mine, &kid) == RESTORATION_INVALID);
    CHECK(host->adopt(host, self->handle, TEXT("Self"), &member_class, self, &kid) ==
          RESTORATION_INVALID);
    CHECK(host->adopt(host, self->handle, TEXT("Own"), &member_class, mine, &kid) ==
          RESTORATION_OK);
    mine->handle = kid;
    CHECK(host->adopt(host, self->handle, TEXT("Twice"), &member_class, mine, &other) ==
          RESTORATION_INVALID);
    CHECK(host->own_object(host, kid) == mine);
    CHECK(host->parent(host, kid, &other) == RESTORATION_OK && other == self->handle);
    return RESTORATION_OK;
}

static restoration_status run_tree(member *self) {
    restoration_handle first, second, other;
    CHECK(kid_of(self, "First", &first) == RESTORATION_OK);
    CHECK(kid_of(self, "Second", &second) == RESTORATION_OK);
    CHECK(host->add_child(host, self->handle, self->handle) == RESTORATION_INVALID);
    CHECK(host->add_child(host, first, self->handle) == RESTORATION_INVALID);
    CHECK(host->add_child(host, self->handle, 99) == RESTORATION_INVALID);
    CHECK(host->add_child(host, 99, first) == RESTORATION_INVALID);
    CHECK(host->add_child(host, self->handle, first) == RESTORATION_OK);

    CHECK(host->add_child(host, first, second) == RESTORATION_OK);
    CHECK(host->parent(host, second, &other) == RESTORATION_OK && other == first);
    CHECK(host->child_at(host, self->handle, 1, &other) == RESTORATION_ABSENT);
    CHECK(host->add_child(host, second, first) == RESTORATION_INVALID);
    const restoration_string path[] = {TEXT("Frame"), TEXT("A"), TEXT("First"), TEXT("Second")};
    CHECK(host->find(host, path, 4, &other) == RESTORATION_OK && other == second);
    CHECK(host->find(host, path, 3, &other) == RESTORATION_OK && other == first);

    CHECK(host->remove_child(host, self->handle, second) == RESTORATION_ABSENT);
    CHECK(host->remove_child(host, first, second) == RESTORATION_OK);
    CHECK(host->own_object(host, second) == NULL);
    CHECK(host->parent(host, second, &other) == RESTORATION_INVALID);
    CHECK(host->remove_child(host, first, second) == RESTORATION_INVALID);
    CHECK(host->find(host, path, 4, &other) == RESTORATION_ABSENT);
    CHECK(host->find(host, path, 0, &other) == RESTORATION_INVALID);
    CHECK(host->find(host, NULL, 1, &other) == RESTORATION_INVALID);
    CHECK(host->find(host, path, 1, NULL) == RESTORATION_INVALID);
    CHECK(host->find(host, path, UINT64_MAX, &other) == RESTORATION_LIMIT);
    CHECK(kid_of(self, "Third", &other) == RESTORATION_OK && other != second);
    CHECK(host->remove_child(host, self->handle, other) == RESTORATION_OK);
    return RESTORATION_OK;
}

static restoration_status run_strangers(member *self) {
    restoration_handle frame, other, top;
    const void *found;
    void *pointer;
    CHECK(host->parent(host, self->handle, &frame) == RESTORATION_OK && frame != 0);
    CHECK(host->parent(host, frame, &top) == RESTORATION_OK && top == 0);
    CHECK(host->parent(host, frame, NULL) == RESTORATION_INVALID);
    CHECK(host->child_at(host, frame, 0, &other) == RESTORATION_OK && other == self->handle);
    CHECK(host->own_object(host, frame) == NULL);
    CHECK(host->object_interface(host, frame, MEMBER, &found, &pointer) ==
          RESTORATION_UNSUPPORTED);
    CHECK(host->object_interface(host, frame, TEXT("org.example.frame/1"), &found, &pointer) ==
          RESTORATION_OK);
    CHECK(found != NULL && pointer != NULL);
    CHECK(host->add_child(host, frame, self->handle) == RESTORATION_INVALID);
    CHECK(host->remove_child(host, frame, self->handle) == RESTORATION_INVALID);
    CHECK(kid_of(self, "Stranger", &other) == RESTORATION_OK);
    CHECK(host->own_object(host, other) == NULL);
    CHECK(host->make(host, other, TEXT("Kid"), NULL, NULL, &top) == RESTORATION_INVALID);
    CHECK(host->make(host, frame, TEXT("Kid"), NULL, NULL, &top) == RESTORATION_INVALID);
    CHECK(host->object_interface(host, other, MEMBER, &found, &pointer) == RESTORATION_OK);
    // A circle across two plugins and the host.
    ((const member_table *)found)->befriend(pointer, self->handle);
    self->friend_handle = other;
    return RESTORATION_OK;
}

static restoration_status run_check_strangers(member *self) {
    restoration_handle parent;
    const void *found;
    void *pointer;
    CHECK(self->friend_handle != 0);
    CHECK(host->object_interface(host, self->friend_handle, MEMBER, &found, &pointer) ==
          RESTORATION_OK);
    CHECK(((const member_table *)found)->friend_of(pointer) == self->handle);
    CHECK(host->parent(host, self->friend_handle, &parent) == RESTORATION_OK);
    CHECK(parent == self->handle);
    return RESTORATION_OK;
}

static restoration_status run_missing_friend(member *self) {
    restoration_handle parent;
    const void *found;
    void *pointer;
    CHECK(self->friend_handle != 0);
    CHECK(host->own_object(host, self->friend_handle) == NULL);
    CHECK(host->object_interface(host, self->friend_handle, MEMBER, &found, &pointer) ==
          RESTORATION_UNSUPPORTED);
    CHECK(host->parent(host, self->friend_handle, &parent) == RESTORATION_OK);
    return RESTORATION_OK;
}

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
    (void)self;
    CHECK(answers("application.version", "3.4"));
    CHECK(answers("restoration.reason", "recovery"));
    CHECK(answers("restoration.stage", "idle"));
    CHECK(answers("host.abi", "0.1"));
    CHECK(host->query(host, TEXT("weather"), &answer) == RESTORATION_UNSUPPORTED);
    CHECK(host->query(host, TEXT("\xff"), &answer) == RESTORATION_INVALID);
    CHECK(host->query(host, TEXT("host.abi"), NULL) == RESTORATION_INVALID);
    return RESTORATION_OK;
}

static restoration_status run_before_restore(member *self) {
    restoration_string answer;
    (void)self;
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

static int32_t run(void *object, const char *scenario) {
    static const struct {
        const char *name;
        restoration_status (*run)(member *self);
    } scenarios[] = {
        {"make", run_make},
        {"failing make", run_failing_make},
        {"adopt", run_adopt},
        {"tree", run_tree},
        {"strangers", run_strangers},
        {"check strangers", run_check_strangers},
        {"missing friend", run_missing_friend},
        {"register", run_register},
        {"query", run_query},
        {"before restore", run_before_restore},
        {"without host", run_without_host},
        {"elsewhere", run_elsewhere},
    };
    for (size_t index = 0; index < sizeof scenarios / sizeof *scenarios; index++)
        if (strcmp(scenarios[index].name, scenario) == 0) return scenarios[index].run(object);
    return -1;
}

#endif
