struct Appearance: Equatable {
    private(set) var isShown = false
    private var countOfChanges = 0

    mutating func change(toShown isShown: Bool) {
        self.isShown = isShown
        countOfChanges += 1
    }
}

extension UIViewController {
    func appear() {
        change(
            toShown: true,
            [
                { self.loadViewIfNeeded() }, { self.viewWillAppear(false) },
                { self.showChildren() }, { self.viewDidAppear(false) },
                { self.takeAwaitedFirstResponder() }, { self.showPresented() },
            ]
        )
    }

    func disappear() {
        change(
            toShown: false,
            [
                { self.viewWillDisappear(false) }, { self.presented?.leaveScreen() },
                { for child in self.children { child.disappear() } },
                { self.viewDidDisappear(false) },
            ]
        )
    }

    /// Runs the steps of an appearance or a disappearance. Each step calls the program, which may
    /// change the appearance again. The remaining steps are then skipped.
    private func change(toShown isShown: Bool, _ steps: [() -> Void]) {
        guard isShown != self.isShown else { return }
        appearance.change(toShown: isShown)
        let current = appearance
        for step in steps where appearance == current { step() }
    }

    private func isSeen(_ child: UIViewController) -> Bool {
        childrenSeen.contains { $0 === child }
    }

    /// Shows the visible children and hides the others.
    ///
    /// Each step calls the program: a child may push, present or select another one while it loads
    /// its view or appears. So every step reads the visible children again.
    func showChildren() {
        guard isViewLoaded else { return }
        for child in children where !isSeen(child) { child.leaveScreen() }
        while let child = childrenSeen.first(where: { !$0.isViewLoaded }) {
            child.loadViewIfNeeded()
            guard child.isViewLoaded else { break }
        }
        layoutContents()
        if placesChildren, let view = viewIfLoaded {
            for (index, child) in childrenSeen.enumerated() where child.view.superview !== view {
                view.insertSubview(child.view, at: min(index, view.subviews.count))
            }
        }
        for child in childrenSeen where isShown && isSeen(child) { child.appear() }
    }

    private func takeAwaitedFirstResponder() {
        guard let responder = awaitedFirstResponder else { return }
        awaitedFirstResponder = nil
        responder.becomeFirstResponder()
    }
}
