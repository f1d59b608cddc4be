/// Debian's Rust, the oldest version that the Rust sources support, whatever Rust is on the `PATH`.
public enum DebianRust {
    /// Shell functions in place of the `PATH`'s `rustc` and `cargo`.
    public static let functions = """
        rustc() { /usr/bin/rustc "$@"; }
        cargo() { RUSTC=/usr/bin/rustc RUSTDOC=/usr/bin/rustdoc /usr/bin/cargo "$@"; }

        """
}
