/// What was observed of one life.
struct Record {
    enum Section: String, CaseIterable {
        /// Path, class and outcome of each row of the report.
        case rows
        /// Why, and what the report and the session have to say besides.
        case words
        /// What each save said, sorted.
        case issues
        /// What each save has saved.
        case state
        /// The live objects.
        case graph
        /// All calls into the program, in order.
        case calls
        /// What has been deallocated.
        case gone
    }

    private(set) var lines: [Section: [String]] = [:]

    mutating func add(_ new: [String], to section: Section) {
        let isTold = section == .words || section == .issues
        lines[section, default: []] += isTold ? new.map(Rewording.inPresentWords) : new
    }

    mutating func add(_ new: String, to section: Section) { add([new], to: section) }

    /// A hash for each section.
    var hashes: String {
        Section.allCases.map { section in
            var hash: UInt64 = 0xcbf2_9ce4_8422_2325
            for line in lines[section] ?? [] {
                for byte in line.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
                hash = (hash ^ 10) &* 0x100_0000_01b3
            }
            let digits = String(hash, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
        .joined(separator: " ")
    }

    /// All lines, each after the name of its section. What has several lines becomes one.
    var words: [String] {
        Section.allCases.flatMap { section in
            (lines[section] ?? []).map { line in
                "\(section.rawValue)\t\(line.split(separator: "\n").joined(separator: " / "))"
            }
        }
    }
}
