// swift-tools-version: 6.3
import Foundation
import PackageDescription

/// The directory of the installed SDK, which `pkg-config --variable=swiftdir restoration-plugin`
/// prints.
let sdk =
    ProcessInfo.processInfo.environment["RESTORATION_SDK"]
    ?? "/usr/local/share/restoration/RestorationPluginKit"

let package = Package(
    name: "Tally",
    products: [.library(name: "Tally", type: .dynamic, targets: ["Tally"])],
    dependencies: [.package(name: "RestorationPluginKit", path: sdk)],
    targets: [
        .target(
            name: "Tally",
            dependencies: [
                .product(name: "RestorationPluginKit", package: "RestorationPluginKit")
            ],
            exclude: ["restoration-plugin.json"],
            plugins: [
                .plugin(name: "RestorationPluginBuilder", package: "RestorationPluginKit")
            ]
        )
    ]
)
