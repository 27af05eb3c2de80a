# Camel Cards, part 1.
# Mistake T13: three of a kind counts as a full house (nobody looked at the other two cards).
use strict;
use warnings;

my @shapes = (qr/^1/, qr/^21/, qr/^22/, qr/^3/, qr/^4/, qr/^5/);

sub key {
    my ($hand) = @_;
    my %count;
    $count{$_}++ for split //, $hand;
    my $shape = join '', sort { $b <=> $a } values %count;
    my ($type) = grep { $shape =~ $shapes[$_] } 0 .. $#shapes;
    return $type . $hand =~ tr/TJQKA/a-e/r;
}

my @entries = map { [split] } grep { /\S/ } <STDIN>;
my ($rank, $total) = (0, 0);
$total += ++$rank * $_->[1] for sort { key($a->[0]) cmp key($b->[0]) } @entries;
print "$total\n";
