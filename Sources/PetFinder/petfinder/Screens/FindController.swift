import PetFinderModel
import RestorationTerminal

/// Shows undecided cats one by one, to be matched or skipped.
final class FindController: UIViewController, CatScreen {
    private var portrait: UILabel?
    private var name: UILabel?
    private var facts: UILabel?
    private var story: UITextView?
    private var shown: Cat.ID?

    override class var outlets: [UIOutlet] {
        [
            UIOutlet("portrait", \FindController.portrait), UIOutlet("name", \FindController.name),
            UIOutlet("facts", \FindController.facts), UIOutlet("story", \FindController.story),
        ]
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        portrait?.lineBreakMode = .byClipping
        portrait?.textColor = .systemBlue
        facts?.textColor = .secondaryLabel
        showCats()
    }

    func showCats() {
        let cat = book.nextUndecided
        let count = book.catalog.cats.count
        title = cat == nil ? "No more cats" : "Cat \(book.decidedCount + 1) of \(count)"
        let position = book.catalog.cats.firstIndex { $0.id == cat?.id } ?? 0
        portrait?.text = Portrait.lines(for: position).joined(separator: "\n")
        name?.text = cat?.name ?? "You have seen every cat of the shelter."
        facts?.text = cat.map { "\($0.breed), \($0.ageInWords)" } ?? "Press 2 to see your matches."
        story?.text = cat?.story ?? ""
        guard cat?.id != shown else { return }
        if shown != nil { story?.contentOffset = .zero }
        shown = cat?.id
        invalidateRestorableState()
    }

    override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        portrait?.isHidden = view.bounds.width < 58 || book.nextUndecided == nil
    }

    override var keyCommands: [UIKeyCommand]? {
        guard let cat = book.nextUndecided?.id else {
            guard !book.records.skipped.isEmpty else { return nil }
            return [
                UIKeyCommand(title: "Reconsider skipped cats", input: "r") { [self] in
                    attempt { () throws(PetFinderError) in try book.reconsiderSkipped() }
                }
            ]
        }
        return [
            UIKeyCommand(title: "Match", input: "m") { [self] in
                attempt { () throws(PetFinderError) in try book.match(cat) }
            },
            UIKeyCommand(title: "Skip", input: "s") { [self] in
                attempt { () throws(PetFinderError) in try book.skip(cat) }
            },
            UIKeyCommand(title: "Details", input: "\r") { [self] in showDetails(of: cat) },
        ]
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(shown, forKey: "shown")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        shown = coder.decodeObject(of: NSString.self, forKey: "shown").map { "\($0)" }
    }
}
