public import Foundation

/// A search bar, and what is found.
///
/// UIKit preserves nothing of it. Here a search controller with a restoration identifier that its
/// controller encodes comes back with its text, selection and scope, active or not
/// (CONT-10).
@MainActor open class UISearchController: UIViewController {
    /// Shows what is found; `nil` where the searched controller does it.
    public let searchResultsController: UIViewController?
    /// What the person types into.
    public let searchBar = UISearchBar()
    /// Finds what the bar asks for.
    open weak var searchResultsUpdater: (any UISearchResultsUpdating)?

    /// Creates a search.
    public init(searchResultsController: UIViewController?) {
        self.searchResultsController = searchResultsController
        super.init(nibName: nil, bundle: nil)
        connect()
        if let searchResultsController { addChild(searchResultsController) }
    }

    public required init?(coder: NSCoder) {
        searchResultsController = nil
        super.init(coder: coder)
        connect()
    }

    /// Whether the person is searching.
    open var isActive = false {
        didSet { if isActive != oldValue { update() } }
    }

    private func connect() {
        searchBar.didChange = { [weak self] in self?.update() }
        searchBar.didActivate = { [weak self] in self?.isActive = $0 }
        searchBar.didSelect = { [weak self] in self?.noteChange() }
    }

    private func update() {
        noteChange()
        searchResultsUpdater?.updateSearchResults(for: self)
    }

    private enum Key {
        static let isActive = "UISearchController.isActive"
        static let text = "UISearchController.text"
        static let scope = "UISearchController.scope"
        static let selection = "UISearchController.selection"
    }

    open override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(isActive, forKey: Key.isActive)
        coder.encode(searchBar.text, forKey: Key.text)
        coder.encode(searchBar.selectedScopeButtonIndex, forKey: Key.scope)
        let selection = searchBar.searchTextField.selectedRange
        coder.encode([selection.location, selection.length] as [Any], forKey: Key.selection)
    }

    open override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        let scope = coder.decodeInteger(forKey: Key.scope)
        // A scope that is gone is not chosen; there may be no scopes yet.
        if searchBar.scopeButtonTitles?.indices.contains(scope) ?? true {
            searchBar.selectedScopeButtonIndex = scope
        }
        searchBar.text = coder.decodeObject(of: NSString.self, forKey: Key.text).map { "\($0)" }
        isActive = coder.decodeBool(forKey: Key.isActive)
        let numbers =
            coder.decodeObject(of: [NSArray.self, NSNumber.self], forKey: Key.selection) as? [Int]
        guard let numbers, numbers.count == 2 else { return }
        searchBar.searchTextField.selectedRange = NSRange(location: numbers[0], length: numbers[1])
    }
}

/// Finds what a search bar asks for.
@MainActor public protocol UISearchResultsUpdating: NSObjectProtocol {
    /// The text, the scope or the activity of the search has changed.
    func updateSearchResults(for searchController: UISearchController)
}

/// A field for the text of a search, with scopes below it.
@MainActor open class UISearchBar: UIView {
    var didChange: (() -> Void)?
    var didSelect: (() -> Void)?
    /// The person has begun to type, or to end the search.
    var didActivate: ((Bool) -> Void)?

    /// Where the person types.
    public let searchTextField = UITextField()
    private let scopes = UISegmentedControl()

    public override init(frame: CGRect) {
        super.init(frame: frame)
        connect()
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        connect()
    }

    private func connect() {
        addSubview(searchTextField)
        searchTextField.didSelect = { [weak self] in self?.didSelect?() }
        searchTextField.addAction(
            UIAction { [weak self] _ in self?.text = self?.searchTextField.text },
            for: .editingChanged
        )
        searchTextField.addAction(
            UIAction { [weak self] _ in self?.didActivate?(true) },
            for: .editingDidBegin
        )
        scopes.addAction(
            UIAction { [weak self] _ in
                guard let self else { return }
                selectedScopeButtonIndex = scopes.selectedSegmentIndex
            },
            for: .valueChanged
        )
    }

    /// Ends the search, as a person does: its text goes.
    package func cancel() {
        searchTextField.resignFirstResponder()
        text = nil
        didActivate?(false)
    }

    /// What is searched for.
    open var text: String? {
        didSet {
            if searchTextField.text != text { searchTextField.text = text }
            if text != oldValue { didChange?() }
        }
    }
    /// What stands in the field while it is empty.
    open var placeholder: String? {
        get { searchTextField.placeholder }
        set { searchTextField.placeholder = newValue }
    }
    /// The scopes that the person can choose from.
    open var scopeButtonTitles: [String]? {
        didSet {
            scopes.setTitles(scopeButtonTitles ?? [])
            scopes.selectedSegmentIndex = selectedScopeButtonIndex
            if scopeButtonTitles?.isEmpty ?? true {
                scopes.removeFromSuperview()
            } else {
                addSubview(scopes)
            }
            setNeedsLayout()
        }
    }
    /// The scope that is chosen.
    open var selectedScopeButtonIndex = 0 {
        didSet {
            guard selectedScopeButtonIndex != oldValue else { return }
            scopes.selectedSegmentIndex = selectedScopeButtonIndex
            didChange?()
        }
    }

    open override var intrinsicContentSize: CGSize { .ofWideControl }

    /// The scopes stand beside the field.
    open override func layoutSubviews() {
        super.layoutSubviews()
        let isScoped = scopes.superview === self
        let wanted = isScoped ? scopes.intrinsicContentSize.width : 0
        let parts = CGRect(origin: .zero, size: bounds.size)
            .divided(atDistance: min(wanted, bounds.width / 2), from: .maxXEdge)
        (scopes.frame, searchTextField.frame) = (parts.slice, parts.remainder)
    }
}
