// Which of two hands is stronger? What one gets wrong comes again.

import { choice, h, plural } from "../dom";
import type { View } from "../view";
import { engine } from "../state";
import type { Compared, Rules } from "../../pkg/camel_cards_wasm.js";
import { drawComparison, drawHand, LABELS } from "../cards";

interface Lesson {
    name: string;
    /** Whether two hands are a case of it; the first has as many jokers as it says, at least. */
    is(compared: Compared, jokers: number[]): boolean;
}

const LESSONS: Record<Rules, Lesson[]> = {
    standard: [
        { name: "the types differ", is: ({ types: [a, b] }) => a !== b },
        { name: "full house against four or three of a kind", is: ({ types }) => types.includes("full house") && types.some((type) => /^(four|three)/.test(type)) },
        { name: "two pair against three of a kind or one pair", is: ({ types }) => types.includes("two pair") && types.some((type) => /^(one|three)/.test(type)) },
        { name: "the first card decides", is: ({ card }) => card === 1 },
        { name: "a later card decides", is: ({ card }) => (card ?? 0) > 1 },
    ],
    joker: [
        { name: "jokers make the type", is: ({ types: [a, b] }, [j, k]) => a !== b && j + k > 0 },
        { name: "two or more jokers", is: ({ types: [a, b] }, [j, k]) => a !== b && Math.max(j, k) > 1 },
        { name: "same type, and a joker decides", is: ({ hands, card }) => card !== null && hands.some((hand) => hand[card - 1] === "J") },
        { name: "same type with jokers, but another card decides", is: ({ hands, card }, [j, k]) => card !== null && j + k > 0 && hands.every((hand) => hand[card - 1] !== "J") },
        { name: "no jokers at all", is: ({ types: [a, b] }, [j, k]) => j + k === 0 && a !== b },
    ],
};

export function practiseView(): View {
    let rules: Rules = "standard";
    /** How much a lesson is needed: more when it went wrong, less when it went well. */
    const need = new Map<Lesson, number>();
    let deals = 0;
    let dealt: { compared: Compared; lesson: Lesson } | undefined;
    let [right, asked, streak] = [0, 0, 0];
    const table = h("div", { class: "deal" });
    const reason = h("div", { class: "reason", "aria-live": "polite" });
    const score = h("p", { class: "counts", "aria-live": "off" });
    const next = h("button", { type: "button", onclick: () => void deal().catch(() => {}) }, "Next two (N)");
    const element = h("div", { class: "practise" },
        h("h2", null, "Which hand is stronger?"),
        choice<Rules>("Under which rules", [["standard", "part 1, J is a jack"], ["joker", "part 2, J is a joker"]], rules, (value) => {
            rules = value;
            deal().catch(() => {});
        }),
        h("p", { class: "hint" }, "Click the stronger hand, or press 1 or 2; N deals the next two. What you get wrong comes more often."),
        table, reason, h("p", { class: "bar" }, next), score);

    async function deal() {
        const lessons = LESSONS[rules];
        const weights = lessons.map((lesson) => need.get(lesson) ?? 2);
        let at = Math.random() * weights.reduce((sum, weight) => sum + weight, 0);
        const lesson = lessons[weights.findIndex((weight) => (at -= weight) < 0)] ?? lessons[0];
        const mine = ++deals;
        const compared = await find(lesson, rules);
        if (mine !== deals) return;
        dealt = { compared, lesson };
        reason.replaceChildren();
        const goesOn = document.activeElement === next;
        next.hidden = true;
        table.replaceChildren(...compared.hands.map((hand, i) =>
            h("button", { type: "button", class: "pick", onclick: () => guess(i) },
                drawHand(hand), h("kbd", null, String(i + 1)))));
        if (goesOn) table.querySelector("button")!.focus();
    }

    function guess(i: number) {
        if (!dealt) return;
        const { compared, lesson } = dealt;
        dealt = undefined;
        const isRight = compared.winner === compared.hands[i];
        const now = need.get(lesson) ?? 2;
        need.set(lesson, isRight ? Math.max(0.5, now / 2) : Math.min(16, now * 3));
        [right, asked, streak] = [right + Number(isRight), asked + 1, isRight ? streak + 1 : 0];
        for (const [at, button] of [...table.querySelectorAll("button")].entries()) {
            button.disabled = true;
            button.classList.add(compared.winner === compared.hands[at] ? "wins" : "loses");
        }
        reason.replaceChildren(h("p", { class: isRight ? "right" : "wrong" }, h("strong", null, isRight ? "Right. " : "No. "), `This was: ${lesson.name}.`),
            drawComparison(compared));
        const worst = [...need].filter(([, weight]) => weight > 2).sort(([, a], [, b]) => b - a)[0];
        score.textContent = `${right} of ${plural(asked, "guess", "guesses")} right, ${streak} in a row.${worst ? ` To practise: ${worst[0].name}.` : ""}`;
        next.hidden = false;
        next.focus();
    }

    document.addEventListener("keydown", ({ key, target, ctrlKey, altKey, metaKey }) => {
        const typing = target instanceof Element && target.matches("input[type=text], textarea, select");
        if (!element.isConnected || typing || ctrlKey || altKey || metaKey) return;
        if (key === "1" || key === "2") guess(Number(key) - 1);
        if (key.toLowerCase() === "n" && !dealt) deal().catch(() => {});
    });
    return { element, show: () => void (dealt || reason.firstChild ? 0 : deal().catch(() => {})) };
}

/** Deals until the hands are a case of the lesson. */
async function find(lesson: Lesson, rules: Rules): Promise<Compared> {
    for (;;) {
        const [a, b] = [dealHand(), Math.random() < 0.5 ? dealHand() : undefined];
        // Half of the time the second begins like the first, so that later cards decide.
        const other = b ?? a.slice(0, 1 + Math.floor(Math.random() * 3)) + dealHand();
        const compared = await engine.call("compare", a, other.slice(0, 5), rules);
        const jokers = compared.hands.map((hand) => [...hand].filter((label) => label === "J").length);
        if (compared.winner && lesson.is(compared, jokers)) return compared;
    }
}

/** A hand of few labels, so that types above high card are as common as that. */
function dealHand(): string {
    const random = (below: number) => Math.floor(Math.random() * below);
    const few = Array.from({ length: 2 + random(3) }, () => LABELS[random(LABELS.length)]);
    if (Math.random() < 0.4) few.push("J");
    return Array.from({ length: 5 }, () => few[random(few.length)]).join("");
}
