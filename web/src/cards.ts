// Hands as people see them.

import { h } from "./dom";
import type { Compared, Explained } from "../pkg/camel_cards_wasm.js";

export const LABELS = "AKQJT98765432";

/** The five labels of a text, if it is a hand. */
export function asHand(text: string): string | undefined {
    const hand = text.trim().toUpperCase();
    return /^[2-9TJQKA]{5}$/.test(hand) ? hand : undefined;
}

interface Look {
    /** What jokers stand for, shown in their corner. */
    joker?: string | null;
    /** The place from 1 of the card that decides. */
    lit?: number | null;
    /** In groups of one label rather than as dealt. */
    grouped?: Explained;
}

function card(label: string, joker: string | null | undefined, lit: boolean): HTMLElement {
    const isJoker = label === "J" && joker;
    return h("span", { class: `card${isJoker ? " joker" : ""}${lit ? " lit" : ""}` },
        h("span", { class: "label" }, label), isJoker && h("span", { class: "as" }, joker));
}

/** A hand as five cards. A screen reader hears its labels. */
export function drawHand(hand: string, look: Look = {}): HTMLElement {
    const { joker, lit, grouped } = look;
    const said = [...hand].join(" ") + (joker ? `, J stands for ${joker}` : "");
    const hidden = (cards: (HTMLElement | HTMLElement[])[]) =>
        h("span", { class: "cards", role: "img", "aria-label": said }, cards);
    if (!grouped) return hidden([...hand].map((label, i) => card(label, joker, lit === i + 1)));
    // Jokers go with what they stand for.
    const groups = grouped.label_counts
        .filter(({ label }) => !(label === "J" && joker && hand !== "JJJJJ"))
        .map(({ label, count }) => {
            const jokers = label === joker ? [...hand].filter((other) => other === "J").length : 0;
            return [label.repeat(count), "J".repeat(jokers)].join("");
        });
    return hidden(groups.map((group) =>
        h("span", { class: "group" }, [...group].map((label) => card(label, joker, false)))));
}

/** A hand in a line of text, its jokers marked. */
export function spell(hand: string): HTMLElement {
    return h("span", { class: "spelled" }, [...hand].map((label) =>
        label === "J" ? h("span", { class: "j" }, label) : label));
}

/** Two hands beside each other, the card that decides lit up. */
export function drawPair({ hands, types, jokers_stand_for, winner, card, decided_by }: Compared): HTMLElement {
    return h("div", { class: "two" }, hands.map((hand, i) => {
        const wins = winner === hand && decided_by !== "nothing";
        return h("div", { class: `side${wins ? " wins" : ""}` },
            drawHand(hand, { lit: card, joker: jokers_stand_for[i] }),
            h("p", { class: decided_by === "type" ? "decides" : "" }, types[i], wins && h("b", null, " ▲ wins")));
    }));
}

/** The same with the reason. */
export function drawComparison(compared: Compared): HTMLElement {
    return h("div", { class: "comparison" }, drawPair(compared), h("p", { class: "sentence" }, `${compared.sentence}.`));
}
