import Foundation
import RestorationPlugins
import Testing

/// A plugin, manifest, sidecar or directory with exactly one fault, and its expected diagnosis.
struct BrokenPlugin: Sendable, CustomTestStringConvertible {
    /// When the host finds the fault.
    enum Stage {
        case discovery, loading
    }

    let name: String
    let stage: Stage
    /// The problem and place of the diagnosis, with `{dir}` and `{file}` for the directory and the
    /// library. Another test compares the remedy with the list of refusals.
    let problem: String
    /// The faulty text with a caret below it, or the loader's message, if the error shows one.
    let excerpt: String?
    let place: String
    /// Whether the plugin's code may run before the host finds the fault.
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

    /// The exact message up to the remedy.
    func message(in site: Site) -> String {
        """
        error: \(problem)\(excerpt.map { "\n\($0)" } ?? "")
           at: \(place)
          fix:
        """
        .replacing("{file}", with: site.file).replacing("{dir}", with: site.directory.path)
    }

    /// The directory in which the broken plugin is built.
    struct Site {
        let directory: TemporaryDirectory
        let name: String

        var library: String { "lib\(name).so" }
        var file: String { "\(directory.path)/\(library)" }
        var identifier: String { "org.example.broken.\(name)" }
        private var mark: String { "\(directory.path)/\(name).mark" }
        /// Whether the library's initialiser has run.
        var hasRun: Bool { FileManager.default.fileExists(atPath: mark) }

        /// The name of a library beside the plugin. It is unique, since all tests run in one
        /// process, which loads only one library of each name.
        var helper: String { "helper-\(directory.path.suffix(12))" }

        /// A valid manifest.
        var manifest: String {
            """
            {"manifest": 1, "id": "\(identifier)", "version": "1.0.0", "abi": "0.3",
             "applications": ["org.example.app"], "classes": [{"id": "Only", "version": 1}]}
            """
        }

        /// Writes a library of headers and a manifest, without code.
        func image(_ change: (inout ELFImage) -> Void = { _ in }) throws {
            var image = ELFImage(manifest: manifest)
            change(&image)
            try directory.write(library, image.bytes)
        }

        /// Writes such a library with part of its manifest replaced.
        func manifest(_ part: String, becomes replacement: String) throws {
            let changed = manifest.replacing(part, with: replacement)
            precondition(changed != manifest, "The manifest has no \(part)")
            try directory.write(library, ELFImage.plugin(manifest: changed).bytes)
        }

        /// Compiles a library with its manifest in a sidecar.
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

        /// Compiles a library that plugins need, where discovery does not find it.
        ///
        /// - Returns: its path, in `folder` if that is not empty.
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

        /// Changes a segment's header in a compiled library.
        func patch(segment type: UInt32, _ change: (inout [UInt8], _ header: Int) -> Void) throws {
            try patch { library in
                guard let header = library.headers(ofType: type).first else { return }
                change(&library.bytes, header)
            }
        }

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
