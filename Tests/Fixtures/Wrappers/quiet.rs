//! Panics with quiet panics or, given an argument, with Rust's own hook.

mod restoration;

fn main() {
    if std::env::args().len() == 1 {
        restoration::quiet_panics();
        restoration::quiet_panics();
    }
    assert!(std::panic::catch_unwind(|| panic!("half-typed text")).is_err());
}
