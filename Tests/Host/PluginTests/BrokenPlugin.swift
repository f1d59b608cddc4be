import Foundation
import RestorationPlugins
import Testing

/// A plugin, manifest, sidecar or directory with exactly one fault, and what is said about it.
struct BrokenPlugin: Sendable, CustomTestStringConvertible {
    /// Where the fault shows.
    enum Stage {
        case discovery, loading
    }

    let name: String
    let stage: Stage
    /// The first and the second part; `{dir}` and `{file}` stand for the directory and the library.
    /// What the host advises is in the list of refusals, which a test of its own compares.
    let problem: String
    /// The text at fault with a caret below it, or the loader's message, where that is shown.
    let excerpt: String?
    let place: String
    /// Whether its code is meant to run before the fault shows.
    let runs: Bool
    let make: @Sendable (Site) throws -> Void

    init(
        _ name: String,
        _ problem: String,
        excerpt: String? = nil,
        at place: String = "{file}",
        stage: Stage = .discovery,
        runs: Bool = false,
        _ make: @escaping @Sendable (Site) throws -> Void
    ) {
        self.name = name
        self.stage = stage
        self.problem = problem
        self.excerpt = excerpt
        self.place = place
        self.runs = runs
        self.make = make
    }

    var testDescription: String { name }

    func site(in directory: TemporaryDirectory) -> Site {
        Site(directory: directory, name: name)
    }

    /// The message, word for word, up to what it advises.
    func message(in site: Site) -> String {
        """
        error: \(problem)\(excerpt.map { "\n\($0)" } ?? "")
           at: \(place)
          fix:
        """
        .replacing("{file}", with: site.file).replacing("{dir}", with: site.directory.path)
    }

    /// Where one of them is made.
    struct Site {
        let directory: TemporaryDirectory
        let name: String

        var library: String { "lib\(name).so" }
        var file: String { "\(directory.path)/\(library)" }
        var identifier: String { "org.example.broken.\(name)" }
        private var mark: String { "\(directory.path)/\(name).mark" }
        /// Whether the library's initialiser has run.
        var hasRun: Bool { FileManager.default.fileExists(atPath: mark) }

        /// What a library beside the plugin is called. The tests run in one process, which takes
        /// one library of each name.
        var helper: String { "helper-\(directory.path.suffix(12))" }

        /// A manifest in good order.
        var manifest: String {
            """
            {"manifest": 1, "id": "\(identifier)", "version": "1.0.0", "abi": "0.2",
             "applications": ["org.example.app"], "classes": [{"id": "Only", "version": 1}]}
            """
        }

        /// Writes a library that has headers and a manifest, and no code.
        func image(_ change: (inout ELFImage) -> Void = { _ in }) throws {
            var image = ELFImage(manifest: manifest)
            change(&image)
            try directory.write(library, image.bytes)
        }

        /// Writes such a library with something else in its manifest.
        func manifest(_ part: String, becomes replacement: String) throws {
            let changed = manifest.replacing(part, with: replacement)
            precondition(changed != manifest, "The manifest has no \(part)")
            try directory.write(library, ELFImage.plugin(manifest: changed).bytes)
        }

        /// Compiles a library, with its manifest in a sidecar.
        func compile(_ options: [String] = []) throws {
            try directory.write("lib\(name).restoration.json", manifest)
            _ = try CompiledPlugin(
                "broken",
                named: name,
                in: directory,
                options: [
                    #"-DPLUGIN_ID="\#(identifier)""#, #"-DMARK="\#(mark)""#,
                ] + options
            )
        }

        /// Compiles a library that plugins need, out of sight of the search.
        ///
        /// - Returns: its path, in a folder if one is named.
        func compileDependency(
            soname: String,
            into folder: String = "",
            options: [String] = []
        ) throws -> String {
            let made = try CompiledPlugin(
                "dependency",
                named: UUID().uuidString,
                in: directory,
                options: ["-Wl,-soname,lib\(soname).so.1"] + options
            )
            let place = folder.isEmpty ? directory.path : "\(directory.path)/\(folder)"
            try FileManager.default.createDirectory(
                atPath: place,
                withIntermediateDirectories: true
            )
            let path = "\(place)/lib\(soname).so.1"
            try FileManager.default.moveItem(atPath: made.file, toPath: path)
            return path
        }

        /// Changes a segment's header of a compiled library.
        func patch(segment type: UInt32, _ change: (inout [UInt8], _ header: Int) -> Void) throws {
            try patch { library in
                guard let header = library.headers(ofType: type).first else { return }
                change(&library.bytes, header)
            }
        }

        /// Changes a compiled library.
        func patch(_ change: (inout CompiledLibrary) throws -> Void) throws {
            var compiled = CompiledLibrary(
                bytes: [UInt8](try Data(contentsOf: URL(filePath: file)))
            )
            let before = compiled.bytes
            try change(&compiled)
            precondition(compiled.bytes != before, "Nothing was changed")
            try directory.write(library, compiled.bytes)
        }
    }
}
