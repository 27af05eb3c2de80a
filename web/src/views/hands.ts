// Why a hand stands where it stands, and which of two wins.

import { asHand, drawComparison, drawHand, LABELS, spell } from "../cards";
import { copyButton, grouped, h, perCent, picture, s } from "../dom";
import { say, type View } from "../view";
import { link } from "../share";
import { engine } from "../state";
import type { Explained, Rules } from "../../pkg/camel_cards_wasm.js";

const PARTS: [Rules, string][] = [["standard", "Part 1 · standard rules"], ["joker", "Part 2 · joker rules"]];
/** The types, weakest first. */
const SHORT: Record<string, string> = {
    "high card": "high", "one pair": "1 pair", "two pair": "2 pair", "three of a kind": "three", "full house": "full",
    "four of a kind": "four", "five of a kind": "five",
};

/** How many of all hands have each type. */
const CENSUS: Record<Rules, number[]> = {
    standard: [154_440, 171_600, 25_740, 17_160, 1_560, 780, 13],
    joker: [95_040, 178_200, 19_800, 66_000, 3_300, 8_580, 373],
};

type Near = Pick<Explained, "hand" | "strength">;

/** A type's strengths among all hands. */
function bands(rules: Rules) {
    let to = 0;
    return Object.keys(SHORT).map((type, i) => ({ type, from: to + 1, to: (to += CENSUS[rules][i]) }));
}

export function handsView(): View {
    const first = slot("Hand", "KTJJT", update);
    const second = slot("Compared with", "", update);
    const verdict = h("div", { class: "verdict" });
    const explained = h("div", { class: "explained" });
    const fragment = () => ["hands", first.hand(), second.hand()].filter(Boolean).join("/");
    const element = h("div", { class: "hands" },
        h("h2", null, "Explain a hand"),
        h("div", { class: "slots" }, first.element, second.element),
        h("p", { class: "bar" }, copyButton("Copy a link to this", () => link(fragment()), { class: "quiet" })),
        h("div", { "aria-live": "polite" }, verdict), explained);

    let asked = 0;
    async function update() {
        const mine = ++asked;
        const [a, b] = [first.hand(), second.hand()];
        if (a && element.isConnected) history.replaceState(null, "", `#${fragment()}`);
        const parts = a ? await Promise.all(PARTS.map(async ([rules, title]) => {
            const why = await engine.call("explain", a, rules);
            return { title, why, near: await near(why) };
        })) : [];
        const compared = a && b ? await Promise.all(PARTS.map(async ([rules, title]) => ({
            title, result: await engine.call("compare", a, b, rules),
        }))) : [];
        if (mine !== asked) return;
        verdict.replaceChildren(...compared.map(({ title, result }) => h("section", { class: "panel" },
            h("h3", null, title), drawComparison(result))));
        // Whoever moves a slider, or along the neighbours, goes on from there.
        const at = document.activeElement;
        const rulesOf = at?.closest<HTMLElement>(".explanation")?.dataset.rules;
        const control = at?.matches("input") ? "input" : ".near [aria-current] button";
        explained.replaceChildren(...parts.map(({ title, why, near }) => explanation(title, why, near, first.set)));
        if (rulesOf) explained.querySelector<HTMLElement>(`[data-rules=${rulesOf}] ${control}`)?.focus();
    }

    const show = ([a, b]: string[]) => {
        for (const part of [a, b]) if (part && !asHand(part)) say(`${part} is not a hand: a hand is five labels from ${LABELS}.`);
        if (asHand(a ?? "")) {
            first.set(asHand(a)!, false);
            second.set(asHand(b ?? "") ?? "", false);
        }
        update().catch(() => {});
    };
    return { element, show };
}

/** A hand to be typed, or dealt from the labels. */
function slot(title: string, start: string, onChange: () => Promise<void>) {
    const input = h("input", {
        type: "text", value: start, maxlength: 5, size: 7, autocomplete: "off", autocapitalize: "characters", spellcheck: "false",
        "aria-label": `${title}: five labels`, class: "labels",
    });
    const shown = h("div", { class: "shown" });
    const hand = () => asHand(input.value);
    const draw = () => {
        const text = input.value.toUpperCase();
        shown.replaceChildren(drawHand(text.padEnd(5, "·").slice(0, 5)));
        const bad = [...text].find((label) => !LABELS.includes(label));
        input.setAttribute("aria-invalid", String(Boolean(bad)));
        shown.append(h("small", null, bad ? `${bad} is not a label: use ${LABELS}` : text && text.length < 5 ? "five labels make a hand" : ""));
    };
    const set = (to: string, tell = true) => {
        input.value = to;
        draw();
        if (tell) onChange().catch(() => {});
    };
    input.addEventListener("input", () => {
        draw();
        onChange().catch(() => {});
    });
    input.addEventListener("blur", () => set(input.value.toUpperCase(), false));
    const labels = h("div", { class: "palette", role: "group", "aria-label": `Labels for: ${title}` }, [...LABELS].map((label) =>
        h("button", {
            type: "button", onclick: () => set(input.value.length >= 5 ? label : input.value.toUpperCase() + label),
        }, label)));
    draw();
    return { element: h("section", { class: "panel slot" }, h("label", null, title, " ", input), shown, labels), hand, set };
}

/** The hands of the strengths around one, weakest first, as on the line. */
async function near({ strength, hands, rules }: Explained): Promise<Near[]> {
    const from = Math.max(1, Math.min(hands - 4, strength - 2));
    const strengths = [0, 1, 2, 3, 4].map((more) => from + more);
    return Promise.all(strengths.map(async (strength) => ({ strength, hand: (await engine.call("hand", strength, rules))! })));
}

function explanation(title: string, why: Explained, near: Near[], set: (hand: string) => void): HTMLElement {
    const { rules, jokers_stand_for: joker } = why;
    const slider = h("input", {
        type: "range", min: 1, max: why.hands, value: why.strength, "aria-label": `Strength, ${title}`, "aria-valuetext": `${grouped(why.strength)}, ${why.hand}, ${why.type}`,
    });
    slider.addEventListener("input", async () => {
        const hand = await engine.call("hand", Number(slider.value), rules);
        if (hand) set(hand);
    });
    const stands = joker && (why.hand === "JJJJJ" ? "Five jokers stand for A." : `J stands for ${joker}, the most common label${why.label_counts.filter(({ label, count }) =>
        label !== "J" && count === why.label_counts.find(({ label }) => label === joker)!.count).length > 1 ? " (of several, the strongest)" : ""}.`);
    return h("section", { class: `panel explanation ${rules}`, "data-rules": rules },
        h("h3", null, why.hand, " · ", title),
        h("p", { class: "type" }, why.type),
        drawHand(why.hand, { joker, grouped: why }),
        h("p", null, why.made_of, stands && h("small", null, stands)),
        h("p", null, "Strength ", h("strong", null, grouped(why.strength)), ` of ${grouped(why.hands)}: it beats `,
            h("strong", null, perCent(why.beats, why.hands, 2)), " of all hands."),
        picture((width) => line(why, width)), slider,
        h("p", { class: "hint" }, "All hands from the weakest to the strongest: drag along, or use the arrow keys."),
        h("ol", { class: "near", "aria-label": "The hands around it, weakest first" }, near.map(({ hand, strength }) =>
            h("li", { "aria-current": hand === why.hand ? "true" : null },
                h("button", { type: "button", class: "link", onclick: () => set(hand) }, spell(hand)),
                h("small", null, grouped(strength))))));
}

/** All strengths on a line, by type, and where this one is. */
function line(why: Explained, width: number): SVGElement {
    const [height, edge] = [46, 7];
    const x = (strength: number) => edge + ((strength - 1) / (why.hands - 1)) * (width - 2 * edge);
    const long = ({ from, to }: { from: number; to: number }) => x(to) - x(from);
    return s("svg", { viewBox: `0 0 ${width} ${height}`, width, height },
        bands(why.rules).map((band, i) => [
            s("rect", { class: `band${band.type === why.type ? " here" : ""}${i % 2 ? " odd" : ""}`, x: x(band.from), y: 14, width: Math.max(1, long(band)), height: 14 }),
            long(band) > 7 * SHORT[band.type].length && s("text", { x: x(band.from) + long(band) / 2, y: 42, "text-anchor": "middle" }, SHORT[band.type]),
        ]),
        s("path", { class: "marker", d: `M${x(why.strength)} 12l-6 -10h12zM${x(why.strength)} 10v20` }));
}
