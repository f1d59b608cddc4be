//! Panics, once with the hook of Rust and once without.

mod restoration;

fn main() {
    if std::env::args().len() == 1 {
        restoration::quiet_panics();
        restoration::quiet_panics();
    }
    assert!(std::panic::catch_unwind(|| panic!("half-typed text")).is_err());
}
