extension BrokenPlugin {
    /// Faults of the manifest, which are found without looking at the code.
    static let manifests = [
        BrokenPlugin(
            "prose",
            "The manifest is not valid JSON: a value is missing",
            excerpt: "       id = notes\n       ^",
            at: "{file}, line 1, column 1",
            fix: "Write text in quotation marks, a number, true, false, a list or an object."
        ) { try $0.image { $0.segments[0].content = ELFImage.note(manifest: "id = notes") } },
        BrokenPlugin(
            "misspelt",
            #"The manifest has "clases" in place of "classes""#,
            at: "{file}, clases",
            fix: #"Write "classes"."#
        ) { try $0.manifest(#""classes""#, becomes: #""clases""#) },
        BrokenPlugin(
            "lost",
            "A route component is empty, at byte 2 of the route",
            at: "{file}, classes[0].routes[0]",
            fix: "Write one component between two slashes."
        ) { try $0.manifest(#""version": 1}"#, becomes: #""version": 1, "routes": ["a//b"]}"#) },
        BrokenPlugin(
            "rivals",
            #"The class "Only" claims the route Tabs/{b} with the same priority"#,
            at: "{file}, classes[1].routes[0]",
            fix: "Give one of the two classes a higher priority, or another route."
        ) { site in
            try site.manifest(
                #"{"id": "Only", "version": 1}"#,
                becomes: """
                    {"id": "Only", "version": 1, "routes": ["Tabs/{a}"]},
                    {"id": "Other", "version": 1, "routes": ["Tabs/{b}"]}
                    """
            )
        },
        BrokenPlugin(
            "demanding",
            "The manifest requires something that this host does not know",
            at: "{file}, !telepathy",
            fix: "Use a newer version of this host."
        ) { try $0.manifest(#""manifest": 1"#, becomes: #""manifest": 1, "!telepathy": true"#) },
        BrokenPlugin(
            "nameless",
            "An interface is not a reversed domain name with a version",
            at: "{file}, interfaces.needed[0]",
            fix: #"Write a name such as "org.example.app.screen/1"."#
        ) { site in
            try site.manifest(
                #""manifest": 1"#,
                becomes: #""manifest": 1, "interfaces": {"needed": ["screen"]}"#
            )
        },
        BrokenPlugin(
            "futuristic",
            "org.example.broken.futuristic speaks ABI 0.9, this host speaks 0.2",
            fix: #"Rebuild the plugin against the 0.2 headers, with "abi": "0.2" in its manifest."#
        ) { try $0.manifest(#""0.2""#, becomes: #""0.9""#) },
        BrokenPlugin(
            "widened",
            "A sidecar may only narrow the manifest in the library",
            at: "{dir}/libwidened.restoration.json, applications",
            fix: "Only disable the plugin, list fewer of its classes, or lower a priority."
        ) { site in
            try site.image()
            let sidecar = #"{"manifest": 1, "applications": ["*"]}"#
            try site.directory.write("libwidened.restoration.json", sidecar)
        },
        BrokenPlugin(
            "needy",
            "org.example.broken.needy needs the interface org.example.screen/1, which this program"
                + " does not offer",
            fix: "Use a version of the program that has it, or remove the plugin.",
            stage: .loading
        ) { site in
            try site.manifest(
                #""manifest": 1"#,
                becomes: #""manifest": 1, "interfaces": {"needed": ["org.example.screen/1"]}"#
            )
        },
    ]
}
