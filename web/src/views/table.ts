// All ranks: every entry under both rules, however many, a screenful of rows at a time.

import { LABELS, spell } from "../cards";
import { debounced, field, grouped, h, plural, save } from "../dom";
import { say, type View } from "../view";
import { engine, onState, setTies, state } from "../state";
import type { HandType, Row, Rules, Ties } from "../../pkg/camel_cards_wasm.js";
import type { Order } from "../worker";

const ROW = 34;
/** No browser makes an element of more than some ten million pixels. */
const HEIGHT_MAX = 8_000_000;
const TYPES: HandType[] = [
    "five of a kind", "four of a kind", "full house", "three of a kind", "two pair", "one pair", "high card",
];
/** The columns, and what a click on their head sorts by. */
const COLUMNS: [string, Order?][] = [
    ["part 1 rank", "standard"], ["part 2 rank", "joker"], ["from part 1 to part 2", "change"], ["hand"], ["part 1 type"], ["part 2 type"],
    ["bid", "bid"], ["part 1 winnings"], ["part 2 winnings"],
];

export function tableView(): View {
    const chosen = {
        order: "standard" as Order, descending: true, pattern: "", type: null as HandType | null,
        rules: "joker" as Rules,
    };
    let rows = 0;
    let entries = 0;
    /** The row at the top, with a fraction; and the one that the keys are at. */
    let top = 0;
    let at = -1;
    let version = "";
    let asked = 0;
    let moved = false;

    const select = <T extends string>(options: [T, string][], value: T, onChange: (value: T) => void) => {
        const element = h("select", null, options.map(([name, text]) => h("option", { value: name, selected: name === value }, text)));
        element.addEventListener("change", () => onChange(element.value as T));
        return element;
    };
    const order = select<Order>([
        ["standard", "strength, part 1"], ["joker", "strength, part 2"], ["change", "rank change"],
        ["bid", "bid"], ["input", "place in the input"],
    ], chosen.order, (value) => choose({ order: value, descending: value !== "input" }));
    const directed = () => (chosen.descending ? "↓ greatest first" : "↑ least first");
    const direction = h("button", { type: "button", onclick: () => choose({ descending: !chosen.descending }) }, directed());
    const pattern = h("input", { type: "search", placeholder: "J??J", maxlength: 5, size: 8, autocomplete: "off", spellcheck: "false" });
    pattern.addEventListener("input", debounced(120, () => choose({ pattern: pattern.value.trim().toUpperCase() })));
    const type = select<HandType | "">([["", "any"], ...TYPES.map((name): [HandType, string] => [name, name])], "",
        (value) => choose({ type: value || null }));
    const rules = select<Rules>([["standard", "part 1"], ["joker", "part 2"]], chosen.rules, (value) => choose({ rules: value }));
    const ties = select<Ties>([["ordinal", "ordinal"], ["min", "min"], ["max", "max"], ["dense", "dense"]], state.ties, setTies);
    const row = h("input", { type: "number", min: 1, size: 10, inputmode: "numeric" });
    const jump = () => {
        if (row.value) go(Math.max(0, Math.min(rows - 1, Math.round(Number(row.value)) - 1)), true);
    };
    row.addEventListener("change", jump);
    const csv = h("button", { type: "button", onclick: exportCsv }, "Save as CSV");
    const PARTS = { standard: "part 1", joker: "part 2" };
    const count = h("p", { class: "counts", "aria-live": "polite" });
    const status = h("p", { class: "empty" });
    const detail = h("div", { class: "detail panel", "aria-live": "polite" });

    const space = h("div", { class: "space" });
    const head = h("div", { class: "row head", role: "row" }, COLUMNS.map(([name, order]) => h("span", {
        role: "columnheader", class: order ? "sorts" : "", "data-order": order, onclick: order && (() =>
            choose(order === chosen.order ? { descending: !chosen.descending } : { order, descending: true })),
    }, name)));
    const body = h("div", { class: "rows", role: "rowgroup" });
    const grid = h("div", {
        class: "grid", role: "grid", tabindex: 0, "aria-label": "Entries; the arrow keys move, Enter says more", "aria-colcount": COLUMNS.length,
    }, h("div", { role: "rowgroup", class: "heads" }, head), body, space);

    const element = h("div", { class: "table" },
        h("h2", null, "All ranks"),
        h("div", { class: "bar fields" },
            field("Sorted by", order), direction, field("Hand contains", pattern), field("Type", type), field("Type in", rules),
            field("Ties", ties), field("Go to row", row), csv),
        count, status, grid, detail);

    function choose(change: Partial<typeof chosen>) {
        Object.assign(chosen, change);
        reselect().catch(() => {});
    }

    async function refresh() {
        const { read, progress, failed } = state;
        ties.value = state.ties;
        const now = `${state.version} ${state.ties}`;
        const why = progress ? "Reading…" : failed ?? (!read?.score.entries ? "There is nothing here yet: enter an input under Score." :
            !read.listed ? "There are too many entries for a table, which holds 16,777,216. Their totals and charts are under Score." : "");
        status.textContent = why;
        grid.hidden = csv.disabled = Boolean(why);
        if (why || version === now) return;
        version = now;
        status.textContent = "Sorting…";
        // Those of another input are not to be seen meanwhile.
        rows = 0;
        asked++;
        body.replaceChildren();
        entries = await engine.call("table", state.ties);
        status.textContent = "";
        at = -1;
        top = 0;
        await reselect();
    }

    async function reselect() {
        const { order: by, descending, pattern, type, rules } = chosen;
        direction.textContent = directed();
        order.value = by;
        csv.textContent = `Save ${PARTS[saved()]} as CSV`;
        for (const column of head.children as Iterable<HTMLElement>) {
            if (column.dataset.order === by) column.setAttribute("aria-sort", descending ? "descending" : "ascending");
            else column.removeAttribute("aria-sort");
        }
        const mine = ++asked;
        detail.replaceChildren();
        const other = [...pattern].find((label) => label !== "?" && !LABELS.includes(label));
        const found = await engine.call("select", by, descending, pattern, type, rules);
        if (mine !== asked) return;
        rows = found;
        count.textContent = other ? `${other} is not a label: use ${LABELS}, or ? for any` : rows === entries ? plural(rows, "row") : `${grouped(rows)} of ${plural(entries, "row")}`;
        grid.setAttribute("aria-rowcount", String(rows + 1));
        row.max = String(rows);
        space.style.setProperty("height", `${Math.min(rows * ROW, HEIGHT_MAX)}px`);
        at = Math.min(at, rows - 1);
        go(Math.min(top, Math.max(0, rows - visible())));
    }

    const visible = () => Math.max(1, Math.floor((grid.clientHeight - ROW) / ROW));
    /** How far the bar goes, and how many rows that stands for. */
    const reach = () => Math.max(1, grid.scrollHeight - grid.clientHeight);
    const last = () => Math.max(0, rows - visible());
    const exact = () => rows * ROW <= HEIGHT_MAX;

    /** Shows rows from one on; the bar follows. */
    function go(to: number, mark = false) {
        if (mark) {
            at = to;
            if (to < top || to >= top + visible()) top = Math.max(0, Math.min(last(), to - Math.floor(visible() / 2)));
        } else {
            top = Math.max(0, Math.min(last(), to));
        }
        const bar = Math.round(exact() ? top * ROW : (top / (last() || 1)) * reach());
        const before = grid.scrollTop;
        if (Math.abs(bar - before) > 1) grid.scrollTop = bar;
        // At its end it does not move, and no event tells of it.
        moved = grid.scrollTop !== before;
        draw().catch(() => {});
    }

    grid.addEventListener("scroll", () => {
        if (moved) return void (moved = false);
        top = exact() ? grid.scrollTop / ROW : (grid.scrollTop / reach()) * last();
        draw().catch(() => {});
    });
    // Of so many rows that a pixel of the bar stands for many, a wheel still moves by rows.
    grid.addEventListener("wheel", (event) => {
        if (exact() || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        const lines = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY / ROW : event.deltaY;
        go(top + lines);
    }, { passive: false });
    let touched = 0;
    grid.addEventListener("touchstart", ({ touches }) => (touched = touches[0].clientY), { passive: true });
    grid.addEventListener("touchmove", (event) => {
        if (exact()) return;
        event.preventDefault();
        const y = event.touches[0].clientY;
        go(top + (touched - y) / ROW);
        touched = y;
    }, { passive: false });
    grid.addEventListener("keydown", (event) => {
        const page = visible() - 1;
        const by: Record<string, number> = {
            ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + page, PageUp: at - page, Home: 0, End: rows - 1,
        };
        if (event.key in by && rows && !event.ctrlKey && !event.altKey) {
            event.preventDefault();
            go(Math.max(0, Math.min(rows - 1, by[event.key])), true);
        } else if (event.key === "Enter" && at >= 0) {
            tell(at).catch(() => {});
        }
    });
    grid.addEventListener("click", ({ target }) => {
        const clicked = (target as Element).closest<HTMLElement>(".row[data-row]");
        if (!clicked) return;
        go(Number(clicked.dataset.row), true);
        tell(at).catch(() => {});
    });
    new ResizeObserver(() => rows && draw().catch(() => {})).observe(grid);

    let drawing = false;
    let again = false;
    async function draw() {
        // One question at a time; the last one is always asked.
        if (drawing) return void (again = true);
        drawing = true;
        try {
            do {
                again = false;
                const from = Math.floor(top);
                const mine = asked;
                const found = await engine.call("rows", from, from + visible() + 2);
                if (mine !== asked) continue;
                widen(found);
                const shift = exact() ? from * ROW : grid.scrollTop - (top - from) * ROW;
                body.style.setProperty("transform", `translateY(${shift}px)`);
                body.replaceChildren(...found.map((row, i) => drawRow(row, from + i)));
                if (grid.querySelector(`#row-${at}`)) grid.setAttribute("aria-activedescendant", `row-${at}`);
                else grid.removeAttribute("aria-activedescendant");
            } while (again);
        } finally {
            drawing = false;
        }
    }

    /** Numbers of up to 40 digits, in columns that are no wider than they must be. */
    function widen(found: Row[]) {
        const need = (name: string, numbers: (number | bigint)[], least: number) => {
            const characters = Math.max(least, ...numbers.map((number) => grouped(number).length));
            const now = Number(grid.style.getPropertyValue(name).replace("ch", ""));
            if (characters > now) grid.style.setProperty(name, `${characters + 1}ch`);
        };
        need("--rank", [entries], 12);
        need("--bid", found.map(({ bid }) => bid), 5);
        need("--win", found.flatMap(({ standard, joker }) => [standard.winnings, joker.winnings]), 15);
    }

    function drawRow({ hand, bid, standard, joker }: Row, index: number): HTMLElement {
        const cell = (content: Node | string, name = "") => h("span", { role: "gridcell", class: name }, content);
        const from = standard.rank / entries;
        const to = joker.rank / entries;
        const change = joker.rank - standard.rank;
        const move = h("span", { class: `move ${change < 0 ? "down" : "up"}` },
            h("i", { style: { left: `${Math.min(from, to) * 100}%`, width: `${Math.abs(to - from) * 100}%` } }),
            h("b", { style: { left: `${to * 100}%` } }),
            h("span", null, change ? `${change > 0 ? "+" : "−"}${grouped(Math.abs(change))}` : "="));
        return h("div", {
            class: `row${index === at ? " at" : ""}`, role: "row", id: `row-${index}`, "data-row": index,
            "aria-rowindex": index + 2, "aria-selected": String(index === at),
        }, cell(grouped(standard.rank), "number"), cell(grouped(joker.rank), "number"), cell(move), cell(spell(hand)),
            cell(standard.type), cell(joker.type, joker.type === standard.type ? "same" : "risen"), cell(grouped(bid), "number"),
            cell(grouped(standard.winnings), "number"), cell(grouped(joker.winnings), "number"));
    }

    /** Where one entry stands under either rules, and what jokers do to it. */
    async function tell(index: number) {
        const [row] = await engine.call("rows", index, index + 1);
        if (!row) return;
        const { hand, bid, standard, joker, place } = row;
        const change = joker.rank - standard.rank;
        const moves = change > 0 ? `${plural(change, "place")} up` : change < 0 ? `${plural(-change, "place")} down` : "0 places";
        const line = (name: string, { rank, type, winnings }: typeof standard) =>
            h("p", null, h("strong", null, name), `: rank ${grouped(rank)} of ${grouped(entries)}, ${type}, wins ${grouped(rank)} × ${grouped(bid)} = ${grouped(winnings)}`);
        detail.replaceChildren(
            h("h3", null, spell(hand), `, entry ${grouped(place + 1)} of the input`),
            line("Part 1", standard), line("Part 2", joker),
            h("p", null, `From part 1 to part 2 it moves ${moves}. `, h("a", { href: `#hands/${hand}` }, "Why this rank")));
    }

    async function exportCsv() {
        const [rules, step, mine, total] = [saved(), 100_000, asked, rows];
        const parts = ["rank,hand,type,bid,winnings\n"];
        csv.disabled = true;
        try {
            for (let from = 0; from < total; from += step) {
                csv.textContent = `${Math.floor((from / total) * 100)} %…`;
                parts.push(await engine.call("csv", from, from + step, rules));
                if (mine !== asked) throw new Error("The table changed while it was being saved, so nothing was saved. Save it again.");
            }
            save(`camel-cards-${rules}.csv`, parts);
        } catch (error) {
            say((error as Error).message);
        } finally {
            csv.disabled = false;
            csv.textContent = `Save ${PARTS[saved()]} as CSV`;
        }
    }

    /** Which ranks are saved: those that the table is sorted by, or else those that its types are of. */
    function saved(): Rules {
        return chosen.order === "standard" || chosen.order === "joker" ? chosen.order : chosen.rules;
    }

    const update = () => element.isConnected && refresh().catch(() => {});
    onState(update);
    return { element, show: () => void refresh().catch(() => {}) };
}
