package import RestorationCore

/// A version of a restoration class, by the numbers that its names have in an archive.
package struct ClassKey: Hashable, Sendable {
    let name: UInt32
    let plugin: UInt32
    let version: UInt32

    package init(_ record: ArchiveRecord) {
        name = record.className
        plugin = record.plugin
        version = record.schemaVersion
    }
}
