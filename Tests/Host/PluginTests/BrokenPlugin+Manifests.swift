extension BrokenPlugin {
    /// Faults of the manifest, found without reading the code.
    static let manifests = [
        BrokenPlugin(
            "prose",
            "The manifest is not valid JSON: a value is missing",
            excerpt: "       id = notes\n       ^",
            at: "{file}, line 1, column 1"
        ) { try $0.image { $0.segments[0].content = ELFImage.note(manifest: "id = notes") } },
        BrokenPlugin(
            "rivals",
            #"The class "Only" also claims the route Tabs/{b}, with the same priority"#,
            at: "{file}, classes[1].routes[0]"
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
            "nameless",
            "An interface is not a reverse-DNS name with a version",
            at: "{file}, interfaces.needed[0]"
        ) { site in
            try site.manifest(
                #""manifest": 1"#,
                becomes: #""manifest": 1, "interfaces": {"needed": ["screen"]}"#
            )
        },
        BrokenPlugin(
            "widened",
            "A sidecar may only narrow the manifest in the library",
            at: "{dir}/libwidened.restoration.json, applications"
        ) { site in
            try site.image()
            let sidecar = #"{"manifest": 1, "applications": ["*"]}"#
            try site.directory.write("libwidened.restoration.json", sidecar)
        },
        BrokenPlugin(
            "needy",
            "org.example.broken.needy needs the interface org.example.screen/1, which this program"
                + " does not offer",
            stage: .loading
        ) { site in
            try site.manifest(
                #""manifest": 1"#,
                becomes: #""manifest": 1, "interfaces": {"needed": ["org.example.screen/1"]}"#
            )
        },
    ]
}
