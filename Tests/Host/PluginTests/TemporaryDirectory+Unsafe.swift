import Glibc
import Testing

extension TemporaryDirectory {
    /// Creates a socket without a listener.
    func makeSocket(_ name: String) throws {
        let path = Array("\(path)/\(name)".utf8)
        var address = sockaddr_un()
        try #require(path.count < MemoryLayout.size(ofValue: address.sun_path))
        address.sun_family = sa_family_t(AF_UNIX)
        // Invariant: the path is shorter than `sun_path`, which is all zeros.
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        // Invariant (bind(2)): the address is borrowed for the call, with its size.
        let status = unsafe withUnsafePointer(to: address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe bind(descriptor, address, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(status == 0)
    }
}
