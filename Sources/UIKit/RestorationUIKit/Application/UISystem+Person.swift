public import Foundation

/// Actions of the user, for toolkits and tests. Unlike changes by the program, they consult and
/// notify delegates.
extension UISystem {
    /// Selects a row. With multiple selection, a selected row is deselected.
    public func select(_ path: IndexPath, in table: UITableView) {
        let delegate = table.delegate as? any UITableViewDelegate
        choose(path, of: table, amongSeveral: table.allowsMultipleSelection) { path, isSelected in
            isSelected
                ? delegate?.tableView(table, didSelectRowAt: path)
                : delegate?.tableView(table, didDeselectRowAt: path)
        }
    }

    /// Deletes a row, if the data source permits it.
    ///
    /// - Returns: Whether it was deleted.
    @discardableResult
    public func delete(_ path: IndexPath, in table: UITableView) -> Bool {
        guard let source = table.dataSource, table.hasItem(at: path),
            source.tableView(table, canEditRowAt: path)
        else { return false }
        source.tableView(table, commit: .delete, forRowAt: path)
        return true
    }

    /// Selects an item. With multiple selection, a selected item is deselected.
    public func select(_ path: IndexPath, in collection: UICollectionView) {
        let delegate = collection.delegate as? any UICollectionViewDelegate
        let isSelected = collection.state.selection.contains(path)
        guard collection.allowsSelection,
            isSelected
                || delegate?.collectionView(collection, shouldSelectItemAt: path) ?? true
        else { return }
        choose(path, of: collection, amongSeveral: collection.allowsMultipleSelection) {
            path,
            isSelected in
            isSelected
                ? delegate?.collectionView(collection, didSelectItemAt: path)
                : delegate?.collectionView(collection, didDeselectItemAt: path)
        }
    }

    private func choose(
        _ path: IndexPath,
        of view: some ItemsView,
        amongSeveral: Bool,
        tell: (IndexPath, Bool) -> Void
    ) {
        let former = view.state.selection
        if amongSeveral, former.contains(path) {
            view.state.deselect(path, in: view)
            return tell(path, false)
        }
        view.state.select(path, in: view, keepingOthers: amongSeveral)
        let selected = view.state.selection
        for path in former where !selected.contains(path) { tell(path, false) }
        if selected.contains(path) { tell(path, true) }
    }

    /// Dismisses an alert with an action. Ignores an action that is disabled or not the alert's.
    public func choose(_ action: UIAlertAction, of alert: UIAlertController) {
        guard action.isEnabled, alert.actions.contains(where: { $0 === action }) else { return }
        alert.dismiss(animated: false)
        action.perform()
    }

    /// Selects a tab.
    public func select(_ controller: UIViewController, in tabs: UITabBarController) {
        guard tabs.delegate?.tabBarController(tabs, shouldSelect: controller) ?? true else {
            return
        }
        tabs.selectedViewController = controller
        tabs.delegate?.tabBarController(tabs, didSelect: controller)
    }

    /// Turns a page.
    ///
    /// - Returns: Whether there is a page in that direction.
    @discardableResult
    public func turnPage(
        _ direction: UIPageViewController.NavigationDirection,
        of pages: UIPageViewController
    ) -> Bool {
        let shown = pages.children
        guard let edge = direction == .forward ? shown.last : shown.first,
            let source = pages.dataSource
        else { return false }
        let next =
            direction == .forward
            ? source.pageViewController(pages, viewControllerAfter: edge)
            : source.pageViewController(pages, viewControllerBefore: edge)
        guard let next else { return false }
        pages.setViewControllers([next], direction: direction, animated: false)
        pages.delegate?.pageViewController(
            pages,
            didFinishAnimating: true,
            previousViewControllers: shown,
            transitionCompleted: true
        )
        return true
    }

    /// Presses the return key in a field.
    public func pressReturn(in field: UITextField) {
        guard field.delegate?.textFieldShouldReturn(field) ?? true else { return }
        field.sendActions(for: [.editingDidEndOnExit, .primaryActionTriggered])
    }

    /// Taps a control, which may change its value.
    public func tap(_ control: UIControl) {
        guard control.isEnabled else { return }
        let events: UIControl.Event = control.takeTap() ? [.valueChanged] : []
        control.sendActions(
            for: events.union([.touchDown, .touchUpInside, .primaryActionTriggered])
        )
    }

    /// Moves a slider to a value.
    public func slide(_ slider: UISlider, to value: Float) {
        guard slider.isEnabled, value != slider.value else { return }
        slider.value = value
        slider.sendActions(for: .valueChanged)
    }

    /// Selects a segment.
    public func select(_ index: Int, in segments: UISegmentedControl) {
        guard segments.isEnabled, index != segments.selectedSegmentIndex else { return }
        segments.selectedSegmentIndex = index
        segments.sendActions(for: .valueChanged)
    }

    /// Goes back one step: to the previous controller of a stack, or to the previous column of a
    /// collapsed split view.
    ///
    /// - Returns: Whether there was a step back.
    @discardableResult
    public func goBack(from controller: UIViewController) -> Bool {
        guard let step = stepBack(from: controller) else { return false }
        step()
        return true
    }

    /// The action of ``goBack(from:)``, or `nil` if there is no step back.
    package func stepBack(from controller: UIViewController) -> (() -> Void)? {
        let stack = controller as? UINavigationController ?? controller.navigationController
        if let stack, let top = stack.topViewController, stack.viewControllers.count > 1,
            !top.navigationItem.hidesBackButton
        {
            return { stack.popViewController(animated: true) }
        }
        let split = controller as? UISplitViewController ?? controller.splitViewController
        guard let split, let column = split.columnBefore else { return nil }
        return { split.show(column) }
    }
}
