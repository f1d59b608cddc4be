import RestorationBindings
import RestorationDiscovery

/// AddressSanitizer, for a library that was built with it.
struct Sanitizer {
    /// The runtime library, which must be loaded first.
    let runtime: String

    /// - Returns: `nil` if the library was not built with it, or the runtime is not found.
    init?(of file: String) {
        guard let plugin = try? DiscoveredPlugin(inspecting: file) else { return nil }
        let examination = PluginExamination(plugin)
        guard examination.isSanitized else { return nil }
        if let gcc = examination.neededLibraries.first(where: { $0.hasPrefix("libasan.so") }) {
            runtime = gcc
            return
        }
        // clang expects the runtime in the program, and prints its path.
        for name in [
            "libclang_rt.asan.so", "libclang_rt.asan-x86_64.so", "libclang_rt.asan-aarch64.so",
        ] {
            guard let run = try? ToolRun(["clang", "-print-file-name=\(name)"]) else { return nil }
            let path = String(decoding: run.output, as: UTF8.self).filter { $0 != "\n" }
            guard path.hasPrefix("/") else { continue }
            runtime = path
            return
        }
        return nil
    }

    func variables(for rule: String) -> [String] {
        let finds = rule == Self.rule ? "1" : "0"
        let format = ##"stack_trace_format="#%n %f %S (%m)""##
        return [
            "LD_PRELOAD=\(runtime)", "ASAN_OPTIONS=detect_leaks=\(finds):\(format)",
        ]
    }

    private static let rule = "object.sanitized"

    /// The sanitizer's first finding in the library, as a sentence; `nil` if there is none.
    ///
    /// - Parameter output: The standard error of the process.
    func finding(in output: String, of file: String) -> String? {
        let library = file.split(separator: "/").last.map(String.init) ?? file
        let lines = output.split(separator: "\n").map(String.init)
        for (index, line) in lines.enumerated() {
            let isError = line.contains("ERROR: AddressSanitizer: ")
            guard isError || line.hasPrefix("Direct leak of ") else { continue }
            let frames = lines[(index + 1)...].drop { !$0.contains("#0 ") }
                .prefix { $0.contains("#") }
            // Findings in the host and the runtime are not the plugin's.
            guard let own = frames.first(where: { $0.contains("/\(library)") }) else { continue }
            let place = own.split(separator: " ").dropFirst().dropLast().joined(separator: " ")
            let problem =
                isError
                ? line.split(separator: ": ").dropFirst().joined(separator: ": ")
                : line.replacing("byte(s)", with: "bytes").replacing(
                    #/ object.*/#,
                    with: " object(s)"
                )
            return "\(problem.prefix(90)) in \(place)"
        }
        return nil
    }
}
