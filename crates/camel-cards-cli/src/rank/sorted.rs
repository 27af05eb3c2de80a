//! Entries by strength: a counting sort, in parts that memory has room for.
//!
//! How many entries there are of each hand is known, so it is known where each bid goes,
//! and which hands make a part of how many bytes. More than one part are first told apart
//! into a temporary file; a hand alone too large for memory is sorted as it is there.

use std::ops::Range;

use camel_cards::Hand;

use super::{
    entry_file::{BUFFER_BYTES, EntryFile, PACKED_BYTES, pack, unpack},
    entry_store::EntryStore,
    options::{RankOptions, RowOrder},
    rows::Rows,
    standings::{Standings, TiedGroup},
};
use crate::{failure::Result, output::progress::EntryProgress};

pub(crate) struct Sorted<'a> {
    pub(crate) options: &'a RankOptions,
    pub(crate) standings: &'a Standings,
}

/// Hands that are sorted at once.
struct SortedPart {
    groups: usize,
    /// Which entries those are of all that are printed.
    entries: Range<u64>,
}

impl SortedPart {
    fn len(&self) -> u64 {
        self.entries.end - self.entries.start
    }

    /// Makes parts of at most so many entries, but for those of one hand.
    fn all(groups: impl Iterator<Item = TiedGroup>, room: u64) -> Vec<SortedPart> {
        let mut parts: Vec<SortedPart> = Vec::new();
        for group in groups {
            match parts.last_mut() {
                Some(part) if part.len() + group.entries <= room => {
                    part.groups += 1;
                    part.entries.end += group.entries;
                }
                last => {
                    let start = last.map_or(0, |part| part.entries.end);
                    parts.push(SortedPart { groups: 1, entries: start..start + group.entries });
                }
            }
        }
        parts
    }
}

impl Sorted<'_> {
    fn strongest_first(&self) -> bool {
        self.options.order == RowOrder::Strongest
    }

    fn groups(&self) -> impl Iterator<Item = TiedGroup> + Clone {
        self.standings.groups(self.strongest_first(), self.options.top)
    }

    pub(crate) fn print(&self, store: &mut EntryStore<'_>, rows: &mut Rows) -> Result<()> {
        let room = self.options.memory / size_of::<u64>() as u64;
        let parts = SortedPart::all(self.groups(), room);
        if rows.need_widths() {
            let (mut ranks, mut selected) = (self.standings.ranks(), self.selected(&parts));
            store.each("measuring", |hand, bid| {
                let rank = ranks.next(hand);
                if selected.part(hand).is_some() {
                    rows.widen(rank, bid);
                }
                Ok(())
            })?;
        }
        rows.begin()?;
        let mut sorted =
            SortedBids::with_room_for(parts.iter().map(SortedPart::len).filter(|&len| len <= room));
        if let [part] = &parts[..]
            && part.len() <= room
        {
            sorted.begin(self.groups());
            let mut selected = self.selected(&parts);
            store.each("sorting", |hand, bid| {
                if selected.part(hand).is_some() {
                    sorted.put(hand, bid);
                }
                Ok(())
            })?;
            let done = EntryProgress::new("printing", part.len());
            return self.print_part(self.groups(), &sorted.bids, rows, &done);
        }
        self.print_parts(&parts, &mut self.split(&parts, store)?, &mut sorted, rows)
    }

    /// Writes the entries of each part, one part after the other.
    fn split(&self, parts: &[SortedPart], store: &mut EntryStore<'_>) -> Result<EntryFile> {
        let mut file = EntryFile::create(self.options.temp_dir.as_deref())?;
        let room = (self.options.memory / parts.len().max(1) as u64)
            .clamp(PACKED_BYTES as u64, BUFFER_BYTES as u64);
        let room = room as usize / PACKED_BYTES * PACKED_BYTES;
        let at = |part: &SortedPart| {
            (part.entries.start * PACKED_BYTES as u64, Vec::with_capacity(room))
        };
        let mut buffers: Vec<(u64, Vec<u8>)> = parts.iter().map(at).collect();
        let mut selected = self.selected(parts);
        store.each("sorting", |hand, bid| {
            if let Some(part) = selected.part(hand) {
                let (at, buffer) = &mut buffers[part];
                buffer.extend_from_slice(&pack(hand, bid));
                if buffer.len() == room {
                    file.write(*at, buffer)?;
                    *at += room as u64;
                    buffer.clear();
                }
            }
            Ok(())
        })?;
        buffers.iter().try_for_each(|(at, buffer)| file.write(*at, buffer))?;
        Ok(file)
    }

    fn print_parts(
        &self,
        parts: &[SortedPart],
        file: &mut EntryFile,
        sorted: &mut SortedBids,
        rows: &mut Rows,
    ) -> Result<()> {
        let done = EntryProgress::new("printing", parts.last().map_or(0, |part| part.entries.end));
        let mut groups = self.groups();
        for part in parts {
            let its_groups = groups.clone().take(part.groups);
            if part.len() <= sorted.bids.len() as u64 {
                sorted.begin(its_groups.clone());
                let [at, end] =
                    [part.entries.start, part.entries.end].map(|n| n * PACKED_BYTES as u64);
                file.each_buffer(at, end, |buffer| {
                    unpack(buffer).for_each(|(hand, bid)| sorted.put(hand, bid));
                    Ok(())
                })?;
                self.print_part(its_groups, &sorted.bids, rows, &done)?;
            } else {
                for group in its_groups {
                    self.print_from_file(group, part.entries.start, file, rows, &done)?;
                }
            }
            groups.by_ref().take(part.groups).for_each(drop);
        }
        Ok(())
    }

    /// Prints sorted bids.
    fn print_part(
        &self,
        groups: impl Iterator<Item = TiedGroup>,
        mut bids: &[u64],
        rows: &mut Rows,
        done: &EntryProgress,
    ) -> Result<()> {
        for group in groups {
            let (its_bids, rest) = bids.split_at(group.entries as usize);
            self.print_group(group, its_bids, rows)?;
            done.add(group.entries);
            bids = rest;
        }
        Ok(())
    }

    fn print_group(&self, group: TiedGroup, bids: &[u64], rows: &mut Rows) -> Result<()> {
        let mut print = |i: usize| rows.write(group.strength, group.rank(i as u64), bids[i]);
        if self.strongest_first() {
            (0..bids.len()).rev().try_for_each(&mut print)
        } else {
            (0..bids.len()).try_for_each(&mut print)
        }
    }

    /// Prints entries of one hand, of which there are too many for memory.
    fn print_from_file(
        &self,
        group: TiedGroup,
        start: u64,
        file: &mut EntryFile,
        rows: &mut Rows,
        done: &EntryProgress,
    ) -> Result<()> {
        const ENTRIES: u64 = (BUFFER_BYTES / PACKED_BYTES) as u64;
        let times = group.entries.div_ceil(ENTRIES);
        let mut bids = Vec::new();
        for i in 0..times {
            let from = ENTRIES * if self.strongest_first() { times - 1 - i } else { i };
            let some = group.part(from, ENTRIES.min(group.entries - from));
            let [at, end] = [from, from + some.entries].map(|n| (start + n) * PACKED_BYTES as u64);
            bids.clear();
            file.each_buffer(at, end, |buffer| {
                bids.extend(unpack(buffer).map(|(_, bid)| bid));
                Ok(())
            })?;
            self.print_group(some, &bids, rows)?;
            done.add(some.entries);
        }
        Ok(())
    }

    fn selected(&self, parts: &[SortedPart]) -> Selection {
        let mut selected = Selection { parts: vec![0; Hand::COUNT], cut: None };
        let mut groups = self.groups();
        for (number, part) in (1..).zip(parts) {
            for group in groups.by_ref().take(part.groups) {
                selected.parts[group.hand()] = number;
                // If it is the last, there may be more of the hand than of the group.
                let printed = group.skipped..group.skipped + group.entries;
                selected.cut = Some(Cut { hand: group.hand(), printed, seen: 0 });
            }
        }
        selected
    }
}

/// Which entries are printed, and in which part, as they come in the order of the input.
struct Selection {
    /// The number of the part of each hand, from 1; 0 if it is in none.
    parts: Vec<u32>,
    cut: Option<Cut>,
}

/// The one hand of which perhaps not all entries are printed.
struct Cut {
    hand: usize,
    printed: Range<u64>,
    seen: u64,
}

impl Selection {
    fn part(&mut self, hand: usize) -> Option<usize> {
        let part = self.parts[hand].checked_sub(1)?;
        if let Some(cut) = self.cut.as_mut().filter(|cut| cut.hand == hand) {
            let place = cut.seen;
            cut.seen += 1;
            if !cut.printed.contains(&place) {
                return None;
            }
        }
        Some(part as usize)
    }
}

/// Bids of some hands, those of each hand together.
struct SortedBids {
    bids: Vec<u64>,
    /// Where the next bid of each hand goes.
    next: Vec<usize>,
}

impl SortedBids {
    fn with_room_for(lens: impl Iterator<Item = u64>) -> SortedBids {
        let len = lens.max().unwrap_or(0);
        SortedBids { bids: vec![0; len as usize], next: vec![0; Hand::COUNT] }
    }

    fn begin(&mut self, groups: impl Iterator<Item = TiedGroup>) {
        let mut at = 0;
        for group in groups {
            self.next[group.hand()] = at;
            at += group.entries as usize;
        }
    }

    fn put(&mut self, hand: usize, bid: u64) {
        let at = &mut self.next[hand];
        self.bids[*at] = bid;
        *at += 1;
    }
}
