// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "Tools",
    dependencies: [.package(name: "RestorationKit", path: "../RestorationKit")],
    targets: [
        .systemLibrary(name: "CMagic"),  // for the program's own calls to libmagic
        .executableTarget(
            name: "tools",
            dependencies: ["CMagic", .product(name: "RestorationKit", package: "RestorationKit")]
        ),
    ]
)
