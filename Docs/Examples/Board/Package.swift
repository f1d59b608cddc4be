// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "Board",
    dependencies: [.package(name: "RestorationKit", path: "../../..")],
    targets: [
        .target(name: "CBoard"),
        .executableTarget(
            name: "Board",
            dependencies: [
                "CBoard",
                .product(name: "RestorationKit", package: "RestorationKit"),
                .product(name: "RestorationUIKit", package: "RestorationKit"),
            ],
            resources: [.copy("Main.storyboard.json")]
        ),
    ]
)
