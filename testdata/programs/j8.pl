# Camel Cards, part 2.
# Mistake J8: JJJxy stays three of a kind (of the threes, only xxxJy was thought of).
use strict;
use warnings;

sub type {
    my ($hand) = @_;
    my %count;
    $count{$_}++ for split //, $hand;
    my $shape  = join '', sort { $b <=> $a } values %count;
    my $jokers = $count{J} || 0;
    return 7 if $shape eq '5' || $jokers && $shape =~ /^(41|32)$/;
    return 6 if $shape eq '41' || $shape eq '311' && $jokers == 1 || $shape eq '221' && $jokers == 2;
    return 5 if $shape eq '32' || $shape eq '221' && $jokers;
    return 4 if $shape eq '311' || $shape eq '2111' && $jokers;
    return 3 if $shape eq '221';
    return 2 if $shape eq '2111' || $jokers;
    return 1;
}

my @entries = map { [split] } grep { /\S/ } <STDIN>;
my %key = map { $_->[0] => type($_->[0]) . $_->[0] =~ tr/J2-9TQKA/a-m/r } @entries;
my ($rank, $total) = (0, 0);
$total += ++$rank * $_->[1] for sort { $key{$a->[0]} cmp $key{$b->[0]} } @entries;
print "$total\n";
