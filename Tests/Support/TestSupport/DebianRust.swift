/// Debian's Rust, the oldest for which the sources in Rust are, whatever is on the `PATH`.
public enum DebianRust {
    /// Shell functions in place of the `PATH`'s `rustc` and `cargo`.
    public static let functions = """
        rustc() { /usr/bin/rustc "$@"; }
        cargo() { RUSTC=/usr/bin/rustc RUSTDOC=/usr/bin/rustdoc /usr/bin/cargo "$@"; }

        """
}
