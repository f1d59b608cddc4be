// Scenarios of containers, presenters and elements.
#include "nodes.h"

static void build_stack(void) {
    with_class();
    CHECK_OK(restoration_session_add_root(session, "Box", &stack_class, &box, &box.own));
}
static void push(const char *identifier, int64_t number) {
    box.children[box.count] = make(box.own, identifier, number);
    box.selected = box.count++;
}

void presented_again(void) { // CONT-1, PRES-29
    launch(build_stack);
    box.presented = make(box.own, "Sheet", 9);
    relaunch();
    CHECK(number_of(box.presented) == 9);
    end_test();
}

void stack_in_order(void) { // CONT-2, PATH-5
    launch(build_stack);
    push("Page", 1);
    push("Page", 2);
    push("Page", 3);
    relaunch();
    CHECK(box.count == 3);
    for (int i = 0; i < 3; i++)
        CHECK(number_of(box.children[i]) == i + 1);
    end_test();
}

void stack_ends(void) { // CONT-3
    launch(build_stack);
    push("Page", 1);
    push("Next", 2);
    CHECK_OK(restoration_test_terminate(test, RESTORATION_TEST_CLEAN));
    class_declines = 1;
    CHECK(restoration_test_launch(test) != NULL);
    class_declines = 0;
    CHECK(box.count == 0);
    relaunch();
    CHECK(box.count == 0);
    end_test();
}

static void build_tabs(void) {
    static int launches;
    struct node *const nodes[2] = {&a, &b};
    with_class();
    CHECK_OK(restoration_session_add_root(session, "Box", &places_class, &box, &box.own));
    for (int i = 0; i < 2; i++) {
        // In alternating order.
        const int index = launches % 2 == 0 ? i : 1 - i;
        child(nodes[index], box.own, index == 0 ? "A" : "B");
        box.children[box.count++] = nodes[index]->own;
    }
    launches++;
}
void selected_tab(void) { // CONT-5, CONT-6, REST-30
    launch(build_tabs);
    box.selected = 1;
    CHECK(box.children[1] == b.own);
    a.number = 1;
    b.number = 2;
    relaunch();
    CHECK(box.children[0] == b.own && box.selected == 0 && a.number == 1 && b.number == 2);
    end_test();
}

static void build_slots(void) {
    CHECK_OK(restoration_session_add_root(session, "Box", &places_class, &box, &box.own));
    child(&a, box.own, "Pane");
    child(&b, box.own, "Pane");
    box.children[0] = a.own;
    box.children[1] = b.own;
    box.slots[0] = RESTORATION_LITERAL("primary");
    box.slots[1] = RESTORATION_LITERAL("secondary");
    box.count = 2;
}
void equal_identifiers_in_slots(void) { // CONT-7, PATH-8
    launch(build_slots);
    a.number = 1;
    b.number = 2;
    relaunch();
    CHECK(a.number == 1 && b.number == 2);
    CHECK(outcome_of("Box/Pane#primary") == RESTORATION_OUTCOME_RESTORED);
    end_test();
}

static void build_elements(void) {
    CHECK_OK(restoration_session_add_root(session, "Box", &places_class, &box, &box.own));
    CHECK_OK(restoration_session_add_child(session, box.own, "Scroll", &element_class, &a, &a.own));
    CHECK_OK(restoration_session_add_child(session, box.own, "Word", &secret_class, &b, &b.own));
    box.elements[0] = a.own;
    box.elements[1] = b.own;
    box.element_count = 2;
}
void elements(void) { // VIEW-1, VIEW-11, PATH-12
    launch(build_elements);
    a.number = 1;
    b.number = 2;
    relaunch();
    CHECK(a.number == 1 && b.number == 0 && b.decode_count == 0 && b.encode_count == 0);
    CHECK(outcome_of("Box/Scroll") == RESTORATION_OUTCOME_RESTORED);
    end_test();
}

static void build_unloaded(void) {
    build_elements();
    box.is_loaded = 0;
}
void unloaded_elements(void) { // VIEW-4
    launch(build_elements);
    a.number = 1;
    CHECK_OK(restoration_test_terminate(test, RESTORATION_TEST_CLEAN));
    build = build_unloaded;
    CHECK(restoration_test_launch(test) != NULL && a.decode_count == 0);
    relaunch();
    box.is_loaded = 1;
    CHECK_OK(restoration_session_apply_awaited(session, box.own));
    CHECK(a.number == 1);
    end_test();
}
