internal import RestorationCore

/// A fault that prevents loading a file as a plugin.
@nonexhaustive
public enum ELFFault: Error, Hashable, Sendable {
    /// A device, a pipe, a socket.
    case notRegular
    case directory
    case empty
    /// The file ends within its headers.
    case truncated
    /// The file ends within loaded segments, as after an interrupted copy.
    case incomplete
    case notELF
    /// A linker script, as development packages install.
    case linkerScript(library: String)
    case thirtyTwoBit
    case bigEndian
    /// For another processor. Contains the ELF header's machine number.
    case otherMachine(UInt16)
    /// A program, an object file or a core dump. Contains the ELF header's type number.
    case notShared(UInt16)
    /// Program headers with a size, number or order that no linker writes.
    case malformedHeaders
    /// A dynamic table that has no end or refers to missing data.
    case damagedDynamicTable
    /// Two program headers of one kind, of which the dynamic loader would use the last.
    case repeatedHeader(kind: String)
    /// Two dynamic entries of one kind, of which the dynamic loader would use the last.
    case repeatedEntry(tag: UInt64)
    /// A dynamic table whose file offset and address disagree.
    case misplacedDynamicTable
    /// A position-independent program, which looks like a library.
    case program
    /// The library demands executable stacks, explicitly or by default.
    case executableStack(isDeclared: Bool)
    /// A segment that is both writable and executable.
    case writableCode
    /// Relocations of the code.
    case textRelocations
    /// A note that exceeds the file or its segment.
    case noteBeyondEnd
    /// Notes that exceed the limit, in bytes.
    case notesTooLarge(sizeInBytes: UInt64)
    /// A manifest that exceeds 32 KiB.
    case manifestTooLarge(sizeInBytes: Int)
    /// More than one embedded manifest.
    case twoManifests

    var problem: String {
        switch self {
        case .notRegular: "It is not a regular file"
        case .directory: "It is a directory with the name of a library"
        case .empty: "The library is empty"
        case .truncated: "The library ends within its headers"
        case .incomplete: "The library ends before its code does: the copy is incomplete"
        case .notELF: "The file is not a library"
        case .linkerScript(let library):
            "The file is a linker script for \(library), not a library"
        case .thirtyTwoBit: "The library is for 32-bit programs"
        case .bigEndian: "The library is for big-endian processors"
        case .otherMachine(let machine):
            "The library is for another processor (ELF machine \(machine))"
        case .notShared(let type): "The file is not a shared library (ELF type \(type))"
        case .malformedHeaders: "The library's program headers are damaged"
        case .damagedDynamicTable: "The library's dynamic table is damaged"
        case .repeatedHeader(let kind): "The library has two \(kind) headers"
        case .repeatedEntry(let tag):
            "The library's dynamic table has two entries of the kind \(tag)"
        case .misplacedDynamicTable:
            "The library's dynamic table is not where the dynamic loader would look for it"
        case .program: "The file is a program, not a library"
        case .executableStack(isDeclared: true):
            "The library requires executable stacks in the whole program"
        case .executableStack(isDeclared: false):
            "The library does not declare a non-executable stack"
        case .writableCode: "The library has memory that is both writable and executable"
        case .textRelocations: "The library's code would be written to when it is loaded"
        case .noteBeyondEnd: "A note of the library reaches past its end"
        case .notesTooLarge(let size): "The library has \(size) bytes of notes"
        case .manifestTooLarge(let size): "The manifest has \(size) bytes"
        case .twoManifests: "The library carries two manifests"
        }
    }

    var remedy: String {
        remedy(of: "plugin", misplaced: "Remove it from the plugin directory.") {
            "Install the \($0) again."
        }
    }

    /// The remedy for a library that a binding names.
    ///
    /// - Parameter isOwn: whether the library is beside the binding, and so came with it.
    func remedy(forOwn isOwn: Bool) -> String {
        if case .linkerScript(let library) = self {
            return "Name the library itself, \(library)."
        }
        let own = "Build the library again, and copy it beside the binding."
        return remedy(
            of: "library",
            misplaced: isOwn ? own : "Correct the library's path in the binding."
        ) { isOwn ? own : "Install the \($0) again." }
    }

    private func remedy(
        of subject: String,
        misplaced: String,
        damaged: (String) -> String
    ) -> String {
        switch self {
        case .notRegular, .directory, .notELF, .linkerScript: misplaced
        case .empty, .truncated, .incomplete, .malformedHeaders,
            .damagedDynamicTable, .repeatedHeader, .repeatedEntry, .misplacedDynamicTable,
            .noteBeyondEnd:
            damaged(subject)
        case .thirtyTwoBit, .bigEndian, .otherMachine:
            "Install the build of the \(subject) for this processor."
        case .executableStack: "Link the \(subject) with -z noexecstack."
        case .writableCode:
            "Link the \(subject) without -N, and keep code and data in different sections."
        case .textRelocations: "Compile all of the \(subject) with -fPIC, and link it with -z text."
        case .notShared, .program: "Link the \(subject) with -shared."
        case .notesTooLarge:
            "Reduce the notes to at most \(ELFLibrary.notesLimit) bytes in total."
        case .manifestTooLarge:
            "Shorten the manifest to \(PluginManifest.maximumSizeInBytes) bytes."
        case .twoManifests: "Embed the manifest in one source file only."
        }
    }
}
