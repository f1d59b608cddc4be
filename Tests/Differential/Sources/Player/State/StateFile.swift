import Foundation
import Synchronization

/// The disks of many seeds in one file: what the other engine reads in the next life.
enum StateFile {
    /// Adds the disk of one seed, at once: if the engine traps in the next one, this one is kept.
    static func append(_ disk: SeedDisk, of seed: UInt64, to file: FileHandle) {
        var data = Data()
        func append(_ number: UInt64) {
            withUnsafeBytes(of: number.littleEndian) { data.append(contentsOf: $0) }
        }
        let contents = disk.contents.withLock { $0 }
        append(seed)
        append(contents.newest)
        for archive in [contents.current, contents.previous] {
            append(archive?.generation ?? 0)
            append(UInt64(archive?.image.count ?? 0))
            data.append(contentsOf: archive?.image ?? [])
        }
        file.write(data)
    }

    /// By seed.
    static func read(_ path: String) throws -> [UInt64: SeedDisk.Contents] {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        var position = 0
        func number() -> UInt64 {
            defer { position += 8 }
            return bytes[position..<(position + 8)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        func archive() -> SeedDisk.Archive? {
            let (generation, count) = (number(), Int(number()))
            defer { position += count }
            guard count > 0 else { return nil }
            let image = Array(bytes[position..<(position + count)])
            return SeedDisk.Archive(image: image, generation: generation)
        }
        var all: [UInt64: SeedDisk.Contents] = [:]
        while position < bytes.count {
            let seed = number()
            var contents = SeedDisk.Contents()
            contents.newest = number()
            contents.current = archive()
            contents.previous = archive()
            all[seed] = contents
        }
        return all
    }
}
