# Camel Cards, part 1.
# Mistake: two identical hands are compared past the fifth card, for ever. Right otherwise.
use strict;

sub type {
    my %count;
    $count{$_}++ for @_;
    return join '', sort { $b <=> $a } values %count;
}

sub compare {
    my @x = split //, shift;
    my @y = split //, shift;
    my $by_type = type(@x) cmp type(@y);
    return $by_type if $by_type;
    my $i = 0;
    $i++ while $x[$i] eq $y[$i];
    return index('23456789TJQKA', $x[$i]) <=> index('23456789TJQKA', $y[$i]);
}

my @entries = map { [split] } grep { /\S/ } <STDIN>;
my ($rank, $total) = (0, 0);
$total += ++$rank * $_->[1] for sort { compare($a->[0], $b->[0]) } @entries;
print "$total\n";
