use std::io::{self, IsTerminal};

use camel_cards::{Entry, Hand, Ranking, Rules, Strength, TiedRanks, Ties};
use clap::ValueEnum;

use super::{RulesArgs, TiesArgs, count};
use crate::{
    failure::{Failure, Result, say},
    output::{
        grouped,
        progress::WorkProgress,
        rows::{RowFormat, RowWriter},
    },
    reading::InputArgs,
};

/// Prints every entry with its rank and winnings
///
/// rank needs 8 bytes of memory for each entry that it prints. With --order input, rank needs about as much memory as score.
/// rank reads files twice. A pipe cannot be read twice, so rank needs 16 more bytes for each entry of a pipe.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:

  $ camel-cards rank --part 1 hands.txt
  rank  hand   type             bid  winnings
     1  32T3K  one pair         765       765
     2  KTJJT  two pair         220       440
     3  KK677  two pair          28        84
     4  T55J5  three of a kind  684      2736
     5  QQQJA  three of a kind  483      2415

  $ camel-cards rank --part 2 --order strongest --top 1 --format csv hands.txt
  rank,hand,type,bid,winnings
  5,KTJJT,four of a kind,220,1100")]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    ties: TiesArgs,
    /// Row order: weakest, strongest or input
    ///
    /// weakest: the weakest entry comes first. strongest: the strongest entry comes first. input: the entries stay in the
    /// order of the input.
    #[arg(long, value_name = "ORDER", default_value = "weakest", hide_possible_values = true)]
    order: RowOrder,
    /// Print only the first N entries
    #[arg(long, value_name = "N", value_parser = count)]
    top: Option<u64>,
    /// table, csv or jsonl
    #[arg(long, value_name = "FORMAT", default_value = "table", hide_possible_values = true)]
    format: RowFormat,
}

/// The order of the rows.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum RowOrder {
    Weakest,
    Strongest,
    Input,
}

/// The entries that hold one hand.
struct Group {
    strength: Strength,
    entries: u64,
    ranks: TiedRanks,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let entries = CountedEntries::read(&args.input)?;
    if args.rules.part.is_none() && io::stdout().is_terminal() {
        say("ranked under standard rules (part 1); use --part 2 for joker rules");
    }
    let rules = args.rules.part.unwrap_or(Rules::Standard);
    let groups = entries.groups(rules, args.ties.ties);
    match args.order {
        RowOrder::Input => print_in_input_order(args, rules, &entries, &groups),
        RowOrder::Weakest | RowOrder::Strongest => print_sorted(args, &entries, groups),
    }
}

fn print_in_input_order(
    args: &Args,
    rules: Rules,
    entries: &CountedEntries<'_>,
    groups: &[Group],
) -> Result<()> {
    // The ties decide the step, so all groups have the same.
    let mut first_ranks = vec![0; Hand::COUNT];
    for Group { strength, ranks, .. } in groups {
        first_ranks[strength.hand().index()] = ranks.first();
    }
    let step = groups.first().map_or(0, |group| group.ranks.step());

    let mut rows = RowWriter::new(args.format, entries.entries, entries.bid_max)?;
    let mut left = args.top.unwrap_or(u64::MAX);
    entries.each_again("printed", |Entry { hand, bid }, position| {
        let Some(rest) = left.checked_sub(1) else { return Ok(()) };
        left = rest;
        let rank = first_ranks[hand.index()] + step * position;
        rows.write(rank, hand.strength(rules), bid)
    })?;
    rows.finish()
}

/// Prints entries by strength, with a counting sort. The position of a bid gives its hand.
fn print_sorted(args: &Args, entries: &CountedEntries<'_>, mut groups: Vec<Group>) -> Result<()> {
    let strongest_first = args.order == RowOrder::Strongest;
    if strongest_first {
        groups.reverse();
    }
    let top = args.top.unwrap_or(u64::MAX);
    // The first place of each hand in the sorted output, if it is printed.
    let (mut starts, mut places) = (vec![None; Hand::COUNT], 0);
    for group in &groups {
        if places < top {
            starts[group.strength.hand().index()] = Some(places);
            places += group.entries;
        }
    }

    let mut bids: Vec<u64> = Vec::new();
    let room = usize::try_from(places).unwrap_or(usize::MAX);
    bids.try_reserve_exact(room)
        .map_err(|_| too_large(&grouped(places.into()), places.saturating_mul(8)))?;
    bids.resize(room, 0);
    entries.each_again("sorted", |Entry { hand, bid }, position| {
        if let Some(start) = starts[hand.index()] {
            *bids.get_mut((start + position) as usize).ok_or_else(changed)? = bid;
        }
        Ok(())
    })?;

    let sorted = groups.iter().flat_map(|group| {
        let start = starts[group.strength.hand().index()].unwrap_or_default();
        (0..group.entries).map(move |i| {
            let position = if strongest_first { group.entries - 1 - i } else { i };
            (group.ranks.nth(position), group.strength, start + position)
        })
    });
    let mut rows = RowWriter::new(args.format, entries.entries, entries.bid_max)?;
    let progress = WorkProgress::of_hands("printed", places.min(top));
    for (number, (rank, strength, place)) in (0..top).zip(sorted) {
        rows.write(rank, strength, bids[place as usize])?;
        progress.set(number);
    }
    rows.finish()
}

/// All entries, and the number of entries of each hand.
struct CountedEntries<'a> {
    input: &'a InputArgs,
    /// Entries that cannot be read again.
    kept: Option<Vec<Entry>>,
    /// The number of entries of each hand.
    counts: Vec<u64>,
    entries: u64,
    bid_max: u64,
}

impl CountedEntries<'_> {
    fn read(input: &InputArgs) -> Result<CountedEntries<'_>> {
        let kept = if input.can_be_read_again() { None } else { Some(Vec::new()) };
        let counts = vec![0; Hand::COUNT];
        let mut counted = CountedEntries { input, kept, counts, entries: 0, bid_max: 0 };
        input.check(None, None)?.read(|block| {
            counted.entries += block.len() as u64;
            for Entry { hand, bid } in block.entries() {
                counted.bid_max = counted.bid_max.max(bid);
                counted.counts[hand.index()] += 1;
            }
            if let Some(kept) = &mut counted.kept {
                kept.try_reserve(block.len()).map_err(|_| {
                    let hands = format!("more than {}", grouped(kept.len() as u128));
                    too_large(&hands, size_of_val(&kept[..]) as u64)
                })?;
                kept.extend(block.entries());
            }
            Ok(())
        })?;
        Ok(counted)
    }

    /// Ranks the hands that occur, weakest first.
    fn groups(&self, rules: Rules, ties: Ties) -> Vec<Group> {
        let hands = Hand::all().filter(|hand| self.counts[hand.index()] > 0);
        let mut strengths: Vec<Strength> = hands.map(|hand| hand.strength(rules)).collect();
        strengths.sort_unstable();
        let mut ranking = Ranking::new(ties);
        let group = |strength: Strength| {
            let entries = self.counts[strength.hand().index()];
            Group { strength, entries, ranks: ranking.next(entries) }
        };
        strengths.into_iter().map(group).collect()
    }

    /// Passes each entry to `take`, with the number of earlier entries of the same hand.
    /// `done_to_them` is one word for the purpose.
    ///
    /// # Errors
    ///
    /// An error of `take`, or an input that has changed.
    fn each_again(
        &self,
        done_to_them: &'static str,
        mut take: impl FnMut(Entry, u64) -> Result<()>,
    ) -> Result<()> {
        let mut counts = vec![0; Hand::COUNT];
        let (progress, mut done) = (WorkProgress::of_hands(done_to_them, self.entries), 0);
        let mut take_next = |entry: Entry| {
            let position = &mut counts[entry.hand.index()];
            take(entry, *position)?;
            *position += 1;
            done += 1;
            progress.set(done);
            Ok(())
        };
        match &self.kept {
            Some(kept) => kept.iter().try_for_each(|&entry| take_next(entry)),
            None => self.input.read_again(|block| block.entries().try_for_each(&mut take_next)),
        }?;
        if counts == self.counts { Ok(()) } else { Err(changed()) }
    }
}

fn changed() -> Failure {
    let message = "the input changed while it was being read, so this output is wrong";
    Failure::Data(message.to_owned())
}

fn too_large(hands: &str, bytes: u64) -> Failure {
    let bytes = grouped(bytes.into());
    Failure::Usage(format!(
        "ranking {hands} hands needs {bytes} bytes of memory, more than there is; for a file, use --order input, which needs none of this, and pipe the rows through sort"
    ))
}
