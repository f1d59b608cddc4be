import Foundation
import TestSupport
import Testing

@Suite struct `Installing` {
    private func files(below directory: URL) -> [String] {
        (FileManager.default.enumerator(atPath: directory.path)?.compactMap { $0 as? String } ?? [])
            .sorted()
    }

    @Test func `installs programs, plugins, headers and the build files of plugins`() throws {
        let installed = try InstalledCopy.whole.get()
        let found = Set(files(below: installed.prefix))
        let wanted = [
            "bin/petfinder", "bin/restorectl", "include/petfinder/screen.h",
            "include/restoration/plugin.h", "include/restoration/plugin.hpp",
            "lib/pkgconfig/restoration-plugin.pc", "lib/pkgconfig/restoration.pc",
            "include/restoration/session.h", "include/restoration/session.hpp",
            "lib/librestoration.so.0", "lib/librestoration.so",
            "lib/cmake/restoration/restorationConfig.cmake",
            "lib/restoration/plugins/org.restorationkit.petfinder/libPetEditor.so",
            "lib/restoration/plugins/org.restorationkit.petfinder/libPetNotes.so",
            "lib/restoration/plugins/librestoration-gtk4.so",
            "lib/restoration/plugins/org.gtk.widgets.restoration-binding.json",
            "lib/restoration/plugins/org.sqlite.connections.restoration-binding.json",
            "lib/restoration/plugins/org.zlib.readers.restoration-binding.json",
            "share/restoration/doc/README.md", "share/restoration/doc/LICENSE",
            "share/restoration/doc/Docs/WritingAPlugin.md",
            "share/restoration/doc/Docs/Plugins/Refusals.md",
            "share/restoration/doc/Plugins/PetNotes/README.md",
            "share/restoration/doc/Sources/PetFinder/CPetFinder/include/petfinder/screen.h",
            "share/restoration/RestorationPluginKit/Sources/CPetFinder/layout.c",
            "share/restoration/doc/Docs/Examples/Tally/Cxx/tally.cpp",
            "share/restoration/exports.map",
            "share/restoration/restoration-binding.schema.json",
            "share/restoration/restoration-plugin.schema.json",
            "share/restoration/restoration-storyboard.schema.json",
            "share/restoration/rust/restoration.rs",
            "share/restoration/RestorationPluginKit/Package.swift",
            "share/bash-completion/completions/petfinder",
            "share/bash-completion/completions/restorectl",
            "share/zsh/site-functions/_restorectl",
            "share/fish/vendor_completions.d/restorectl.fish",
        ]
        #expect(wanted.filter { !found.contains($0) } == [])
    }

    @Test func `installs a Pet Finder that finds its plugins`() throws {
        let installed = try InstalledCopy.whole.get()
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

    @Test(arguments: [
        ("c", "make", "make check", "./my_desk"), ("cxx", "make", "make check", "./my_desk"),
        ("rust", "cargo build --offline", "cargo test --offline", "target/debug/my_desk"),
    ])
    func `builds a new program and its test, which counts on after SIGKILL`(
        language: String,
        build: String,
        test: String,
        start: String
    ) throws {
        let installed = try InstalledCopy.whole.get()
        let directory = FileManager.default.temporaryDirectory
            .appending(path: "restoration-begun-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }

        try installed.run(
            """
            restorectl host new my-desk --language \(language)
            cd my-desk
            \(build) > build.txt 2>&1 || { cat build.txt; exit 1; }
            if grep -i 'warning:' build.txt; then exit 1; fi
            \(test)
            export XDG_STATE_HOME="$PWD/state" XDG_DATA_HOME="$PWD/data"
            printf 'one\\ntwo\\n' | \(start) | grep 'Start number 1, 0 lines'
            mkfifo keys
            \(start) < keys > second &
            exec 3> keys
            until grep 'Start number 2, 2 lines' second; do kill -0 $!; done
            kill -9 $!
            wait $! || true
            \(start) < /dev/null | grep ', 2 lines so far'
            """,
            in: directory
        )
    }

    @Test func `lets CMake find the library for hosts, in its version alone`() throws {
        let installed = try InstalledCopy.whole.get()
        let directory = FileManager.default.temporaryDirectory
            .appending(path: "restoration-cmake-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let source = Repository.root.appending(path: "Tests/Fixtures/Hosts/C/desk.c")
        try FileManager.default.copyItem(at: source, to: directory.appending(path: "desk.c"))
        let project = """
            cmake_minimum_required(VERSION 3.16)
            project(desk C)
            find_package(restoration ${VERSION} REQUIRED CONFIG)
            add_executable(desk desk.c)
            target_link_libraries(desk PRIVATE restoration::restoration)

            """
        try Data(project.utf8).write(to: directory.appending(path: "CMakeLists.txt"))

        try installed.run(
            """
            if cmake -B other -DVERSION=0.0.1 -DCMAKE_PREFIX_PATH='\(installed.prefix.path)'
            then exit 1; fi
            version=$(pkg-config --modversion restoration)
            cmake -B build -DVERSION=$version -DCMAKE_PREFIX_PATH='\(installed.prefix.path)'
            cmake --build build
            export XDG_STATE_HOME="$PWD/state" XDG_DATA_HOME="$PWD/data"
            build/desk | grep 'Start number 1'
            build/desk | grep 'Start number 2'
            """,
            in: directory
        )
    }

    @Test func `can be undone, and leaves other files alone`() throws {
        let installed = try InstalledCopy.make()
        let others = installed.prefix.appending(path: "lib/restoration/plugins/libother.so")
        try Data().write(to: others)
        try installed.remove()
        #expect(installed.files() == ["lib/restoration/plugins/libother.so"])
    }

    @Test func `installs everything below a relative DESTDIR, readable by all users`() throws {
        let directory = FileManager.default.temporaryDirectory
            .appending(path: "restoration-staged-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }

        try InstalledCopy.install(below: "stage", in: directory, prefix: "/usr")

        let stage = directory.appending(path: "stage/usr")
        let found = files(below: stage)
        #expect(found.contains("bin/restorectl"))
        #expect(found.contains("lib/restoration/plugins/librestoration-gtk4.so"))
        let closed = try found.filter { name in
            let path = stage.appending(path: name).path
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            let mode = attributes[.posixPermissions] as? Int ?? 0
            let needed = attributes[.type] as? FileAttributeType == .typeDirectory ? 0o555 : 0o444
            return mode & needed != needed
        }
        #expect(closed == [])
    }

    @Test func `installs documents without broken links`() throws {
        let installed = try InstalledCopy.whole.get()
        let documents = installed.prefix.appending(path: "share/restoration/doc")
        var broken: [String] = []
        for name in files(below: documents) where name.hasSuffix(".md") {
            let document = documents.appending(path: name)
            let text = try String(contentsOf: document, encoding: .utf8)
            for link in text.matches(of: #/\]\(([^)#: ]+)(?:#[^) ]*)?\)/#) {
                let target = document.deletingLastPathComponent()
                    .appending(path: String(link.output.1)).standardizedFileURL.path
                if !FileManager.default.fileExists(atPath: target) {
                    broken.append("\(name): \(link.output.1)")
                }
            }
        }
        #expect(broken == [])
    }

    @Test(arguments: ["/opt/a&b", "/opt/my programs", "/opt/$HOME"])
    func `refuses a prefix that a shell would change`(prefix: String) throws {
        #expect {
            try InstalledCopy.install(from: "build", to: prefix)
        } throws: { error in
            "\(error)".contains(
                "PREFIX has a space or a special character of shells, this is \"\(prefix)\""
            )
        }
    }

    @Test func `refuses a prefix that is not absolute`() throws {
        #expect {
            try InstalledCopy.install(from: "build", to: "relative/place")
        } throws: { error in
            "\(error)".contains("PREFIX must be an absolute path, this is \"relative/place\"")
        }
    }
}
