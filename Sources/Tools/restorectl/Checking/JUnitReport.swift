import FoundationEssentials
import RestorationTesting

/// The results in JUnit's format, for CI systems.
///
/// Semantic source: the schema of Apache Ant's JUnit task.
struct JUnitReport {
    let text: String

    init(_ plugins: [CheckedPlugin]) {
        let suites = plugins.map { plugin in
            let skipped = plugin.results.count { $0.verdict.isLeftOut }
            return """
                  <testsuite name="\((plugin.name ?? plugin.file).inXML)" \
                tests="\(plugin.results.count)" failures="\(plugin.failures.count)" errors="0" \
                skipped="\(skipped)">
                \(plugin.results.map { Self.testCase($0, of: plugin) }.joined(separator: "\n"))
                  </testsuite>
                """
        }
        text =
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
            + suites.map { $0 + "\n" }.joined() + "</testsuites>\n"
    }

    private static func testCase(
        _ result: CheckedPlugin.RuleResult,
        of plugin: CheckedPlugin
    ) -> String {
        let (seconds, attoseconds) = result.time.components
        let milliseconds = attoseconds / 1_000_000_000_000_000
        let fraction = "\(1_000 + milliseconds)".dropFirst()
        let head = """
                <testcase classname="\(plugin.file.inXML)" name="\(result.rule.id.inXML)" \
            time="\(seconds).\(fraction)"
            """
        switch result.verdict {
        case .passed: return head + "/>"
        case .failed(let finding):
            return head
                + "><failure message=\"\(finding.inXML)\">\(result.command.inXML)</failure></testcase>"
        case .inapplicable, .skipped:
            return head
                + "><skipped message=\"\((result.verdict.finding ?? "").inXML)\"/></testcase>"
        }
    }

    func write(to file: String) throws {
        do {
            try Data(text.utf8).write(to: URL(filePath: file))
        } catch {
            throw CommandError.cannotMake(file)
        }
    }
}

extension CheckedPlugin.Verdict {
    fileprivate var isLeftOut: Bool {
        switch self {
        case .inapplicable, .skipped: true
        case .passed, .failed: false
        }
    }
}

extension String {
    /// Escaped for XML 1.0, which allows no control characters.
    fileprivate var inXML: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "\n": text += "&#10;"
            case "\t": text += "&#9;"
            default: text += scalar.value < 0x20 ? "\u{FFFD}" : String(scalar)
            }
        }
    }
}
