/// Where a program takes functions from that libraries call.
///
/// A C function pointer needs code of its own. That code is either part of the program, of which
/// there is a limited number, or made while it runs. The second needs memory that is writable and
/// executable, which hardened systems forbid.
@nonexhaustive
public enum ClosurePolicy: Hashable, Sendable {
    /// Precompiled trampolines as long as they suit and last, then libffi's closures.
    case libffi
    /// Precompiled trampolines only: 64 closures at a time with a word as result and 64 with a
    /// floating-point number, up to six integers or pointers and eight floating-point numbers as
    /// parameters, and no structures by value.
    case precompiled
    /// No closures.
    case none
}
