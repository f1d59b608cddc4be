/// A linker script in place of a library, such as Debian's `libm.so`:
///
/// ```
/// /* GNU ld script
/// */
/// OUTPUT_FORMAT(elf64-x86-64)
/// GROUP ( /lib/x86_64-linux-gnu/libm.so.6  AS_NEEDED ( /lib/x86_64-linux-gnu/libmvec.so.1 ) )
/// ```
enum LinkerScript {
    /// The file name of the first library in a script; `nil` if the bytes are not a script.
    static func library(namedIn bytes: [UInt8]) -> String? {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        for command in ["GROUP", "INPUT"] {
            guard let start = text.firstRange(of: command)?.upperBound else { continue }
            let words = text[start...].split { $0.isWhitespace || "(),".contains($0) }
            if let file = words.first(where: { $0.contains(".so") }) {
                return file.split(separator: "/").last.map(String.init)
            }
        }
        return nil
    }
}
