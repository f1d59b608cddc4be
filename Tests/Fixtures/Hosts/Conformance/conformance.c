// The rules of Docs/Semantics.md that a host in C can show, one scenario each: conformance RULE.
// Without an argument it prints the rules.
#include "nodes.h"

static const struct {
    const char *rules;
    void (*run)(void);
} scenarios[] = {{"PRES-6", changes_are_saved_together},
                 {"PRES-7 PRES-24", delegate_then_objects},
                 {"PRES-8", application_record},
                 {"PRES-9", referred_by_application},
                 {"PRES-10 PRES-17", only_referenced_objects},
                 {"PRES-12", reference_in_dictionary},
                 {"PRES-20 REST-21 REST-26", two_references},
                 {"PRES-21", circle},
                 {"PRES-25", equal_keys},
                 {"PRES-32", nothing_to_encode},
                 {"PRES-33", failed_encode},
                 {"CONT-1 PRES-29", presented_again},
                 {"CONT-2 PATH-5", stack_in_order},
                 {"CONT-3", stack_ends},
                 {"CONT-5 CONT-6 REST-30", selected_tab},
                 {"CONT-7 PATH-8", equal_identifiers_in_slots},
                 {"VIEW-1 VIEW-11 PATH-12", elements},
                 {"VIEW-4", unloaded_elements},
                 {"PATH-4 PATH-7", equal_paths},
                 {"PATH-9 PATH-17", any_characters},
                 {"PATH-13", registered_path},
                 {"PATH-16", scopes},
                 {"PATH-6 PATH-11 REST-12", made_objects},
                 {"REST-14 REST-22", failing_class},
                 {"REST-15", missing_class},
                 {"REST-19", other_type},
                 {"REST-20", former_name},
                 {"REST-27", absent_key},
                 {"REST-1 REST-25 REST-29", finished_last},
                 {"REST-32", declined_restore},
                 {"REST-37", late_object},
                 {"REST-2 FAIL-16", no_saved_state},
                 {"FAIL-1", discarded},
                 {"FAIL-17", power_loss},
                 {"FAIL-18", declined_save},
                 {"FAIL-19", failed_decode}};

int main(int count, char **arguments) {
    for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; i++) {
        if (count == 1) {
            puts(scenarios[i].rules);
        } else if (strcmp(arguments[1], scenarios[i].rules) == 0) {
            scenarios[i].run();
            puts("ok");
        }
    }
    return 0;
}
