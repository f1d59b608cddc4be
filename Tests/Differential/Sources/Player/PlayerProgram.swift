import Foundation

/// Plays one life of each of many seeds, and prints a line of hashes for each, or all words.
///
/// Of an even seed it goes on with what it has saved itself in the life before; of an odd seed with
/// what the other engine has saved.
@main
struct PlayerProgram {
    static let usage = """
        USAGE: Player FIRST LAST LIFE OWN OTHER OUT [SEEDS]

          OWN, OTHER  what was saved in the life before, by this engine and by the other one;
                      - in the first life
          OUT         a file to which what is saved is added
          SEEDS       those to tell in words, separated by commas; then nothing is put anywhere
        """

    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst().map { $0 }
        guard arguments.count >= 6, let first = UInt64(arguments[0]),
            let last = UInt64(arguments[1]), let life = Int(arguments[2]), first <= last
        else {
            FileHandle.standardError.write(Data((usage + "\n").utf8))
            exit(64)
        }
        let own = life == 1 ? [:] : try StateFile.read(arguments[3])
        let other = life == 1 ? [:] : try StateFile.read(arguments[4])
        let told =
            arguments.count > 6 ? arguments[6].split(separator: ",").map { UInt64($0)! } : nil
        let saved = told == nil ? try file(arguments[5]) : nil
        let watchdog = Watchdog()
        for seed in told ?? Array(first...last) {
            watchdog.begin(seed)
            let contents = seed.isMultiple(of: 2) ? own[seed] : other[seed]
            let disk = SeedDisk(contents ?? SeedDisk.Contents())
            let life = Life(Script(seed: seed), life: life, on: disk)
            life.play()
            if let saved {
                StateFile.append(disk, of: seed, to: saved)
                write("\(seed) \(life.record.hashes)\n")
            } else {
                write(life.record.words.map { "\(seed)\t\($0)\n" }.joined())
            }
        }
    }

    private static func file(_ path: String) throws -> FileHandle {
        if !FileManager.default.fileExists(atPath: path) {
            _ = FileManager.default.createFile(atPath: path, contents: nil)
        }
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try file.seekToEnd()
        return file
    }

    /// At once, so that who watches knows in which seed the program has ended, if it has.
    private static func write(_ text: String) {
        FileHandle.standardOutput.write(Data(text.utf8))
    }
}
