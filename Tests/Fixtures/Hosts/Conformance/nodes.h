/// The objects, launches and scenarios of conformance.c.
#ifndef NODES_H
#define NODES_H

#include "../check.h"

struct node {
    int64_t number;
    restoration_handle own, other, third;
    int encode_count, decode_count, finish_count;
    int fails_to_encode, fails_to_decode;
};

/// A container, whose shape a scenario fills in.
struct box {
    restoration_handle own, children[4], presented, elements[2];
    restoration_string slots[4];
    int count, element_count, selected, is_loaded;
};
extern struct box box;
extern struct node a, b, c;
extern int class_fails, class_declines, class_is_late;
extern char events[256];
extern restoration_session *session;
extern restoration_test *test;
extern char last_path[64];
extern restoration_handle last_request;
extern int declines_save, declines_restore;
extern int64_t application_number;
extern restoration_handle application_reference;
extern const restoration_class node_class;
extern const restoration_class element_class;
extern const restoration_class secret_class;
extern const restoration_class silent_class;
extern const restoration_class stack_class;
extern const restoration_class places_class;

/// Builds the program of the next launch.
extern void (*build)(void);

void launch(void (*how)(void));
void relaunch(void);
void end_test(void);
void root(struct node *node, const char *identifier);
void child(struct node *node, restoration_handle parent, const char *identifier);
void with_class(void);
restoration_handle make(restoration_handle parent, const char *identifier, int64_t number);
int64_t number_of(restoration_handle handle);
uint32_t outcome_of(const char *path);
int has_issue(const char *part);
void build_a(void);
void build_family(void);

// The scenarios.

void changes_are_saved_together(void);
void delegate_then_objects(void);
void application_record(void);
void referred_by_application(void);
void only_referenced_objects(void);
void reference_in_dictionary(void);
void two_references(void);
void circle(void);
void equal_keys(void);
void nothing_to_encode(void);
void failed_encode(void);
void presented_again(void);
void stack_in_order(void);
void stack_ends(void);
void selected_tab(void);
void equal_identifiers_in_slots(void);
void elements(void);
void unloaded_elements(void);
void equal_paths(void);
void any_characters(void);
void registered_path(void);
void scopes(void);
void made_objects(void);
void failing_class(void);
void missing_class(void);
void other_type(void);
void former_name(void);
void absent_key(void);
void finished_last(void);
void declined_restore(void);
void late_object(void);
void no_saved_state(void);
void discarded(void);
void power_loss(void);
void declined_save(void);
void failed_decode(void);

#endif
