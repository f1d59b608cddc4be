import RestorationCore
import Testing

@Suite struct `An error that a restoration class throws as its answer` {
    @Test(arguments: [
        (CreationDeclined() as any Error, "The restoration class declined to make an object"),
        (ObjectNotYetAvailable(), "Its data is not available yet"),
        (StateNotYetApplicable(), "The object cannot apply its state yet"),
        (
            MigrationUnsupported(),
            "The restoration class cannot migrate state of that older version"
        ),
    ])
    func `prints its meaning`(answer: any Error, text: String) {
        #expect("\(answer)" == text)
    }
}
