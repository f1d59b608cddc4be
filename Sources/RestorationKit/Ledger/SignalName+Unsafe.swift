import CRestorationSystem

package enum SignalName {
    package static func of(_ number: Int32) -> String {
        // Invariant: the text is a constant.
        guard let name = unsafe restoration_signal_name(number) else { return "signal \(number)" }
        return unsafe "SIG" + String(cString: name)
    }
}
