// Scenarios in which a member queries and changes the objects around it.
// Part of member.h, which includes it.
#ifndef MEMBER_TREE_H
#define MEMBER_TREE_H

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
    // A reference cycle across two plugins and the host.
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

#endif
