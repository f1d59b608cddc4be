// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "Cats",
    dependencies: [.package(name: "RestorationKit", path: "../../..")],
    targets: [
        .target(
            name: "UIKit",
            dependencies: [.product(name: "RestorationUIKit", package: "RestorationKit")]
        ),
        .executableTarget(
            name: "Cats",
            dependencies: ["UIKit"],
            resources: [.copy("Main.storyboard.json")]
        ),
    ]
)
