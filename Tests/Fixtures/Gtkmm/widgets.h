/// A window of gtkmm with widgets of derived types, for a host in Swift.
#ifndef GTKMM_WIDGETS_H
#define GTKMM_WIDGETS_H

#ifdef __cplusplus
extern "C" {
#endif

/// Makes the window, once, and returns its GtkWindow.
void *gtkmm_window(void);
void gtkmm_present(void);
/// Changes the appearance, and moves the focus to the first widget for input.
void gtkmm_change(void);
/// Hides the text of an entry, which was visible so far.
void gtkmm_hide(void);
/// Prints the values of all widgets over the previous output.
void gtkmm_print(void);
/// Runs GTK's main loop, which calls a function every 150 milliseconds.
void gtkmm_run(void (*step)(void));

#ifdef __cplusplus
}
#endif

#endif
