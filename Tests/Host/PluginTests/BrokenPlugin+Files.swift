import Foundation

extension BrokenPlugin {
    /// Faults of the file, which its first bytes tell.
    static let files = [
        BrokenPlugin("empty", "The library is empty", fix: "Install the plugin again.") { site in
            try site.directory.write(site.library, [])
        },
        BrokenPlugin(
            "script",
            "The file is not a library",
            fix: "Remove it from the plugin directory."
        ) { site in
            try site.directory.write(site.library, "#!/bin/sh\n")
        },
        BrokenPlugin(
            "truncated",
            "The library ends within its headers",
            fix: "Install the plugin again."
        ) { site in
            let whole = ELFImage(manifest: site.manifest).bytes
            try site.directory.write(site.library, Array(whole.prefix(100)))
        },
        BrokenPlugin(
            "incomplete",
            "The library ends before its code does: it was not copied whole",
            fix: "Install the plugin again."
        ) { site in
            try site.image { image in
                image.segments.append(.init(type: 1, claimedSize: 1 << 20))
            }
        },
        BrokenPlugin(
            "disordered",
            "The library's program headers are damaged",
            fix: "Install the plugin again."
        ) { site in
            try site.image { image in
                image.segments.append(.init(type: 0x6474_E551, flags: 6))
                image.segments.append(.init(type: 1, claimedOffset: 64, claimedSize: 64))
                image.segments.append(.init(type: 1, claimedOffset: 0, claimedSize: 64))
            }
        },
        BrokenPlugin(
            "narrow",
            "The library is for 32-bit programs",
            fix: "Install the build of the plugin for this processor."
        ) { try $0.image { $0.fileClass = 1 } },
        BrokenPlugin(
            "foreign",
            "The library is for another processor (ELF machine \(ELFImage.otherMachine))",
            fix: "Install the build of the plugin for this processor."
        ) { try $0.image { $0.machine = ELFImage.otherMachine } },
        BrokenPlugin(
            "object",
            "The file is not a shared library (ELF type 1)",
            fix: "Link the plugin with -shared."
        ) { try $0.image { $0.type = 1 } },
        BrokenPlugin(
            "silent",
            "The library carries no manifest",
            fix: "Embed restoration-plugin.json, or put it beside the library as"
                + " libsilent.restoration.json."
        ) { try $0.image { $0.segments = [] } },
        BrokenPlugin(
            "double",
            "The library carries two manifests",
            fix: "Embed the manifest in one source file only."
        ) { try $0.image { $0.segments += $0.segments } },
        BrokenPlugin(
            "overlong",
            "A note of the library reaches past its end",
            fix: "Install the plugin again."
        ) { try $0.image { $0.segments[0].claimedSize = 5000 } },
        BrokenPlugin(
            "large",
            "The manifest has 32769 bytes",
            fix: "Shorten the manifest to 32768 bytes."
        ) { site in
            let spaces = String(repeating: " ", count: 32_769)
            try site.image { $0.segments[0].content = ELFImage.note(manifest: spaces) }
        },
        BrokenPlugin(
            "directory",
            "It is a directory with the name of a library",
            fix: "Remove it from the plugin directory."
        ) { site in
            try FileManager.default.createDirectory(
                atPath: site.file,
                withIntermediateDirectories: false
            )
        },
        BrokenPlugin(
            "dangling",
            "The link leads to nowhere, which does not exist",
            fix: "Install what it leads to, or remove the link."
        ) { site in
            try FileManager.default.createSymbolicLink(
                atPath: site.file,
                withDestinationPath: "nowhere"
            )
        },
        BrokenPlugin(
            "a link to itself",
            "Cannot be read: Too many levels of symbolic links",
            fix: "Correct the links, which lead in a circle, or install it again."
        ) { site in
            try FileManager.default.createSymbolicLink(
                atPath: site.file,
                withDestinationPath: site.file
            )
        },
        BrokenPlugin(
            "unreadable",
            "Cannot be read: Permission denied",
            fix: "Correct its permissions, or install it again."
        ) { site in
            try site.image()
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o000],
                ofItemAtPath: site.file
            )
        },
        BrokenPlugin(
            "open",
            "Everyone may write to the file, so no plugin is loaded from there",
            fix: "Run chmod o-w {file} to take that right away."
        ) { site in
            try site.image()
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o646],
                ofItemAtPath: site.file
            )
        },
        BrokenPlugin(
            "lonely",
            "The sidecar has no library beside it",
            at: "{dir}/liblonely.restoration.json",
            fix: "Put liblonely.so beside it, or remove it."
        ) { site in
            try site.directory.write("liblonely.restoration.json", site.manifest)
        },
        BrokenPlugin(
            "misnamed",
            "The file's name is not valid UTF-8, so the host ignores the file",
            at: #"{dir}/libmisnamed-caf\xE9.so"#,
            fix: #"Rename it; each \x stands before a byte that is not UTF-8."#
        ) { site in
            try site.image()
            try site.directory.rename(site.library, toPrinted: #"libmisnamed-caf\351.so"#)
        },
    ]

    /// Files that only root can make.
    static let foreign = BrokenPlugin(
        "stranger",
        "The file belongs to the user 65534, who is neither root nor this program's user, so no"
            + " plugin is loaded from there",
        fix: "Give the file to root or to this program's user with chown."
    ) { site in
        try site.image()
        try FileManager.default.setAttributes(
            [.ownerAccountID: 65_534],
            ofItemAtPath: site.file
        )
    }
}
