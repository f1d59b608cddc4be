import Glibc

enum LockHolder {
    /// Whether a process has opened the file with that identity and locked it (flock(2)), according
    /// to `/proc`. `false` if this process may not inspect the other one.
    static func has(_ process: Int, locked identity: FileStatus.Identity) -> Bool {
        let directory = "/proc/\(process)"
        guard let names = try? FileHandle(open: "\(directory)/fd", O_RDONLY | O_DIRECTORY).names()
        else { return false }
        return names.contains { name in
            var raw = stat()
            // Invariant (stat(2)): the call fills `raw`, and the path is valid during the call.
            guard unsafe stat("\(directory)/fd/\(name)", &raw) == 0,
                FileStatus(raw).identity == identity,
                let facts = try? FileHandle(open: "\(directory)/fdinfo/\(name)", O_RDONLY)
                    .read(4096, at: 0)
            else { return false }
            return String(decoding: facts, as: UTF8.self).contains("\nlock:")
        }
    }
}
