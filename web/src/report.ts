// The coach's reports as the page shows them: its own text, and what only a page has.

import { drawPair } from "./cards";
import { h } from "./dom";
import type { Engine } from "./engine";
import type { Compared, Rules, Tried } from "../pkg/camel_cards_wasm.js";

/** What the codes of a terminal are called here. */
const TONES: Record<string, string> = { 1: "strong", 2: "faint", 31: "bad", 32: "good", 33: "caution" };

/** The text, in lines that wrap, with cards below the sentence that says which of two hands wins. */
export function drawReport(text: string, pairs: Compared[]): HTMLElement {
    return h("div", { class: "report", tabindex: -1 }, text.trimEnd().split("\n").map((line) => {
        const pair = pairs.find(({ sentence }) => line.includes(sentence));
        return [drawLine(line), pair && drawPair(pair)];
    }));
}

/** A line of text, whose colours become classes. Where it wraps, it goes on further right than it begins. */
function drawLine(line: string): HTMLElement {
    let tones = "";
    // Between two codes is text, which ends up in text nodes only.
    const pieces = line.trimStart().split(/\x1b\[(\d+)m/).map((piece, i) => {
        if (i % 2 === 0) return piece && h("span", { class: tones || null }, piece);
        tones = piece === "0" ? "" : `${tones} ${TONES[piece]}`;
        return null;
    });
    return h("div", { class: "line", style: { "--indent": line.search(/[^ ]|$/) } }, pieces);
}

const failed = ({ message }: Error) => [h("p", { class: "error" }, message)];

/** What the coach says of answers to the input that it has read: the right total only when it is asked for, by a button beside `more`. */
export function answersReport(coach: Engine, tried: Tried[], rules?: Rules, ...more: HTMLElement[]): Promise<HTMLElement[]> {
    return coach.call("diagnose", tried, rules).then(({ text, revealed, pairs }) => {
        const hidden = drawReport(text, pairs);
        if (revealed === null) return [hidden];
        const reveal = h("button", { type: "button", class: "quiet", onclick: () => {
            const shown = drawReport(revealed, pairs);
            hidden.replaceWith(shown);
            reveal.remove();
            shown.focus();
        } }, "Reveal the right total");
        return [hidden, h("p", { class: "bar" }, reveal, more)];
    }, failed);
}

/** What it says of an order. */
export const orderReport = (coach: Engine, order: string, rules?: Rules): Promise<HTMLElement[]> =>
    coach.call("order", order, rules).then(({ text, pairs }) => [drawReport(text, pairs)], failed);
