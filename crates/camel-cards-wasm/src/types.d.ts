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
    /** What makes the type: `T ×2 + J ×2 as T, K ×1`. */
    made_of: string;
    /** The labels and how often each occurs, most frequent first. */
    label_counts: LabelCount[];
    /** The label that jokers stand for, if there are any. */
    jokers_stand_for: string | null;
    /** The place among all 371,293 hands: 1 is the weakest. */
    strength: number;
    /** How many hands are weaker. */
    beats: number;
    /** How many hands there are. */
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
    /** As they were given. */
    hands: [string, string];
    /** Their hand types. */
    types: [HandType, HandType];
    /** The labels that their jokers stand for, if there are any. */
    jokers_stand_for: [string | null, string | null];
    /** Their strengths among all hands, 1 the weakest. */
    strengths: [number, number];
    /** The stronger hand; none if they are identical. */
    winner: string | null;
    /** `type`, `card`, or `nothing` if they are identical. */
    decided_by: "type" | "card" | "nothing";
    /** The place from 1 to 5 of the card that decides, if one does. */
    card: number | null;
    /** All of it in a sentence. */
    sentence: string;
}

/** The total winnings of an input. */
export interface Score {
    /** How many entries there are. */
    entries: number;
    /** How many entries hold a hand that another holds too. */
    tied: number;
    /** Under each of the rules that were asked for. */
    winnings: Winnings;
}

/** Total winnings under both rules, or under one. */
export interface Winnings {
    /** Under standard rules. */
    standard: bigint;
    /** Under joker rules. */
    joker: bigint;
}

/** What an input looks like. */
export interface Stats {
    /** How many entries there are. */
    entries: number;
    /** How many different hands there are. */
    hands: number;
    /** How many entries hold a hand that another holds too. */
    tied: number;
    /** From the least to the greatest, and their sum. */
    bids: Bids;
    /** How many cards have each label, weakest first. */
    labels: Label[];
    /** The entries of each hand type. */
    types: Types;
    /**
     * How many entries have a type under standard rules (the index) and one under joker rules
     * (the index within), weakest first.
     */
    joined: number[][];
}

/** The bids of an input. */
export interface Bids {
    /** None if there are no entries. */
    least: bigint | null;
    /** None if there are no entries. */
    greatest: bigint | null;
    /** Of all entries. */
    sum: bigint;
}

/** How many cards have a label. */
export interface Label {
    /** One of `23456789TJQKA`. */
    label: string;
    /** At most five for each entry. */
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
    /** How many there are. */
    entries: number;
    /** What they win, under ordinal ties. */
    winnings: bigint;
}


/** An entry and where it stands. */
export interface Ranked {
    rank: number;
    hand: string;
    type: HandType;
    bid: bigint;
    winnings: bigint;
}

/** An entry and where it stands under both rules. */
export interface Row {
    /** Its place in the input, from 0. */
    place: number;
    hand: string;
    bid: bigint;
    standard: Standing;
    joker: Standing;
}

/** Where an entry stands. */
export interface Standing {
    rank: number;
    type: HandType;
    winnings: bigint;
}

/** A line that is no entry. */
export interface BadLine {
    /** From 1. */
    line: number;
    /** The byte in the line, from 1. */
    column: number;
    /** Where, what was expected and what was found. */
    message: string;
    /** The likely mend. */
    hint: string | null;
}

/** What is thrown for an input with bad lines. */
export interface BadLinesError extends Error {
    name: "BadLinesError";
    /** The first of them, at most 20. */
    lines: BadLine[];
    /** How many there are. */
    count: number;
}

/** An answer, and what the puzzle's site said of it. */
export interface Tried {
    answer: bigint;
    told?: "too low" | "too high";
}

/** What is wrong with answers. */
export interface Diagnosed {
    /** Whether one of the answers is right. */
    verdict: "right" | "wrong";
    /** The rules of the answers. */
    rules: Rules;
    /** The right total. */
    expected: bigint;
    /** Which answer is right, or of each whether it is too low or too high, a sentence. No sentence tells the right total. */
    summary: string;
    /** What gives exactly one of the answers, simplest first; leads last. */
    findings: Finding[];
    /** What changed from one answer to the next, one sentence each. */
    story: string[];
    /** What the answers are not, one sentence each. */
    ruled_out: string[];
    /** How many candidates were tried. */
    candidates: number;
    /** What was not tried because the input is long; empty if everything was tried. */
    not_tried: string;
}

/** One mistake, or several together, that give exactly an answer. */
export interface Finding {
    /** The rules of the answers. */
    rules: Rules;
    /** The ids of the mistakes. */
    mistakes: string[];
    /** Its certainty. */
    certainty: "certain" | "likely" | "lead";
    /** What is wrong. */
    summary: string;
    /** The answers that it explains. */
    answers: bigint[];
    /** The first two hands in the wrong order, in input order, if any are. */
    pair: [string, string] | null;
    /** Their places among the entries, from 1. */
    places: [number, number] | null;
    /** Their hand types. */
    types: [HandType, HandType] | null;
    /** What the mistake takes each for. */
    taken_for: [string, string] | null;
    /** Which of the two wins, and what decides it. */
    right: string | null;
    /** The rule that settles it. */
    rule: string;
    /** What to change. */
    hint: string;
    /** Other names of mistakes that give the same order on this input. */
    also: string[];
    /** How often chance alone would match; empty if no mistake is made. */
    chance: string;
    /** How many candidates are as simple as this one; null if no mistake is made. */
    candidates: number | null;
    /** How many totals near the right one those candidates give; null for an order. */
    totals_matched: number | null;
    /** How many totals are near; null for an order. */
    totals_nearby: bigint | null;
}

/** What is wrong with an order. */
export interface OrderDiagnosed {
    /** Whether it is the right one. */
    verdict: "right" | "wrong";
    /** The rules of the answers. */
    rules: Rules;
    /** The first two neighbours in the wrong order. */
    pair: [string, string] | null;
    /** The place of the first of them, from 1. */
    place: number | null;
    /** Which of the two wins, and what decides it. */
    right: string | null;
    /** The rule that settles it. */
    rule: string | null;
    /** How many must move for the rest to be in order. */
    out_of_place: number;
    /** Entries of the input that the order lacks. */
    missing: string[];
    /** Lines of the order that are not in the input. */
    added: string[];
    /** Lines that the order has more often than the input. */
    repeated: string[];
    /** How many hands of the order carry the bid of another entry. */
    other_bids: number;
    /** Whether the order has the strongest hand first. */
    strongest_first: boolean;
    /** What gives exactly this order, simplest first. */
    findings: Finding[];
}

/** What the page shows people: a text that is coloured as for a terminal. */
export interface Report {
    text: string;
    /** The same with the right total, if the text hides it. */
    revealed: string | null;
    /** The pairs of hands in the text. */
    pairs: Compared[];
}

/** What is known of a solution that was judged: of the first part that fails, or of what is right. */
export interface VerdictRecord extends PartRecord {
    /** The other part, if something else is known of that. */
    other: PartRecord | null;
    /** How many times it was run. */
    runs: number;
    /** How many runs failed, and then worked on the same input. */
    not_counted: number;
    /**
     * Whether it was judged without the newline at the end of an input, because it reads the empty
     * piece behind as a hand.
     */
    without_last_newline: boolean;
    /** Whether it was judged on lines that end with `\r\n`, because it splits at those only. */
    with_carriage_returns: boolean;
    /** Whether its answers are on standard error, as no number is on standard output. */
    is_on_stderr: boolean;
    /** Whether every run ends with a failed assertion: it compares its answers with some that are written in it. */
    asserts: boolean;
    /** How many bytes of what it printed were not read, at most. */
    cut: number;
    /** Whether a sort said that its comparison is no order. */
    has_no_order: boolean;
    /** What fails beyond the puzzle, each in a few words. */
    beyond: string[];
    /** Whether nothing tells for sure which part a wrong answer is for: it is a guess. */
    rules_are_guessed: boolean;
}

/** What is known of one part, or of both where they fail alike. */
export interface PartRecord {
    /** In one word. */
    verdict: "right" | "wrong" | "crash" | "timeout" | "no answer" | "not read";
    /** Whose answers it is about, part 1 first; none if it gives no answer. */
    rules: Rules[];
    /** The line that the answer was read from; two, if both parts are right. */
    read: string | null;
    /** An input that it fails on. */
    input: string | null;
    /** Whether leaving out each of its lines was tried, before bids and labels were made simple. */
    is_smallest: boolean;
    /** The right total there; two with a blank between if it is about both parts. */
    expected: string | null;
    /** The wrong answer there. */
    answered: string | null;
    /** What it answered to the same input at another time, if that differs. */
    answered_another_time: string | null;
    /** How it failed instead of answering. */
    failure: string | null;
    /** What it said of the error there: the last lines, without the stack. */
    stderr: string[];
    /** What gives all of its answers. */
    findings: Finding[];
    /** How many answers they were compared with. */
    answers_compared: number;
    /** Where nothing does: hands that do not rank among those of their type. */
    misjudged: MisjudgedRecord[];
}

/** A hand that the solution ranks elsewhere than among the hands of its type, by its own answers. */
export interface MisjudgedRecord {
    /** The hand. */
    hand: string;
    /** The type among whose hands it ranks, if it is another. */
    plays_as: HandType | null;
    /** A hand that it ranks above: the strongest that was tried. */
    above: string | null;
    /** What it is. */
    type: HandType;
}
