import Foundation

extension BrokenPlugin {
    /// Faults of the file, recognised from its first bytes.
    static let files = [
        BrokenPlugin("empty", "The library is empty") { site in
            try site.directory.write(site.library, [])
        },
        BrokenPlugin(
            "script",
            "The file is not a library"
        ) { site in
            try site.directory.write(site.library, "#!/bin/sh\n")
        },
        BrokenPlugin(
            "truncated",
            "The library ends within its headers"
        ) { site in
            let whole = ELFImage(manifest: site.manifest).bytes
            try site.directory.write(site.library, Array(whole.prefix(100)))
        },
        BrokenPlugin(
            "incomplete",
            "The library ends before its code does: the copy is incomplete"
        ) { site in
            try site.image { image in
                image.segments.append(.init(type: 1, claimedSize: 1 << 20))
            }
        },
        BrokenPlugin(
            "disordered",
            "The library's program headers are damaged"
        ) { site in
            try site.image { image in
                image.segments.append(.init(type: 0x6474_E551, flags: 6))
                image.segments.append(.init(type: 1, claimedOffset: 64, claimedSize: 64))
                image.segments.append(.init(type: 1, claimedOffset: 0, claimedSize: 64))
            }
        },
        BrokenPlugin(
            "narrow",
            "The library is for 32-bit programs"
        ) { try $0.image { $0.fileClass = 1 } },
        BrokenPlugin(
            "inverted",
            "The library is for big-endian processors"
        ) { try $0.image { $0.byteOrder = 2 } },
        BrokenPlugin(
            "boundless",
            "The library ends within its headers"
        ) { try $0.image { $0.programHeaderOffset = .max - 7 } },
        BrokenPlugin(
            "foreign",
            "The library is for another processor (ELF machine \(ELFImage.otherMachine))"
        ) { try $0.image { $0.machine = ELFImage.otherMachine } },
        BrokenPlugin(
            "object",
            "The file is not a shared library (ELF type 1)"
        ) { try $0.image { $0.type = 1 } },
        BrokenPlugin(
            "silent",
            "The library carries no manifest"
        ) { try $0.image { $0.segments = [] } },
        BrokenPlugin(
            "double",
            "The library carries two manifests"
        ) { try $0.image { $0.segments += $0.segments } },
        BrokenPlugin(
            "overlong",
            "A note of the library reaches past its end"
        ) { try $0.image { $0.segments[0].claimedSize = 5000 } },
        BrokenPlugin(
            "spilling",
            "A note of the library reaches past its end"
        ) { site in
            let note = ELFImage.note(
                owner: "Restoration",
                type: 0x5253_5401,
                [0, 0, 0, 0],
                claimedSize: 5
            )
            try site.image { $0.segments[0].content = note }
        },
        BrokenPlugin(
            "noted",
            "The library has 2097152 bytes of notes"
        ) { try $0.image { $0.segments[0].claimedSize = 2 << 20 } },
        BrokenPlugin(
            "large",
            "The manifest has 32769 bytes"
        ) { site in
            let spaces = String(repeating: " ", count: 32_769)
            try site.image { $0.segments[0].content = ELFImage.note(manifest: spaces) }
        },
        BrokenPlugin(
            "directory",
            "It is a directory with the name of a library"
        ) { site in
            try FileManager.default.createDirectory(
                atPath: site.file,
                withIntermediateDirectories: false
            )
        },
        BrokenPlugin(
            "dangling",
            "The link leads to nowhere, which does not exist"
        ) { site in
            try FileManager.default.createSymbolicLink(
                atPath: site.file,
                withDestinationPath: "nowhere"
            )
        },
        BrokenPlugin(
            "a link to itself",
            "Cannot be read: Too many levels of symbolic links"
        ) { site in
            try FileManager.default.createSymbolicLink(
                atPath: site.file,
                withDestinationPath: site.file
            )
        },
        BrokenPlugin(
            "unreadable",
            "Cannot be read: Permission denied"
        ) { site in
            try site.image()
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o000],
                ofItemAtPath: site.file
            )
        },
        BrokenPlugin(
            "open",
            "Everyone may write to the file, so no plugin is loaded from there"
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
            at: "{dir}/liblonely.restoration.json"
        ) { site in
            try site.directory.write("liblonely.restoration.json", site.manifest)
        },
        BrokenPlugin(
            "misnamed",
            "The file's name is not valid UTF-8, so hosts ignore the file",
            at: #"{dir}/libmisnamed-caf\xE9.so"#
        ) { site in
            try site.image()
            try site.directory.rename(site.library, toPrinted: #"libmisnamed-caf\351.so"#)
        },
    ]

    /// Files that only root can create.
    static let foreign = BrokenPlugin(
        "stranger",
        "The file belongs to the user 65534, who is neither root nor this program's user, so no"
            + " plugin is loaded from there"
    ) { site in
        try site.image()
        try FileManager.default.setAttributes(
            [.ownerAccountID: 65_534],
            ofItemAtPath: site.file
        )
    }
}
