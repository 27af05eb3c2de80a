// The one idea, with a toy to try it on.

import { drawHand, spell } from "../cards";
import { grouped, h } from "../dom";
import type { View } from "../view";

/** Strongest first, with a hand of each and one that a joker makes it. */
const TYPES: [string, string, string?][] = [
    ["five of a kind", "77777", "7J77J"], ["four of a kind", "K9999", "QJJQ2"], ["full house", "23332", "88J55"],
    ["three of a kind", "TTT98", "4J4A6"], ["two pair", "23432"], ["one pair", "A23A4", "J9753"], ["high card", "23456"],
];

/** Weakest first under standard rules. */
const DECK = ["32T3K", "KTJJT", "KK677", "T55J5", "QQQJA"];
const BIDS = [10, 20, 30, 40, 50];
const EXAMPLE: [string, number][] = [["32T3K", 765], ["T55J5", 684], ["KK677", 28], ["KTJJT", 220], ["QQQJA", 483]];

interface Cell {
    count: number;
    bids: number;
    placed: number;
}

export function howView(): View {
    const element = h("article", { class: "how" },
        h("h2", null, "How it works"),
        h("h3", null, "The rules"),
        h("p", null, "A hand is five cards, in the order dealt. The type decides first; between hands of one type the first card that differs does, from left to right: ",
            h("b", null, "A K Q J T 9 8 7 6 5 4 3 2"), ", strongest first. In part 2, J is a joker: it stands for whatever makes the strongest type, but as a card it is the weakest of all."),
        h("ol", { class: "types", reversed: true }, TYPES.map(([type, hand, joker]) => h("li", null,
            h("b", null, type), drawHand(hand), joker ? drawHand(joker, { joker: joker.replace(/J/g, "")[0] }) : ""))),
        h("h3", null, "The one idea"),
        h("p", null, "A hand's ", h("b", null, "strength"), " is its type, then its labels from left to right. Its ", h("b", null, "rank"),
            " is one more than the number of entries below it. Which hands those are does not matter, only ", h("em", null, "how many"), ". Of entries that hold the same hand the earlier ranks lower."),
        h("p", null, "There are 13 × 13 × 13 × 13 × 13 = 371,293 hands, and no more. So nothing has to be sorted, and no list kept. Three sums for each hand are enough:"),
        h("dl", null,
            h("dt", null, "count"), h("dd", null, "how many entries hold it"),
            h("dt", null, "bids"), h("dd", null, "the sum of their bids"),
            h("dt", null, "placed"), h("dd", null, "the sum of place × bid, the place being 1 for the first of them, 2 for the second, …")),
        h("p", null, "With ", h("i", null, "below"), " entries on weaker hands, all entries of a hand win ", h("b", null, "below × bids + placed"),
            ". Add that up from the weakest hand to the strongest. A thousand entries or a billion: the sums take the same room."),
        toy(),
        h("h3", null, "Why this matters"),
        h("ul", null,
            h("li", null, "One pass over a file, in a few megabytes, however long it is. This page reads a gigabyte that you drop on it, piece by piece."),
            h("li", null, "Both parts from the same sums: only the order of the hands differs."),
            h("li", null, "Tallies add up: to join two halves, move the later places up by the earlier count. So threads, files and machines share the work."),
            h("li", null, "Whole numbers all the way: no total is rounded, and one that would not fit is an error.")),
        h("h3", { id: "privacy" }, "Privacy"),
        h("p", null, "A puzzle input is yours. This page has no server to send it to, and it carries a Content-Security-Policy of ", h("code", null, "connect-src 'none'"),
            ": your browser blocks every request by the page or its engine's thread: data, scripts, pictures, forms. (A policy cannot forbid everything, such as opening another address. The page does none of that, and its tests check it.) A program that you judge runs in its own thread under the same policy, and sees neither the page nor what it keeps. What you typed is kept in this tab, so that a reload finds it. Links that you copy hold what they share after the ",
            h("code", null, "#"), ", which browsers do not send. The puzzle's author asks people not to publish their inputs."));
    return {
        element,
        show: ([section]) => {
            if (section) setTimeout(() => element.querySelector(`#${CSS.escape(section)}`)?.scrollIntoView());
        },
    };
}

/** A tally of five hands, entry by entry. */
function toy(): HTMLElement {
    const cells = new Map<string, Cell>(DECK.map((hand) => [hand, { count: 0, bids: 0, placed: 0 }]));
    const entries: [string, number][] = [];
    const rows = h("tbody");
    const total = h("output");
    const sorted = h("p", { class: "hint" });
    const log = h("p", { class: "log" });

    const add = (hand: string, bid = BIDS[entries.length % BIDS.length]) => {
        const cell = cells.get(hand)!;
        cell.count += 1;
        cell.bids += bid;
        cell.placed += cell.count * bid;
        entries.push([hand, bid]);
        draw(hand);
    };
    const draw = (changed?: string) => {
        const goesOn = rows.contains(document.activeElement);
        let below = 0;
        let sum = 0;
        rows.replaceChildren(...DECK.map((hand) => {
            const { count, bids, placed } = cells.get(hand)!;
            const winnings = below * bids + placed;
            const row = h("tr", { class: hand === changed ? "changed" : "" },
                h("th", { scope: "row" }, h("button", { type: "button", class: "link", "aria-label": `Add an entry of ${hand}`, onclick: () => add(hand) }, spell(hand), " +")),
                [count, bids, placed, below].map((value) => h("td", null, grouped(value))),
                h("td", null, count ? `${grouped(below)} × ${grouped(bids)} + ${grouped(placed)} = ${grouped(winnings)}` : "–"));
            below += count;
            sum += winnings;
            return row;
        }));
        if (goesOn) rows.querySelector<HTMLElement>(".changed button")?.focus();
        total.textContent = grouped(sum);
        log.replaceChildren(...entries.map(([hand, bid], i) => h("span", null, i ? ", " : "", spell(hand), ` ${bid}`)));
        if (!entries.length) log.textContent = "No entries yet.";
        // The other way: sort all entries, and multiply.
        const ranked = entries.map(([hand, bid], i) => ({ at: DECK.indexOf(hand), i, bid })).sort((a, b) => a.at - b.at || a.i - b.i);
        const products = ranked.map(({ bid }, i) => `${i + 1} × ${bid}`);
        const bySort = ranked.reduce((sum, { bid }, i) => sum + (i + 1) * bid, 0);
        sorted.textContent = entries.length ? `Sorted instead: ${products.slice(0, 12).join(" + ")}${products.length > 12 ? " + …" : ""} = ${grouped(bySort)}` : "";
    };
    const start = () => {
        for (const cell of cells.values()) Object.assign(cell, { count: 0, bids: 0, placed: 0 });
        entries.length = 0;
        draw();
    };
    const example = () => {
        start();
        for (const [hand, bid] of EXAMPLE) add(hand, bid);
    };
    draw();
    return h("section", { class: "panel toy", "aria-label": "A toy tally" },
        h("h3", null, "Try it: a tally of five hands, part 1, weakest first"),
        h("p", { class: "bar" }, DECK.map((hand) => h("button", { type: "button", class: "pick small", "aria-label": `Deal ${hand}`, onclick: () => add(hand) }, drawHand(hand)))),
        h("p", { class: "bar" }, h("button", { type: "button", onclick: example }, "The puzzle's example"), h("button", { type: "button", onclick: start }, "Start over")),
        log,
        h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "The tally" }, h("table", null,
            h("thead", null, h("tr", null, ["hand", "count", "bids", "placed", "below", "below × bids + placed"].map((name) => h("th", { scope: "col" }, name)))), rows)),
        h("p", { "aria-live": "polite" }, "Total winnings: ", h("strong", null, total)), sorted);
}
