# Camel Cards, part 1.
# Mistake T3: three of a kind counts as a full house (nobody looked at the other two cards).
proc key {hand} {
    foreach card [split $hand ""] { incr count($card) }
    foreach {card n} [array get count] { lappend sizes $n }
    switch -glob [join [lsort -decreasing $sizes] ""] {
        5*      { set type 6 }
        4*      { set type 5 }
        3*      { set type 4 }
        22*     { set type 2 }
        2*      { set type 1 }
        default { set type 0 }
    }
    return $type[string map {T a J b Q c K d A e} $hand]
}

set entries {}
while {[gets stdin line] >= 0} {
    if {[scan $line "%s %lld" hand bid] == 2} { lappend entries [list [key $hand] $bid] }
}
set rank 0
set total 0
foreach entry [lsort -index 0 $entries] { incr total [expr {[incr rank] * [lindex $entry 1]}] }
puts $total
