import Foundation

extension BrokenPlugin {
    /// Faults of compiled code that a host finds without running it.
    static let code = [
        BrokenPlugin(
            "stack",
            "The library requires executable stacks in the whole program"
        ) { try $0.compile(["-Wl,-z,execstack"]) },
        BrokenPlugin(
            "undecided",
            "The library does not declare a non-executable stack"
        ) { site in
            try site.compile()
            try site.patch(segment: 0x6474_E551) { bytes, header in
                bytes.replaceSubrange(header..<header + 4, with: [0, 0, 0, 0])
            }
        },
        BrokenPlugin(
            "writable",
            "The library has memory that is both writable and executable"
        ) { site in
            try site.compile()
            try site.patch(segment: 1) { bytes, header in bytes[header + 4] = 7 }
        },
        BrokenPlugin(
            "relocated",
            "The library's code would be written to when it is loaded"
        ) { try $0.compile(["-DTEXT_RELOCATION", "-Wl,-z,notext"]) },
        BrokenPlugin(
            "stacks",
            "The library has two PT_GNU_STACK headers"
        ) { site in
            try site.compile()
            // The second header, which the dynamic loader would use, makes the stack executable.
            try site.patch { library in
                let protected = library.headers(ofType: 0x6474_E552)[0]
                library.set(0x6474_E551 as UInt32, at: protected)
                library.set(7 as UInt32, at: protected + 4)
            }
        },
        BrokenPlugin(
            "tables",
            "The library has two PT_DYNAMIC headers"
        ) { site in
            try site.compile()
            try site.patch { library in
                let first = library.headers(ofType: 2)[0]
                let protected = library.headers(ofType: 0x6474_E552)[0]
                let header = Array(library.bytes[first..<first + 56])
                library.bytes.replaceSubrange(protected..<protected + 56, with: header)
            }
        },
        BrokenPlugin(
            "paths",
            "The library's dynamic table has two entries of the kind 29"
        ) { site in
            try site.compile(["-Wl,-rpath,/usr/lib", "-Wl,--enable-new-dtags"])
            // Overwrites DT_RELACOUNT, which is only a hint.
            try site.patch { library in
                let path = library.dynamicEntry(29)!
                let count = library.dynamicEntry(0x6FFF_FFF9)!
                let entry = Array(library.bytes[path..<path + 16])
                library.bytes.replaceSubrange(count..<count + 16, with: entry)
            }
        },
        BrokenPlugin(
            "flags",
            "The library's dynamic table has two entries of the kind 1879048187"
        ) { site in
            try site.compile(["-Wl,-z,nodelete"])
            try site.patch { library in
                library.set(0x6FFF_FFFB as UInt64, at: library.dynamicEntry(0x6FFF_FFF9)!)
            }
        },
        BrokenPlugin(
            "astray",
            "The library's dynamic table is damaged"
        ) { site in
            try site.compile()
            // Moves the symbol table beyond the end of the file.
            try site.patch { library in
                library.set(1 << 40 as UInt64, at: library.dynamicEntry(6)! + 8)
            }
        },
        BrokenPlugin(
            "hidden",
            "The library's dynamic table is not where the dynamic loader would look for it"
        ) { site in
            try site.compile(["-DTEXT_RELOCATION", "-Wl,-z,notext"])
            // The program header points to another table, without the relocation entries.
            try site.patch { library in
                let header = library.headers(ofType: 2)[0]
                let shown = library.dynamicEntries.filter { entry in
                    ![22, 30].contains(library.number(at: entry, size: 8))
                }
                let table = shown.flatMap { library.bytes[$0..<$0 + 16] }
                library.set(UInt64(library.bytes.count), at: header + 8)
                library.set(UInt64(table.count + 16), at: header + 32)
                library.bytes += table + [UInt8](repeating: 0, count: 16)
            }
        },
        BrokenPlugin(
            "program",
            "The file is a program, not a library"
        ) { site in
            try site.directory.write("libprogram.restoration.json", site.manifest)
            try FileManager.default.copyItem(atPath: "/usr/bin/env", toPath: site.file)
        },
        BrokenPlugin(
            "closed",
            "The library does not export restoration_plugin_entry"
        ) { try $0.compile(["-DNO_ENTRY_POINT"]) },
        BrokenPlugin(
            "wandering",
            #"The library searches for its dependencies in "lib", which is neither an absolute path nor"#
                + " one that begins with $ORIGIN",
            stage: .loading
        ) { try $0.compile(["-Wl,-rpath,lib"]) },
        BrokenPlugin(
            "variable",
            #"The library searches for its dependencies in "/usr/$LIB/x", which is neither an absolute"#
                + " path nor one that begins with $ORIGIN",
            stage: .loading
        ) { try $0.compile(["-Wl,-rpath,/usr/$LIB/x"]) },
        BrokenPlugin(
            "bypath",
            #"The library names a dependency by its path, "{dir}/libsonameless.so.1""#,
            stage: .loading
        ) { site in
            let library = try CompiledPlugin("dependency", named: "sonameless", in: site.directory)
            try FileManager.default.moveItem(atPath: library.file, toPath: "\(library.file).1")
            try site.compile(["-DUSES_DEPENDENCY", "\(library.file).1"])
        },
        BrokenPlugin(
            "dependent",
            "The library needs libabsent.so.1, which cannot be found",
            excerpt: "       libabsent.so.1: cannot open shared object file: No such file or"
                + " directory",
            stage: .loading
        ) { site in
            let dependency = try site.compileDependency(soname: "absent")
            try site.compile(["-DUSES_DEPENDENCY", dependency])
            try FileManager.default.removeItem(atPath: dependency)
        },
        BrokenPlugin(
            "unresolved",
            "The library cannot be loaded: it uses defined_nowhere, which no library that it is"
                + " linked"
                + " with defines",
            excerpt: "       {file}: undefined symbol: defined_nowhere",
            stage: .loading
        ) { try $0.compile(["-DUSES_NOTHING"]) },
    ]

    /// Faults that appear only when the code runs.
    static let running = [
        BrokenPlugin(
            "mute",
            "The plugin refuses to run in this program, and gave no reason",
            stage: .loading,
            runs: true
        ) { try $0.compile(["-DRETURNS_NULL"]) },
        BrokenPlugin(
            "choosy",
            "The plugin refuses to run in this program: there is no cat in this program",
            stage: .loading,
            runs: true
        ) { try $0.compile(["-DFAILS"]) },
    ]
}
