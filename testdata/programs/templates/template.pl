use strict;
use warnings;

my @input = grep { /\S/ } <STDIN>; # @input

sub total {
    my ($part) = @_;
    my $labels = $part == 2 ? 'J23456789TQKA' : '23456789TJQKA'; # @labels
    my $type = sub {
        my ($hand) = @_;
        my %count;
        $count{$_}++ for split //, $hand;
        my $jokers = $part == 2 ? delete $count{J} // 0 : 0; # @jokers
        my @sizes = sort { $b <=> $a } values %count;
        $sizes[0] += $jokers; # @join
        return join '', @sizes; # @type
    };
    my $cards = sub {
        return join '', map { chr(97 + index $labels, $_) } split //, $_[0]; # @cards
    };
    my @entries = map { my ($hand, $bid) = split; [$type->($hand), $cards->($hand), $bid, $hand] } @input; # @entries
    @entries = sort { $a->[0] cmp $b->[0] || $a->[1] cmp $b->[1] } @entries; # @sort
    my ($rank, $total) = (0, 0); # @start
    $total += ++$rank * $_->[2] for @entries; # @sum
    return $total;
}

sub grouped { my $text = reverse $_[0]; $text =~ s/(\d{3})(?=\d)/$1,/g; return scalar reverse $text }

my ($first, $second) = (total(1), total(2));
my %text = (a => $first, b => $second, A => grouped($first), B => grouped($second), n => scalar @input, debug => join '', @input);
my $style = "@STYLE@";
$style =~ s/\{(\w+)\}/$text{$1}/g;
print "$style\n";
