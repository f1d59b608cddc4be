// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "Notes",
    products: [.library(name: "Notes", type: .dynamic, targets: ["Notes"])],
    dependencies: [
        .package(name: "RestorationKit", path: "../RestorationKit"), .package(path: "../Desk"),
    ],
    targets: [
        .target(
            name: "Notes",
            dependencies: [
                .product(name: "RestorationPluginKit", package: "RestorationKit"),
                .product(name: "CDesk", package: "Desk"),
            ],
            plugins: [.plugin(name: "RestorationPluginBuilder", package: "RestorationKit")]
        )
    ]
)
