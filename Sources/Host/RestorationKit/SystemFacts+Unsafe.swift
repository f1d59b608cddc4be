import CRestorationSystem
import Glibc

package enum SystemFacts {
    static var timeOfDay: Timestamp {
        var now = timespec()
        // Invariant: `now` is writable for the call; CLOCK_REALTIME always exists.
        unsafe clock_gettime(CLOCK_REALTIME, &now)
        return Timestamp(seconds: Int64(now.tv_sec), nanoseconds: UInt32(now.tv_nsec))!
    }

    /// A name such as "SIGSEGV".
    package static func name(ofSignal number: Int32) -> String {
        // Invariant: the text is a constant.
        guard let name = unsafe restoration_signal_name(number) else { return "signal \(number)" }
        return unsafe "SIG" + String(cString: name)
    }

    static let systemVersion: String = {
        var buffer = [CChar](repeating: 0, count: 256)
        // Invariant: the function writes at most `count` bytes and always a NUL.
        unsafe restoration_system_version(&buffer, buffer.count)
        let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }()
}
