import Foundation

/// Measures a session's capture and restore against Foundation's keyed archiver and JSON; see
/// ``Options/help``.
@main
struct BenchmarkProgram {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard !arguments.contains("--help") else { return show([Options.help]) }
        let options: Options
        do throws(OptionError) {
            options = try Options(arguments)
        } catch {
            let text = "error: \(error.text)\n  fix: See Benchmarks --help.\n"
            FileHandle.standardError.write(Data(text.utf8))
            exit(64)
        }
        if options.isListing { return try list(options) }
        let areMet = try run(options)
        if options.isChecking, !areMet { exit(1) }
    }

    /// Returns whether all thresholds were met.
    private static func run(_ options: Options) throws -> Bool {
        show([description])
        var all: [Results] = []
        for comparison in options.comparisons {
            let results = try comparison.run(options.names)
            all.append(results)
            if comparison.shape == .bushy { show(Table.lines(results)) }
        }
        if all.count > 1, options.names.contains(.session) { show(Table.linearity(all)) }
        let arrivals = try options.arrivals.map { try Arrivals(count: $0, rounds: 3) }
        if !arrivals.isEmpty { show(Table.arrivals(arrivals)) }
        let retained = try options.retained.map {
            try RetainedState(live: $0.live, retained: $0.retained, rounds: options.sessionRounds)
        }
        if !retained.isEmpty { show(Table.retained(retained)) }
        let pages = try options.pages.map {
            try ElementPages(pages: $0, rounds: options.sessionRounds)
        }
        if !pages.isEmpty { show(Table.elements(pages)) }
        let changes = try changes(options)
        if !changes.isEmpty { show(Table.changes(changes)) }
        let verdicts =
            all.flatMap(Thresholds.verdicts) + Thresholds.linearity(all)
            + Thresholds.linearity(arrivals) + Thresholds.linearity(changes)
        if !verdicts.isEmpty { show(verdicts.map(\.text)) }
        return verdicts.allSatisfy(\.isMet)
    }

    private static func changes(_ options: Options) throws -> [ObjectChanges] {
        try ObjectChanges.Shape.allCases.flatMap { shape in
            try options.changes.map { try ObjectChanges(shape, count: $0, rounds: 3) }
        }
    }

    private static func list(_ options: Options) throws {
        for comparison in options.comparisons {
            let results = try comparison.run(options.names)
            write(Figure.list(results))
        }
        for count in options.arrivals { write(Figure.list(try Arrivals(count: count, rounds: 3))) }
        for (live, retained) in options.retained {
            write(
                Figure.list(
                    try RetainedState(
                        live: live,
                        retained: retained,
                        rounds: options.sessionRounds
                    )
                )
            )
        }
        for pages in options.pages {
            write(Figure.list(try ElementPages(pages: pages, rounds: options.sessionRounds)))
        }
        for changes in try changes(options) { write(Figure.list(changes)) }
    }

    private static func write(_ figures: [Figure]) {
        FileHandle.standardOutput.write(Data(figures.map { $0.line + "\n" }.joined().utf8))
    }

    /// Prints without buffering, so that progress is visible.
    private static func show(_ lines: [String]) {
        FileHandle.standardOutput.write(Data((lines.joined(separator: "\n") + "\n\n").utf8))
    }

    private static var description: String {
        """
        \(ProcessInfo.processInfo.activeProcessorCount) cores, \(buildKind)

        Every object has an Int, a Double, a Bool, 20 bytes of text, 32 bytes, 3 short texts, its
        parent and up to 8 children, made from seed \(TreePlan.seed). Figures are medians for each
        object: nanoseconds of processor time, calls of malloc. ~ was measured once.

        ÷ NSKA, ÷ JSON  how many times as fast as NSKeyedArchiver in its best form on Linux (no
                        NSArray, parents linked by hand) and as JSONEncoder and JSONDecoder
        coder alone     records of objects whose order is known: no paths, look-up, report
        capture         preserveNow() until it turns to the disk
        change          a call of invalidate with an object that is there
        restore         all of restore(), which reads and opens a sealed file, while
                        NSKeyedArchiver and JSON decode from memory
        sealed file     elapsed time, for the others too with AES-256-GCM and an atomic
                        replacement; only the session waits until the device has it
        """
    }

    private static var buildKind: String {
        #if DEBUG
        "debug build: no figure means anything"
        #else
        "release build"
        #endif
    }
}
