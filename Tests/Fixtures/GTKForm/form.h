/// A small program of GTK with notes in files, a form, and settings, for a host in Swift.
#ifndef GTK_FORM_H
#define GTK_FORM_H

/// Makes the window, and returns its GtkWindow.
///
/// `folder` has a file for each note, and gets a file "values" with the values and places of all
/// widgets. A line written to its file "command" is a command; see `run_command`. The program
/// writes to its standard output when either file has changed.
void *form_make(const char *folder);
void form_present(void *window);
void form_destroy(void *window);
/// Runs GTK's main loop. "values" contains whether `is_saved` returns other than 0. The command
/// "restart" calls `restart`.
void form_run(int (*is_saved)(void), void (*restart)(void));

#endif
