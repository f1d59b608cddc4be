// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "Desk",
    products: [.library(name: "CDesk", targets: ["CDesk"])],  // for plugins in Swift
    dependencies: [.package(name: "RestorationKit", path: "../RestorationKit")],
    targets: [
        .target(name: "CDesk"),
        .executableTarget(
            name: "desk",
            dependencies: ["CDesk", .product(name: "RestorationKit", package: "RestorationKit")]
        ),
    ]
)
