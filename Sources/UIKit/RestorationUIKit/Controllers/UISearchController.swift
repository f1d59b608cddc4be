public import Foundation

/// A search bar with search results.
///
/// UIKit preserves none of it. Here a search controller is restored with its text, selection, scope
/// and activity, if it has a restoration identifier and its controller encodes it (CONT-10).
@MainActor open class UISearchController: UIViewController {
    /// The controller of the results, or `nil` if the searched controller shows them.
    public let searchResultsController: UIViewController?
    /// The search bar.
    public let searchBar = UISearchBar()
    /// The object that finds the results.
    open weak var searchResultsUpdater: (any UISearchResultsUpdating)?

    /// Creates a search controller.
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

    /// Whether a search is active.
    open var isActive = false {
        didSet { if isActive != oldValue { update() } }
    }

    private func connect() {
        searchBar.didChange = { [weak self] in self?.update() }
        searchBar.didActivate = { [weak self] in self?.isActive = $0 }
        searchBar.didSelect = { [weak self] in self?.recordChange() }
    }

    private func update() {
        recordChange()
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
        // A scope that no longer exists is not selected. The titles may not be set yet.
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

/// Finds the results of a search.
@MainActor public protocol UISearchResultsUpdating: NSObjectProtocol {
    /// The text, the scope or the activity of the search has changed.
    func updateSearchResults(for searchController: UISearchController)
}

/// A search field with scope buttons.
@MainActor open class UISearchBar: UIView {
    var didChange: (() -> Void)?
    var didSelect: (() -> Void)?
    var didActivate: ((Bool) -> Void)?

    /// The text field.
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

    /// Cancels the search and clears its text, as the user does.
    package func cancel() {
        searchTextField.resignFirstResponder()
        text = nil
        didActivate?(false)
    }

    /// The search text.
    open var text: String? {
        didSet {
            if searchTextField.text != text { searchTextField.text = text }
            if text != oldValue { didChange?() }
        }
    }
    /// The placeholder of the empty field.
    open var placeholder: String? {
        get { searchTextField.placeholder }
        set { searchTextField.placeholder = newValue }
    }
    /// The titles of the scopes.
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
    /// The index of the selected scope.
    open var selectedScopeButtonIndex = 0 {
        didSet {
            guard selectedScopeButtonIndex != oldValue else { return }
            scopes.selectedSegmentIndex = selectedScopeButtonIndex
            didChange?()
        }
    }

    open override var intrinsicContentSize: CGSize { .ofWideControl }

    /// The scopes are placed beside the field.
    open override func layoutSubviews() {
        super.layoutSubviews()
        let isScoped = scopes.superview === self
        let wanted = isScoped ? scopes.intrinsicContentSize.width : 0
        let parts = CGRect(origin: .zero, size: bounds.size)
            .divided(atDistance: min(wanted, bounds.width / 2), from: .maxXEdge)
        (scopes.frame, searchTextField.frame) = (parts.slice, parts.remainder)
    }
}
