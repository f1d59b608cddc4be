/// The permitted sources of code for closures.
///
/// A C function pointer needs code of its own: one of a limited number of precompiled functions, or
/// code generated at run time. Generated code needs memory that is writable and executable, which
/// hardened systems forbid.
@nonexhaustive
public enum ClosurePolicy: Hashable, Sendable {
    /// Precompiled trampolines while they suit and last, then libffi's closures.
    case libffi
    /// Only precompiled trampolines: at any time 64 closures with a word as result and 64 with a
    /// floating-point number. Parameters are limited to six integers or pointers and eight
    /// floating-point numbers, without structures by value.
    case precompiled
    /// No closures.
    case none
}
