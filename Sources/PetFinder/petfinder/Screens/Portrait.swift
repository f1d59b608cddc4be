/// Cats drawn in characters.
enum Portrait {
    private static let all = [
        [
            #"   /\_____/\"#,
            #"  (  o   o  )"#,
            #"  (   =^=   )"#,
            #"   \  '-'  /"#,
            #"    )     ("#,
            #"   /  | |  \  )"#,
            #"  (__(| |)__)/"#,
        ],
        [
            #""#,
            #"   /\___/\"#,
            #"  (  - -  )"#,
            #"  (  =Y=  )___"#,
            #"   '-._.-'    \"#,
            #"  (__/ (___)   )"#,
            #"   '------'---'~"#,
        ],
        [
            #"    |\___/|"#,
            #"    ( O O )"#,
            #"   ==  Y  =="#,
            #"     \ ~ /"#,
            #"     /   \    /"#,
            #"    | | | |  |"#,
            #"    (_|_|_)_/"#,
        ],
        [
            #"   ,_     _,"#,
            #"   | \___/ |"#,
            #"   |  ^ ^  |"#,
            #"    \  w  /"#,
            #"   __)   (__"#,
            #"  (         )~~"#,
            #"   '-'---'-'"#,
        ],
    ]

    /// The drawing for a cat, by its position in the list.
    static func lines(for position: Int) -> [String] { all[position % all.count] }
}
