/** `standard` is part 1 of the puzzle, `joker` part 2. */
export type Rules = "standard" | "joker";

/** How entries with the same hand rank; by default `ordinal`: the earlier one ranks lower. */
export type Ties = "ordinal" | "min" | "max" | "dense";

/** From weakest to strongest. */
export type HandType = "high card" | "one pair" | "two pair" | "three of a kind" | "full house"
    | "four of a kind" | "five of a kind";

/** The type and the strength of a hand. */
export interface Explained {
    hand: string;
    rules: Rules;
    /** The name of its hand type. */
    type: HandType;
    /** The cards that make the type: `T ×2 + J ×2 as T, K ×1`. */
    made_of: string;
    /** The labels and how often each occurs, most frequent first. */
    label_counts: LabelCount[];
    /** The label that the jokers act as, if there are any. */
    jokers_stand_for: string | null;
    /** The place among all 371,293 hands: 1 is the weakest. */
    strength: number;
    /** The number of weaker hands. */
    beats: number;
    /** The number of hands. */
    hands: number;
    /** None for the strongest hand. */
    next_stronger: string | null;
    /** None for the weakest hand. */
    next_weaker: string | null;
}

/** A label and how often it occurs in a hand. */
export interface LabelCount {
    /** One of `23456789TJQKA`. */
    label: string;
    /** From 1 to 5. */
    count: number;
}

/** Which of two hands wins, and what decides it. */
export interface Compared {
    /** The rules that the hands are compared under. */
    rules: Rules;
    /** The hands, in the order given. */
    hands: [string, string];
    /** Their hand types. */
    types: [HandType, HandType];
    /** The labels that their jokers act as, if there are any. */
    jokers_stand_for: [string | null, string | null];
    /** Their strengths among all hands, 1 the weakest. */
    strengths: [number, number];
    /** The stronger hand; none if they are identical. */
    winner: string | null;
    /** `type`, `card`, or `nothing` if they are identical. */
    decided_by: "type" | "card" | "nothing";
    /** The position, from 1 to 5, of the card that decides, if one does. */
    card: number | null;
    /** The result and the reason, in a sentence. */
    sentence: string;
}

/** The total winnings of an input. */
export interface Score {
    /** The number of entries. */
    entries: number;
    /** The number of entries that share a hand with another. */
    tied: number;
    /** Under each of the requested rules. */
    winnings: Winnings;
}

/** Total winnings under both rules, or under one. */
export interface Winnings {
    /** Under standard rules. */
    standard: bigint;
    /** Under joker rules. */
    joker: bigint;
}

/** Statistics of an input. */
export interface Stats {
    /** The number of entries. */
    entries: number;
    /** The number of different hands. */
    hands: number;
    /** The number of entries that share a hand with another. */
    tied: number;
    /** The least and the greatest bid, and the sum. */
    bids: Bids;
    /** The number of cards of each label, weakest first. */
    labels: Label[];
    /** The entries of each hand type. */
    types: Types;
    /**
     * The number of entries by type under standard rules (first index) and under joker rules
     * (second index), weakest first.
     */
    joined: number[][];
}

/** The bids of an input. */
export interface Bids {
    /** None if there are no entries. */
    least: bigint | null;
    /** None if there are no entries. */
    greatest: bigint | null;
    /** The sum of all bids. */
    sum: bigint;
}

/** The number of cards of a label. */
export interface Label {
    /** One of `23456789TJQKA`. */
    label: string;
    /** The number of these cards. */
    cards: number;
}

/** By hand type, weakest first, under standard and joker rules. */
export interface Types {
    /** Under standard rules. */
    standard: TypeSummary[];
    /** Under joker rules. */
    joker: TypeSummary[];
}

/** The entries of one hand type. */
export interface TypeSummary {
    /** The name of the hand type. */
    type: HandType;
    /** The number of these entries. */
    entries: number;
    /** Their winnings, under ordinal ties. */
    winnings: bigint;
}


/** An entry, with its rank and winnings. */
export interface Ranked {
    rank: number;
    hand: string;
    type: HandType;
    bid: bigint;
    winnings: bigint;
}

/** An entry, with its rank and winnings under both rules. */
export interface Row {
    /** Its position in the input, from 0. */
    place: number;
    hand: string;
    bid: bigint;
    standard: Standing;
    joker: Standing;
}

/** The rank, type and winnings of an entry. */
export interface Standing {
    rank: number;
    type: HandType;
    winnings: bigint;
}

/** A line that is not an entry. */
export interface BadLine {
    /** From 1. */
    line: number;
    /** The byte in the line, from 1. */
    column: number;
    /** Where, what was expected and what was found. */
    message: string;
    /** The likely fix. */
    hint: string | null;
}

/** The error for an input with bad lines. */
export interface BadLinesError extends Error {
    name: "BadLinesError";
    /** The first bad lines, at most 20. */
    lines: BadLine[];
    /** The number of bad lines. */
    count: number;
}

/** An answer, and what the puzzle's site said about it. */
export interface Tried {
    answer: bigint;
    told?: "too low" | "too high";
    /** The rules of its part. */
    rules?: Rules;
}

/** The diagnosis of an answer. */
export interface Diagnosed {
    answer: bigint;
    verdict: "right" | "wrong";
    /** The rules that it was given for; if they are unknown, the likeliest. */
    rules: Rules;
    /** The right total under these rules. */
    expected: bigint;
    /** Says whether it is right, too low or too high. No sentence contains the right total. */
    summary: string;
    /** The mistakes that give exactly this answer, simplest first; leads last. */
    findings: Finding[];
    /** What else is known, one sentence each. */
    clues: string[];
    /** Whether it lies between the least and the greatest total of all orders of the hands. */
    is_possible: boolean;
    /** The number of wrong programs that were tried. */
    candidates: number;
    /** Says if the input was too long to try everything; else empty. */
    not_tried: string;
}

/** One mistake, or several together, that give exactly an answer or an order. */
export interface Finding {
    /** The rules of the answer. */
    rules: Rules;
    /** The ids of the mistakes. */
    mistakes: string[];
    /** Its certainty. */
    certainty: "certain" | "likely" | "lead";
    /** What is wrong. */
    summary: string;
    /** What to change. */
    hint: string;
    /** The puzzle's rule for the misplaced hands. */
    rule: string;
    /** The first two neighbours in the order of such a program that are in the wrong order, in input order. */
    misplaced: Misplaced | null;
    /** The ids of other mistakes that give the same order on this input; those of one list are made together. */
    also: string[][];
    /** The odds of a lucky match; null for the answer to another part or an example. */
    chance: Chance | null;
}

/** Two entries in the wrong order. */
export interface Misplaced {
    /** Hand and bid of each. */
    entries: [string, string];
    /** Their positions from 1: in the input, or in your order. */
    places: [number, number];
    /** The types that the mistake assigns to them. */
    taken_for: [string, string];
    /** Which of the two wins, and what decides it. */
    right: Compared;
    /** The puzzle's rule that decides between them. */
    rule: string;
}

/** The odds of a lucky match: wrong programs this simple give `matched` of the `nearby` totals. */
export interface Chance {
    /** The number of wrong programs as simple as this one, or simpler. */
    candidates: number;
    /** The number of totals near the right one that those programs give. */
    matched: number;
    /** The number of all possible totals in that range; for an order, of orders. */
    nearby: bigint;
}

/** What is wrong with an order. */
export interface OrderDiagnosed {
    /** Whether it is the right one. */
    verdict: "right" | "wrong";
    /** The rules of the order. */
    rules: Rules;
    /** The first two neighbours in the wrong order. */
    misplaced: Misplaced | null;
    /** The number of hands that must move. */
    out_of_place: number;
    /** Entries of the input that the order lacks. */
    missing: string[];
    /** Hands of the order that the input does not have. */
    added: string[];
    /** Hands that the order has more often than the input. */
    repeated: string[];
    /** Whether the order has the strongest hand first. */
    strongest_first: boolean;
    /** The mistakes that give exactly this order, simplest first. */
    findings: Finding[];
}

/** A report for the page: text, coloured as for a terminal. */
export interface Report {
    text: string;
    /** The same text with the right total, if the text hides it. */
    revealed: string | null;
    /** The pairs of hands in the text. */
    pairs: Compared[];
}

/** The verdict on a solution: on the first part that fails, or on all parts if none fails. */
export interface VerdictRecord extends PartRecord {
    /** The verdict on the other part, if it differs. */
    other: PartRecord | null;
    /** The number of runs. */
    runs: number;
    /**
     * Whether it was judged without the newline at the end of an input, because it takes the empty
     * text after it for a hand.
     */
    without_last_newline: boolean;
    /** Whether it was judged on lines that end with `\r\n`, because it fails on `\n`. */
    with_carriage_returns: boolean;
    /** Failures on unusual inputs, each in a few words. */
    beyond: string[];
    /** Whether the part of a wrong answer is a guess. */
    rules_are_guessed: boolean;
}

/** The verdict on one part, or on both if it is the same. */
export interface PartRecord {
    /** The verdict in one word. */
    verdict: "right" | "wrong" | "crash" | "timeout" | "no answer" | "not read";
    /** The rules that it is about, part 1 first; empty if the solution gives no answer. */
    rules: Rules[];
    /** The line that the answer was read from; two, if both parts are right. */
    read: string | null;
    /** An input that it fails on. */
    input: string | null;
    /** False if shrinking stopped before it tried to leave out each line. */
    is_smallest: boolean;
    /** The right total of this input, or two separated by a blank if it is about both parts. */
    expected: string | null;
    /** The wrong answer to this input. */
    answered: string | null;
    /** A different answer to the same input in another run. */
    answered_another_time: string | null;
    /** How it failed instead of answering. */
    failure: string | null;
    /** The last lines of its error message for this input, without the stack trace. */
    stderr: string[];
    /** The mistakes that give all of its answers. */
    findings: Finding[];
}
