import RestorationCore
import Testing

@Suite struct `An answer that a restoration class throws` {
    @Test(arguments: [
        (CreationDeclined() as any Error, "The restoration class declined to make an object"),
        (ObjectNotYetAvailable(), "Its data is not available yet"),
        (StateNotYetApplicable(), "The object cannot apply its state yet"),
        (
            MigrationUnsupported(),
            "The restoration class cannot migrate state of that older version"
        ),
    ])
    func `says what it means where it is printed`(answer: any Error, text: String) {
        #expect("\(answer)" == text)
    }
}
