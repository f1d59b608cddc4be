// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "Notes",
    dependencies: [
        // In a package of your own: .package(url: "…", from: "…")
        .package(name: "RestorationKit", path: "../../..")
    ],
    targets: [
        .systemLibrary(name: "CGtk", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
        .executableTarget(
            name: "notes",
            dependencies: ["CGtk", .product(name: "RestorationKit", package: "RestorationKit")]
        ),
    ]
)
