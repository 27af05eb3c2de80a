// What an input looks like: hand types, where the winnings come from, what jokers do.

import { debounced, grouped, h, perCent, picture, s } from "../dom";
import { engine, onState, state } from "../state";
import type { HandType, TypeSummary, Stats } from "../../pkg/camel_cards_wasm.js";

function table(caption: string, head: string[], rows: (string | number)[][]): HTMLElement {
    return h("details", null, h("summary", null, "As a table"),
        h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": caption },
            h("table", null, h("caption", null, caption),
                h("thead", null, h("tr", null, head.map((name) => h("th", { scope: "col" }, name)))),
                h("tbody", null, rows.map(([name, ...cells]) =>
                    h("tr", null, h("th", { scope: "row" }, name), cells.map((cell) => h("td", null, cell))))))));
}

export function charts(): HTMLElement {
    const element = h("section", { class: "charts", "aria-label": "Charts" });
    let [asked, shown] = ["", ""];
    const current = () => `${state.version} ${state.ties}`;
    const show = async () => {
        const now = current();
        if (state.progress || now === asked) return;
        asked = now;
        const stats = state.read?.score.entries ? await engine.call("stats") : undefined;
        if (asked !== now) return;
        element.replaceChildren(...!stats ? [] : [
            types("Hand types", "entries", stats, ({ entries }) => entries),
            types(state.ties === "ordinal" ? "Where the winnings come from" : "Where the winnings come from, with ordinal ties", "winnings", stats, ({ winnings }) => winnings),
            jokers(stats), facts(stats)]);
        shown = now;
        age();
    };
    /** Says whether they are still those of an earlier input. */
    const age = () => element.setAttribute("aria-busy", String(current() !== shown));
    // Not at every key: they take longer to draw than the totals.
    const later = debounced(200, () => show().catch(() => {}));
    onState(() => {
        age();
        later();
    });
    return element;
}

function legend(): HTMLElement {
    return h("p", { class: "legend", "aria-hidden": "true" },
        h("span", { class: "key standard" }), "standard ", h("span", { class: "key joker" }), "joker");
}

/** For each type a bar under either rules. */
function types(title: string, what: string, stats: Stats, of: (type: TypeSummary) => number | bigint): HTMLElement {
    const rows = stats.types.standard.map((standard, i) => ({
        type: standard.type, values: [of(standard), of(stats.types.joker[i])] as const,
    })).reverse();
    const sum = (side: 0 | 1) => rows.reduce((all, { values }) => all + BigInt(values[side]), 0n);
    const sums = [sum(0), sum(1)];
    const share = (value: number | bigint, side: number) =>
        sums[side] ? Number((BigInt(value) * 10_000n) / sums[side]) / 10_000 : 0;
    const most = Math.max(...rows.flatMap(({ values }) => values.map(share)));
    const draw = (width: number) => {
        const [left, right, height] = [112, 62, 44];
        const long = (part: number) => Math.max(1, (part / (most || 1)) * (width - left - right));
        return s("svg", { viewBox: `0 0 ${width} ${rows.length * height}`, width, height: rows.length * height, "aria-hidden": "true" },
            rows.map(({ type, values }, row) => s("g", { transform: `translate(0 ${row * height})` },
                s("text", { x: left - 10, y: 24, "text-anchor": "end" }, type),
                values.map((value, side) => [
                    s("rect", { class: side ? "joker" : "standard", x: left, y: 5 + side * 16, width: long(share(value, side)), height: 13, rx: 2 }),
                    s("text", { class: "value", x: left + long(share(value, side)) + 5, y: 16 + side * 16 }, perCent(value, sums[side])),
                ]))));
    };
    return h("figure", null, h("figcaption", null, title, legend()), picture(draw, `${title}; the table below has its numbers`),
        table(`${title}, by type`, ["type", `standard ${what}`, "share", `joker ${what}`, "share"],
            rows.map(({ type, values: [standard, joker] }) =>
                [type, grouped(standard), perCent(standard, sums[0]), grouped(joker), perCent(joker, sums[1])])));
}

/** From each type under standard rules a band to what it is under joker rules. */
function jokers(stats: Stats): HTMLElement {
    const names = stats.types.standard.map(({ type }) => type);
    const all = stats.types.standard.reduce((sum, { entries }) => sum + entries, 0);
    const title = "What jokers do";
    const flows = stats.joined.flatMap((row, from) => row.map((entries, to) => ({ from, to, entries })))
        .filter(({ entries }) => entries > 0);
    const draw = (width: number) => {
        const [left, gap, room] = [112, 14, 260];
        const height = room + 7 * gap;
        const right = width - left;
        const tops = (counts: number[]) => {
            let y = gap / 2;
            return counts.map((_, i) => counts.length - 1 - i).map((i) => {
                const top = y;
                y += (counts[i] / all) * room + gap;
                return [i, top] as const;
            }).sort(([a], [b]) => a - b).map(([, top]) => top);
        };
        const [from, to] = [stats.types.standard, stats.types.joker].map((types) => tops(types.map(({ entries }) => entries)));
        const [outs, ins] = [[...from], [...to]];
        const bands = [...flows].sort((a, b) => b.to - a.to || b.from - a.from).map((flow) => {
            const thick = (flow.entries / all) * room;
            const [y, z] = [outs[flow.from], ins[flow.to]];
            outs[flow.from] += thick;
            ins[flow.to] += thick;
            const [a, b, middle] = [left, right, (left + right) / 2];
            const path = `M${a} ${y}C${middle} ${y} ${middle} ${z} ${b} ${z}V${z + thick}C${middle} ${z + thick} ${middle} ${y + thick} ${a} ${y + thick}Z`;
            return s("path", { class: flow.from === flow.to ? "stays" : "rises", d: path },
                s("title", null, `${names[flow.from]} to ${names[flow.to]}: ${grouped(flow.entries)}`));
        });
        const label = (types: TypeSummary[], ys: number[], x: number, anchor: string) => types.map(({ type, entries }, i) =>
            entries > 0 && s("text", { x, y: ys[i] + ((entries / all) * room) / 2 + 4, "text-anchor": anchor }, type));
        return s("svg", { viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" }, bands,
            label(stats.types.standard, from, left - 8, "end"), label(stats.types.joker, to, right + 8, "start"));
    };
    return h("figure", null, h("figcaption", null, title,
            h("p", { class: "legend" }, "left: the type under standard rules, right: under joker rules")),
        picture(draw, `${title}; the table below has its numbers`),
        table("Entries by type under standard and joker rules", ["standard", "joker", "entries"],
            flows.reverse().map(({ from, to, entries }) => [names[from] as HandType, names[to], grouped(entries)])));
}

function facts(stats: Stats): HTMLElement {
    const { hands, bids, labels } = stats;
    const cards = labels.reduce((all, label) => all + label.cards, 0);
    return h("figure", null, h("figcaption", null, "Hands and bids"),
        h("dl", null,
            h("dt", null, "Different hands"), h("dd", null, grouped(hands)),
            h("dt", null, "Bids"), h("dd", null, bids.least === null ? "none" : `${grouped(bids.least)} to ${grouped(bids.greatest!)}`),
            h("dt", null, "Sum of bids"), h("dd", null, grouped(bids.sum))),
        table("How often each label occurs", ["label", "cards", "share"],
            [...labels].reverse().map(({ label, cards: count }) => [label, grouped(count), perCent(count, cards)])));
}
