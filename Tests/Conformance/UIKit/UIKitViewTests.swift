import Foundation
import RestorationTesting
import RestorationUIKit
import Testing

/// The scenarios that speak of views and registered objects, on UIKit's own classes.
@MainActor @Suite(.serialized) struct `Views of UIKit's` {
    private let device = UIKitDevice()

    @Test(.rule("T-18", "VIEW-1", "VIEW-2"))
    func `are saved below a view without a name`() throws {
        let before = ViewsController()
        try device.launch(before)
        before.scroll.contentOffset = CGPoint(x: 0, y: 120)
        try device.leave()
        let after = ViewsController()
        try device.launch(after)

        #expect(after.scroll.superview?.restorationIdentifier == nil)
        #expect(after.scroll.contentOffset.y == 120)
    }

    @Test(.rule("T-58", "REST-39"))
    func `are scrolled and zoomed again`() throws {
        let before = ViewsController()
        try device.launch(before)
        before.scroll.contentOffset = CGPoint(x: 0, y: 300)
        before.scroll.zoomScale = 2
        try device.leave()
        let after = ViewsController()
        try device.launch(after)

        #expect(after.scroll.contentOffset == CGPoint(x: 0, y: 300))
        #expect(after.scroll.zoomScale == 2)
    }

    @Test(.rule("T-59", "T-60", "VIEW-6", "VIEW-7"))
    func `select the same item where it is now, and none that is gone`() throws {
        for (items, row) in [(["c", "a", "b"], 2), (["a", "c"], nil)] {
            let before = ViewsController(items: ["a", "b", "c"])
            try device.launch(before)
            before.table.selectRow(at: IndexPath(row: 1, section: 0), animated: false)
            try device.leave()
            let after = ViewsController(items: items)
            try device.launch(after)

            #expect(after.table.indexPathForSelectedRow?.row == row)
        }
    }

    @Test(.rule("T-61", "VIEW-6"))
    func `select the same rows where nobody names the items`() throws {
        let before = ViewsController(items: ["a", "b", "c"], namesItems: false)
        try device.launch(before)
        before.table.selectRow(at: IndexPath(row: 2, section: 0), animated: false)
        try device.leave()
        let after = ViewsController(items: ["c", "a", "b"], namesItems: false)
        try device.launch(after)

        #expect(after.table.indexPathForSelectedRow?.row == 2)
    }

    @Test(.rule("T-62", "T-94", "VIEW-5", "VIEW-9"))
    func `select text again as far as it is there, and do not save it`() throws {
        for (text, location) in [("Milo", 2), ("M", 1)] {
            let before = ViewsController()
            try device.launch(before)
            before.field.text = "Milo"
            before.field.selectedRange = NSRange(location: 2, length: 1)
            try device.leave()
            let after = ViewsController()
            after.didLoad = { $0.field.text = text }
            try device.launch(after)

            #expect(after.field.text == text)
            #expect(after.field.selectedRange.location == location)
        }
        let plain = ViewsController()
        try device.launch(plain)
        #expect(plain.field.text == nil)
    }

    @Test(.rule("T-63", "VIEW-11"))
    func `are not saved if they hold a secret`() throws {
        let before = ViewsController()
        before.didLoad = { $0.field.isSecureTextEntry = true }
        try device.launch(before)
        before.field.text = "secret"
        before.field.selectedRange = NSRange(location: 0, length: 6)
        try device.leave()
        let after = ViewsController()
        after.didLoad = { $0.field.text = "secret" }
        try device.launch(after)

        #expect(after.field.selectedRange.length == 0)
    }

    @Test(.rule("T-99", "REST-39", "REST-40"))
    func `take their place when the rows come, unless the person has scrolled`() throws {
        for scrolls in [false, true] {
            let items = (0..<40).map { "item \($0)" }
            let before = ViewsController(items: items)
            try device.launch(before)
            before.table.contentOffset.y = 440
            try device.leave()
            let after = ViewsController(items: [])
            try device.launch(after)
            if scrolls { after.table.contentOffset.y = -1 }
            after.items = items
            after.table.reloadData()

            #expect(after.table.contentOffset.y == (scrolls ? -1 : 440), "\(scrolls)")
        }
    }

    @Test(.rule("T-78", "T-80", "T-82", "OBJ-3", "OBJ-6", "OBJ-7"))
    func `and registered objects are saved by reference, and made by their class`() throws {
        for isMade in [true, false] {
            MadeFilter.declines = false
            let device = UIKitDevice()
            let filter = MadeFilter("red")
            let before = NoteController("A")
            try device.launch(before) { program in
                program.encodes = { $0.encode(filter, forKey: "filter") }
            }
            UIApplication.registerObject(
                forStateRestoration: filter,
                restorationIdentifier: "Filter"
            )
            UIApplication.registerObject(
                forStateRestoration: MadeFilter("unused"),
                restorationIdentifier: "Unused"
            )
            try device.leave()
            MadeFilter.declines = !isMade
            MadeFilter.last = nil
            try device.launch(NoteController("A"))

            #expect(device.paths.sorted() == ["A", "Filter"])
            #expect(MadeFilter.last?.colour == (isMade ? "red" : nil))
        }
    }
}

/// A controller of a field, a table and a scrolled view, which lies in a view without a name.
final class ViewsController: UIViewController, UITableViewDataSource {
    let field = UITextField()
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 220))
    let scroll = UIScrollView(frame: CGRect(x: 0, y: 220, width: 320, height: 200))
    var items: [String]
    private var source: (any UITableViewDataSource)?
    var didLoad: (ViewsController) -> Void = { _ in }

    init(items: [String] = [], namesItems: Bool = true) {
        self.items = items
        super.init(nibName: nil, bundle: nil)
        restorationIdentifier = "Views"
        if namesItems { source = NamedItems(self) }
    }

    required init?(coder: NSCoder) { return nil }

    override func viewDidLoad() {
        super.viewDidLoad()
        let middle = UIView(frame: view.bounds)
        view.addSubview(middle)
        for part in [field, table, scroll] { middle.addSubview(part) }
        field.restorationIdentifier = "Field"
        table.restorationIdentifier = "Table"
        scroll.restorationIdentifier = "Scroll"
        scroll.contentSize = CGSize(width: 320, height: 900)
        table.dataSource = source ?? self
        didLoad(self)
    }

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        items.count
    }

    func tableView(
        _ tableView: UITableView,
        cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell { UITableViewCell(style: .default, reuseIdentifier: nil) }
}

/// Rows that are named by what they show.
private final class NamedItems: NSObject, UITableViewDataSource, UIDataSourceModelAssociation {
    private unowned let controller: ViewsController

    init(_ controller: ViewsController) { self.controller = controller }

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        controller.items.count
    }

    func tableView(
        _ tableView: UITableView,
        cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell { controller.tableView(tableView, cellForRowAt: indexPath) }

    func modelIdentifierForElement(at idx: IndexPath, in view: UIView) -> String? {
        controller.items.indices.contains(idx.row) ? controller.items[idx.row] : nil
    }

    func indexPathForElement(
        withModelIdentifier identifier: String,
        in view: UIView
    ) -> IndexPath? {
        controller.items.firstIndex(of: identifier).map { IndexPath(row: $0, section: 0) }
    }
}

/// A registered object that its own class makes.
final class MadeFilter: NSObject, UIStateRestoring, UIObjectRestoration {
    static var declines = false
    static var last: MadeFilter?
    var colour: String

    init(_ colour: String) { self.colour = colour }

    var objectRestorationClass: (any UIObjectRestoration.Type)? { MadeFilter.self }

    func encodeRestorableState(with coder: NSCoder) { coder.encode(colour, forKey: "colour") }
    func decodeRestorableState(with coder: NSCoder) {
        colour = coder.decodeObject(of: NSString.self, forKey: "colour").map { "\($0)" } ?? ""
    }

    static func object(
        withRestorationIdentifierPath identifierComponents: [String],
        coder: NSCoder
    ) -> (any UIStateRestoring)? {
        guard !declines else { return nil }
        let filter = MadeFilter("")
        last = filter
        UIApplication.registerObject(
            forStateRestoration: filter,
            restorationIdentifier: identifierComponents.last ?? ""
        )
        return filter
    }
}
