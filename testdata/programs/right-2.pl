# Camel Cards, part 2. Right.
use strict;
use warnings;

sub key {
    my ($hand) = @_;
    my %count;
    $count{$_}++ for split //, $hand;
    my $jokers = delete $count{J} // 0;
    my ($most, @rest) = sort { $b <=> $a } values %count;
    $most = ($most // 0) + $jokers;
    (my $labels = $hand) =~ tr/J2-9TQKA/a-m/;
    return join('', $most, @rest) . $labels;
}

my @entries;
while (<STDIN>) {
    my ($hand, $bid) = split or next;
    push @entries, [key($hand), $bid];
}

my ($rank, $total) = (0, 0);
$total += ++$rank * $_->[1] for sort { $a->[0] cmp $b->[0] } @entries;
print "$total\n";
