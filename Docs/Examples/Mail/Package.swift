// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "Mail",
    dependencies: [.package(name: "RestorationKit", path: "../../..")],
    targets: [
        .executableTarget(
            name: "Mail",
            dependencies: [.product(name: "RestorationTerminal", package: "RestorationKit")],
            resources: [.copy("Main.storyboard.json")]
        )
    ]
)
