extension Registers {
    /// Computes each argument's address.
    ///
    /// Invariant: `integers` and `floats` have the lengths of the C header, which suffice for all
    /// arguments. The system is little-endian, so a value shorter than its register begins at the
    /// register's first byte.
    func withAddresses(
        _ integers: UnsafePointer<UInt64>,
        _ floats: UnsafePointer<Double>,
        _ body: (UnsafeMutablePointer<UnsafeMutableRawPointer?>?) -> Void
    ) {
        let count = areFloats.count
        unsafe withUnsafeTemporaryAllocation(
            of: UnsafeMutableRawPointer?.self,
            capacity: max(count, 1)
        ) { addresses in
            var integer = unsafe UnsafeMutablePointer(mutating: integers)
            var float = unsafe UnsafeMutablePointer(mutating: floats)
            for index in 0..<count {
                if areFloats[index] {
                    unsafe addresses.initializeElement(at: index, to: float)
                    unsafe float += 1
                } else {
                    unsafe addresses.initializeElement(at: index, to: integer)
                    unsafe integer += 1
                }
            }
            unsafe body(addresses.baseAddress)
        }
    }
}

extension CallInterface {
    /// Runs `body` with a ``ClosureCall`` whose arguments are in registers. Does nothing if
    /// ``registers`` is `nil`.
    @inline(never)
    func withCall(
        _ integers: UnsafePointer<UInt64>,
        _ floats: UnsafePointer<Double>,
        _ result: UnsafeMutableRawPointer,
        _ body: (ClosureCall) -> Void
    ) {
        unsafe registers?.withAddresses(integers, floats) { arguments in
            body(unsafe ClosureCall(interface: self, arguments: arguments, result: result))
        }
    }
}
