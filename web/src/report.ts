// The coach's reports as the page shows them: its own text, and what only a page has.

import { drawPair } from "./cards";
import { h } from "./dom";
import type { Report } from "./worker";

/** What the codes of a terminal are called here. */
const TONES: Record<string, string> = { 1: "strong", 2: "faint", 31: "bad", 32: "good", 33: "caution" };

/** The text, in lines that wrap, with cards below the sentence that says which of two hands wins. */
export function drawReport({ text, pairs }: Pick<Report, "text" | "pairs">): HTMLElement {
    return h("div", { class: "report", tabindex: -1 }, text.trimEnd().split("\n").map((line) => {
        const pair = pairs.find(({ sentence }) => line.includes(sentence));
        return [drawLine(line), pair ? drawPair(pair) : null];
    }));
}

/** A line of text, whose colours become classes. Where it wraps, it goes on further right than it begins. */
function drawLine(line: string): HTMLElement {
    let tones: string[] = [];
    const indent = line.search(/[^ ]/);
    // Between two codes is text, which ends up in text nodes only.
    const pieces = line.trimStart().split(/\x1b\[(\d+)m/).map((piece, i) => {
        if (i % 2 === 0) return piece && h("span", { class: tones.join(" ") || null }, piece);
        tones = piece === "0" ? [] : [...tones, TONES[piece] ?? ""];
        return null;
    });
    return h("div", { class: "line", style: { "--indent": Math.max(0, indent) } }, pieces);
}

/** What is said of answers: the right total only when it is asked for, with a button beside `more`. */
export function drawAnswers(report: Report, ...more: HTMLElement[]): HTMLElement[] {
    const hidden = drawReport(report);
    const { revealed } = report;
    if (revealed === null) return [hidden];
    const reveal = h("button", { type: "button", class: "quiet", onclick: () => {
        const shown = drawReport({ ...report, text: revealed });
        hidden.replaceWith(shown);
        reveal.remove();
        shown.focus();
    } }, "Reveal the right total");
    return [hidden, h("p", { class: "bar" }, reveal, more)];
}
