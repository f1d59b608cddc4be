import Foundation
import RestorationTerminal
import RestorationUIKit

/// A list of thirty items that can be opened.
final class Items: UITableViewController {
    init() {
        super.init(nibName: nil, bundle: nil)
        restorationIdentifier = "Items"
    }

    required init?(coder: NSCoder) { super.init(coder: coder) }

    var items = (1...30).map { "Item \($0)" }
    let search = UISearchController(searchResultsController: nil)
    var shown: [String] {
        let text = search.searchBar.text ?? ""
        return text.isEmpty ? items : items.filter { $0.contains(text) }
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "Items"
        tableView.restorationIdentifier = "Table"
        navigationItem.rightBarButtonItem = UIBarButtonItem(title: "Ask") { [weak self] in
            self?.ask()
        }
    }

    override var keyCommands: [UIKeyCommand]? {
        [
            UIKeyCommand(title: "New", input: "n") { [weak self] in self?.open("New") },
            UIKeyCommand(input: "s", modifierFlags: .control) { [weak self] in
                self?.open("Secret")
            },
        ]
    }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        shown.count
    }

    override func tableView(
        _ tableView: UITableView,
        cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
        let cell = UITableViewCell(style: .value1, reuseIdentifier: "Item")
        cell.textLabel?.text = shown[indexPath.row]
        cell.detailTextLabel?.text = "detail"
        cell.accessoryType = .disclosureIndicator
        return cell
    }

    override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        open(shown[indexPath.row])
    }

    override func tableView(_ tableView: UITableView, canEditRowAt path: IndexPath) -> Bool { true }

    override func tableView(
        _ tableView: UITableView,
        commit editingStyle: UITableViewCell.EditingStyle,
        forRowAt indexPath: IndexPath
    ) {
        items.remove(at: indexPath.row)
        tableView.deleteRows(at: [indexPath], with: .automatic)
    }

    func useSearch() {
        search.searchResultsUpdater = self
        search.searchBar.placeholder = "Search"
        navigationItem.searchController = search
    }

    func open(_ name: String) {
        let form = Form()
        form.title = name
        navigationController?.pushViewController(form, animated: true)
    }

    func ask() {
        let alert = UIAlertController(title: "Sure?", message: "It goes.", preferredStyle: .alert)
        alert.addAction(UIAlertAction(title: "Keep", style: .cancel))
        alert.addAction(
            UIAlertAction(title: "Delete", style: .destructive) { [weak self] _ in
                self?.items = ["Nothing"]
                self?.tableView.reloadData()
            }
        )
        present(alert, animated: true)
    }
}

extension Items: UISearchResultsUpdating {
    func updateSearchResults(for searchController: UISearchController) { tableView.reloadData() }
}

/// Fields in a column.
final class Form: UIViewController, UIViewControllerRestoration {
    let name = UITextField()
    let isDone = UISwitch()
    let amount = UISlider()
    let notes = UITextView()

    init() {
        super.init(nibName: nil, bundle: nil)
        restorationIdentifier = "Form"
        restorationClass = Form.self
    }

    required init?(coder: NSCoder) { super.init(coder: coder) }

    static func viewController(
        withRestorationIdentifierPath identifierComponents: [String],
        coder: NSCoder
    ) -> UIViewController? { Form() }

    override func viewDidLoad() {
        super.viewDidLoad()
        let label = UILabel()
        label.text = "Name"
        name.placeholder = "Somebody"
        name.restorationIdentifier = "Name"
        notes.restorationIdentifier = "Notes"
        let row = UIStackView(arrangedSubviews: [label, name, isDone])
        row.spacing = 1
        let stack = UIStackView(arrangedSubviews: [row, amount, notes])
        stack.axis = .vertical
        view = stack
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(title, forKey: "title")
        coder.encode(name.text, forKey: "name")
        coder.encode(notes.text, forKey: "notes")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        title = coder.decodeObject(of: NSString.self, forKey: "title") as String?
        name.text = coder.decodeObject(of: NSString.self, forKey: "name") as String?
        notes.text = coder.decodeObject(of: NSString.self, forKey: "notes") as String?
    }
}

/// A letter in a sheet, as in Mail.
final class Letter: UIViewController, UIViewControllerRestoration {
    let to = UITextField()
    let text = UITextView()

    init() {
        super.init(nibName: nil, bundle: nil)
        restorationIdentifier = "Letter"
        restorationClass = Letter.self
        modalPresentationStyle = .formSheet
    }

    required init?(coder: NSCoder) { super.init(coder: coder) }

    static func viewController(
        withRestorationIdentifierPath identifierComponents: [String],
        coder: NSCoder
    ) -> UIViewController? { Letter() }

    override func viewDidLoad() {
        super.viewDidLoad()
        to.restorationIdentifier = "To"
        text.restorationIdentifier = "Text"
        let stack = UIStackView(arrangedSubviews: [to, text])
        stack.axis = .vertical
        stack.spacing = 1
        view = stack
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(text.text, forKey: "text")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        text.text = coder.decodeObject(of: NSString.self, forKey: "text") as String?
    }
}

/// Scrolled fields, and a text that cannot be edited.
final class Long: UIViewController {
    let scroll = UIScrollView()
    let text = UITextView()

    init() {
        super.init(nibName: nil, bundle: nil)
        restorationIdentifier = "Long"
    }

    required init?(coder: NSCoder) { super.init(coder: coder) }

    /// Paragraphs of several lines each.
    static let paragraphs = (1...60).map { "P\($0) " + String(repeating: "word ", count: 20) }

    override func viewDidLoad() {
        super.viewDidLoad()
        scroll.restorationIdentifier = "Scroll"
        scroll.contentSize = CGSize(width: 20, height: 20)
        for index in 0..<20 {
            let field = UITextField(frame: CGRect(x: 0, y: index, width: 10, height: 1))
            field.placeholder = "Field \(index)"
            scroll.addSubview(field)
        }
        text.restorationIdentifier = "Text"
        text.isEditable = false
        text.text = Self.paragraphs.joined(separator: "\n")
        view.addSubview(scroll)
        view.addSubview(text)
    }

    override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        let size = view.bounds.size
        scroll.frame = CGRect(x: 0, y: 0, width: 20, height: size.height)
        text.frame = CGRect(x: 20, y: 0, width: size.width - 20, height: size.height)
    }
}

@MainActor enum Screens {
    static func list() -> UIViewController {
        let stack = UINavigationController(rootViewController: Items())
        stack.restorationIdentifier = "Stack"
        return stack
    }

    /// Lists in two tabs.
    static func tabs() -> UIViewController {
        let tabs = UITabBarController()
        tabs.restorationIdentifier = "Tabs"
        tabs.viewControllers = ["Left", "Right"].map { name in
            let stack = UINavigationController(rootViewController: Items())
            stack.restorationIdentifier = name
            stack.title = name
            return stack
        }
        tabs.viewControllers?[1].tabBarItem.badgeValue = "3"
        return tabs
    }

    /// A list and a form in columns.
    static func columns() -> UIViewController {
        let split = UISplitViewController(style: .doubleColumn)
        split.restorationIdentifier = "Split"
        split.setViewController(list(), for: .primary)
        split.setViewController(Form(), for: .secondary)
        return split
    }
}

/// Twelve items in lines.
final class Grid: UICollectionViewController {
    private(set) var opened: [Int] = []

    init() {
        super.init(collectionViewLayout: UICollectionViewFlowLayout())
        restorationIdentifier = "Grid"
    }

    required init?(coder: NSCoder) { super.init(coder: coder) }

    override func viewDidLoad() {
        super.viewDidLoad()
        collectionView.restorationIdentifier = "Items"
        collectionView.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "Item")
    }

    override func collectionView(
        _ collectionView: UICollectionView,
        numberOfItemsInSection section: Int
    ) -> Int { 12 }

    override func collectionView(
        _ collectionView: UICollectionView,
        cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
        let cell = collectionView.dequeueReusableCell(
            withReuseIdentifier: "Item",
            for: indexPath
        )
        let label = UILabel(frame: CGRect(x: 1, y: 1, width: 10, height: 1))
        label.text = "Item \(indexPath.item)"
        for view in cell.contentView.subviews { view.removeFromSuperview() }
        cell.contentView.addSubview(label)
        return cell
    }

    override func collectionView(
        _ collectionView: UICollectionView,
        didSelectItemAt indexPath: IndexPath
    ) { opened.append(indexPath.item) }
}
