// What a link holds, in its fragment, which is never sent to a server.

import { TEXT_MAX } from "./state";

/** A fragment longer than this makes links that some programs cut short. */
const LINK_MAX = 16_000;

async function through(bytes: BlobPart, stream: GenericTransformStream): Promise<Uint8Array<ArrayBuffer>> {
    const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let length = 0;
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
        length += value.length;
        if (length > TEXT_MAX) throw new Error("more text than an editor takes");
        parts.push(value);
    }
    return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** An input packed for a link; `undefined` if it is too long for one. */
export async function pack(text: string): Promise<string | undefined> {
    const packed = await through(text, new CompressionStream("deflate-raw"));
    const binary = Array.from(packed, (byte) => String.fromCharCode(byte)).join("");
    const link = btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
    return link.length <= LINK_MAX ? link : undefined;
}

export async function unpack(link: string): Promise<string> {
    const binary = atob(link.replaceAll("-", "+").replaceAll("_", "/"));
    const packed = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    return new TextDecoder().decode(await through(packed, new DecompressionStream("deflate-raw")));
}

/** The page's address with another fragment. */
export function link(fragment: string): string {
    return `${location.href.split("#")[0]}#${fragment}`;
}
