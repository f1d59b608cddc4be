import Foundation
import TestSupport
import Testing

/// Runs a program in which one system call fails from its nth use on. Afterwards the disk works
/// again.
@Suite struct `A disk that fails` {
    /// - Parameter earlier: The texts saved before. With none, the launch creates directories and
    ///   the key. With one, no spare archive exists to overwrite.
    @Test(arguments: FailingCall.allCases, [[], ["one"], ["one", "two"]])
    func `costs no saved state, whichever call fails and whenever it begins to fail`(
        call: FailingCall,
        earlier: [String]
    ) throws {
        let program = try DiskProgram()
        for text in earlier { try program.live(text) }
        let before = try program.keep()

        for number in 1... {
            try program.bringBack(before)
            let life = try program.live("three", failing: call, from: number)
            guard program.hasFailed else {
                #expect(life.hasSaved)
                #expect(number > 1 || call.isUnused(after: earlier.count))
                break
            }
            let place = "\(call) from the call \(number) on: \(life.lines)"

            let next = try program.live("four")

            let expected = life.hasSaved ? ["three"] : [earlier.last ?? "", "three"]
            #expect(expected.contains(next.restored ?? "nothing"), "\(place)")
            #expect(next.hasSaved, "\(place)")
            #expect(try program.setAside().isEmpty, "\(place)")
            // Only two notes are allowed: the ledger could not be updated, or its creation was
            // incomplete.
            let untold = next.notes.filter {
                !$0.hasPrefix("The program ended ")
                    && !(earlier.isEmpty && $0.hasPrefix("The crash ledger was damaged"))
            }
            #expect(untold.isEmpty, "\(place)")
        }
    }
}

/// The system call that fails.
enum FailingCall: String, CaseIterable {
    case pwrite64, write, fsync, fdatasync, ftruncate, renameat2, openat, linkat, unlinkat, mkdirat
    case mmap, msync, pread64, fstat, flock

    /// Whether a program never makes the call after so many saves.
    func isUnused(after saves: Int) -> Bool {
        switch self {
        case .msync, .write: true
        case .linkat: saves == 2
        case .mkdirat: saves > 0
        default: false
        }
    }
}

/// A program with one text and a directory for all its files.
private final class DiskProgram {
    private let directory: String
    private var home: String { directory + "/home" }
    private var mark: String { directory + "/mark" }
    private let files = FileManager.default

    init() throws {
        directory = NSTemporaryDirectory() + "restoration-disk-" + UUID().uuidString
        try files.createDirectory(atPath: home, withIntermediateDirectories: true)
        try ContractPlugin.compile("../Libraries/failing-calls", named: "failing", into: directory)
    }

    deinit { try? files.removeItem(atPath: directory) }

    /// Copies the program's files.
    func keep() throws -> String {
        let copy = directory + "/copy"
        try files.copyItem(atPath: home, toPath: copy)
        return copy
    }

    /// Restores the program's files from a copy.
    func bringBack(_ copy: String) throws {
        try? files.removeItem(atPath: mark)
        try files.removeItem(atPath: home)
        try files.copyItem(atPath: copy, toPath: home)
    }

    var hasFailed: Bool { files.fileExists(atPath: mark) }

    func setAside() throws -> [String] {
        let folder = home + "/state/set-aside"
        return files.fileExists(atPath: folder)
            ? try files.contentsOfDirectory(atPath: folder) : []
    }

    /// One launch of the program, to its end.
    @discardableResult
    func live(_ text: String, failing call: FailingCall? = nil, from number: Int = 0) throws
        -> HelperProgram
    {
        guard let call else { return try HelperProgram(home, saving: text) }
        return try HelperProgram(
            home,
            saving: text,
            environment: [
                "LD_PRELOAD": directory + "/libfailing.so", "FAILING_PATH": home,
                "FAILING_CALL": call.rawValue, "FAILING_FROM": "\(number)", "FAILING_MARK": mark,
            ]
        )
    }
}
