import Foundation
import Testing

@Suite struct `Installing` {
    private func files(below directory: URL) -> [String] {
        (FileManager.default.enumerator(atPath: directory.path)?.compactMap { $0 as? String } ?? [])
            .sorted()
    }

    @Test func `lays out programs, plugins, headers and what builds plugins`() throws {
        let installed = try InstalledCopy.make()
        let found = Set(files(below: installed.prefix))
        let wanted = [
            "bin/petfinder", "bin/restorectl", "include/petfinder/screen.h",
            "include/restoration/plugin.h", "include/restoration/plugin.hpp",
            "lib/pkgconfig/restoration-plugin.pc",
            "lib/restoration/plugins/org.restorationkit.petfinder/libPetEditor.so",
            "lib/restoration/plugins/org.restorationkit.petfinder/libPetNotes.so",
            "lib/restoration/plugins/librestoration-gtk4.so",
            "lib/restoration/plugins/org.gtk.widgets.restoration-binding.json",
            "lib/restoration/plugins/org.sqlite.connections.restoration-binding.json",
            "lib/restoration/plugins/org.zlib.readers.restoration-binding.json",
            "share/restoration/doc/README.md", "share/restoration/doc/LICENSE",
            "share/restoration/doc/Docs/WritingAPlugin.md",
            "share/restoration/doc/Docs/Examples/Tally/Cxx/tally.cpp",
            "share/restoration/exports.map",
            "share/restoration/restoration-binding.schema.json",
            "share/restoration/rust/restoration.rs",
            "share/restoration/RestorationPluginKit/Package.swift",
        ]
        #expect(wanted.filter { !found.contains($0) } == [])
    }

    @Test func `brings a Pet Finder that finds its plugins`() throws {
        let installed = try InstalledCopy.make()
        try installed.run(
            """
            unset RESTORATION_PLUGIN_PATH
            petfinder --help
            plugins=lib/restoration/plugins/org.restorationkit.petfinder
            restorectl plugin inspect $plugins/libPetNotes.so
            cd lib/restoration/plugins
            for binding in *.json; do restorectl binding check $binding; done
            """,
            in: installed.prefix
        )
    }

    @Test func `can be undone, and leaves what others put there`() throws {
        let installed = try InstalledCopy.make()
        let others = installed.prefix.appending(path: "lib/restoration/plugins/libother.so")
        try Data().write(to: others)
        try installed.remove()
        let left = files(below: installed.prefix).filter {
            !installed.prefix.appending(path: $0).hasDirectoryPath
        }
        #expect(left.filter { $0.contains(".") } == ["lib/restoration/plugins/libother.so"])
    }

    @Test func `refuses a prefix that is not absolute`() throws {
        #expect {
            try InstalledCopy.install(from: "build", to: "relative/place")
        } throws: { error in
            "\(error)".contains("PREFIX must be an absolute path, this is \"relative/place\"")
        }
    }
}
