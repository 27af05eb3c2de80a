// Elements, numbers and small things that every view needs.

type Child = Node | string | number | bigint | false | null | undefined | Child[];
type Props = Record<string, unknown> | null;

function fill<E extends Element>(element: E, props: Props, children: Child[]): E {
    for (const [name, value] of Object.entries(props ?? {})) {
        if (value === undefined || value === null || value === false) continue;
        if (name.startsWith("on")) element.addEventListener(name.slice(2), value as EventListener);
        else if (name === "style") {
            const { style } = element as unknown as HTMLElement;
            for (const [property, to] of Object.entries(value)) style.setProperty(property, String(to));
        }
        else element.setAttribute(name, value === true ? "" : String(value));
    }
    const texts = children.flat(9).filter((child) => child !== false && child !== null && child !== undefined);
    element.append(...texts.map((child) => (child instanceof Node ? child : String(child))));
    return element;
}

/** An HTML element; styles are set one by one, as the policy wants. */
export function h<K extends keyof HTMLElementTagNameMap>(
    tag: K, props?: Props, ...children: Child[]
): HTMLElementTagNameMap[K] {
    return fill(document.createElement(tag), props ?? null, children);
}

/** An SVG element. */
export function s<K extends keyof SVGElementTagNameMap>(
    tag: K, props?: Props, ...children: Child[]
): SVGElementTagNameMap[K] {
    return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), props ?? null, children);
}

/** A picture, drawn again whenever its width changes, so that its text keeps its size. */
export function picture(draw: (width: number) => SVGElement, label?: string): HTMLElement {
    const box = h("div", { class: "picture", ...(label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" }) });
    let drawn = 0;
    new ResizeObserver(([{ contentRect }]) => {
        const width = Math.max(240, Math.floor(contentRect.width));
        if (width !== drawn) box.replaceChildren(draw((drawn = width)));
    }).observe(box);
    return box;
}

export function grouped(number: number | bigint): string {
    return number.toLocaleString("en-US");
}

const UNITS = ["B", "KB", "MB", "GB", "TB"];

/** Bytes in the unit that fits: `9.9 GB`. */
export function bytes(count: number): string {
    let unit = 0;
    while (count >= 1000 && unit < UNITS.length - 1) [count, unit] = [count / 1000, unit + 1];
    return `${unit ? count.toFixed(1) : count} ${UNITS[unit]}`;
}

/** A share of a whole, rounded down so that only the whole is all of it: `93.98 %`. */
export function perCent(part: number | bigint, whole: number | bigint, decimals = 1): string {
    const unit = 10 ** decimals;
    const share = BigInt(whole) && (BigInt(part) * BigInt(100 * unit)) / BigInt(whole);
    return `${(Number(share) / unit).toFixed(decimals)} %`;
}

export function plural(count: number, one: string, many = `${one}s`): string {
    return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** Calls `run` when nothing has happened for some time. */
export function debounced(milliseconds: number, run: () => void): () => void {
    let timer = 0;
    return () => {
        clearTimeout(timer);
        timer = setTimeout(run, milliseconds);
    };
}

let ids = 0;

/** A label and its control, joined. */
export function field(label: string, control: HTMLElement, hint?: string): HTMLElement {
    control.id ||= `control-${++ids}`;
    return h("div", { class: "field" }, h("label", { for: control.id }, label), control, hint && h("small", null, hint));
}

/** A choice of a few, as radio buttons that look like one bar. */
export function choice<T extends string>(
    legend: string, options: [T, string][], chosen: T, onChange: (value: T) => void
): HTMLFieldSetElement {
    const name = `choice-${++ids}`;
    return h("fieldset", { class: "choice" }, h("legend", null, legend), options.map(([value, text]) =>
        h("label", null,
            h("input", { type: "radio", name, value, checked: value === chosen, onchange: () => onChange(value) }),
            h("span", null, text))));
}

export function save(name: string, parts: BlobPart[]) {
    const url = URL.createObjectURL(new Blob(parts));
    h("a", { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Copies text, and says so on the button. */
export function copyButton(
    text: string, of: () => string | undefined | Promise<string | undefined>, props?: Props, otherwise = "Nothing to copy"
): HTMLButtonElement {
    const button = h("button", { type: "button", ...props }, text);
    button.addEventListener("click", async () => {
        const copied = await of();
        setTimeout(() => (button.textContent = text), 2000);
        if (copied === undefined) return void (button.textContent = otherwise);
        try {
            await navigator.clipboard.writeText(copied);
            button.textContent = "Copied";
        } catch {
            // Without leave to write there, it can be copied by hand.
            prompt("Copy this:", copied);
        }
    });
    return button;
}
