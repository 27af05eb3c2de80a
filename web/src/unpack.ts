const MEND = "if the file is complete, unpack it first, or use the command camel-cards";

/** Whether an input that begins with these bytes is gzip. */
export const isGzip = (start: Uint8Array) => start[0] === 0x1f && start[1] === 0x8b;

/**
 * The chunks of an input, unpacked if it is gzip.
 *
 * Several gzip files in one, which browsers do not unpack, are an error there and whole in Node.
 */
export async function* unpacked(
    chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, void> {
    const source = nonEmpty(chunks);
    let first = (await source.next()).value ?? new Uint8Array();
    // A lone byte does not say what it begins.
    if (first.length === 1) first = Uint8Array.of(...first, ...((await source.next()).value ?? []));
    if (!isGzip(first)) {
        yield first;
        yield* source;
        return;
    }
    let broken: unknown;
    const packed = new ReadableStream<Uint8Array<ArrayBuffer>>({
        start: (stream) => stream.enqueue(new Uint8Array(first)),
        async pull(stream) {
            try {
                const { value, done } = await source.next();
                if (done) stream.close();
                else stream.enqueue(new Uint8Array(value));
            } catch (error) {
                broken = error;
                throw error;
            }
        },
        async cancel() {
            await source.return();
        },
    });
    const unpacked = packed.pipeThrough(new DecompressionStream("gzip")).getReader();
    const explain = (error: Error): never => {
        throw broken ?? new Error(`this is a gzip file that cannot be unpacked: ${error.message.replace(/\.$/, "")}; ${MEND}`);
    };
    try {
        for (let chunk; (chunk = (await unpacked.read().catch(explain)).value);) yield chunk;
    } finally {
        // Whoever stops early leaves nothing behind.
        unpacked.cancel().catch(() => {});
    }
}

async function* nonEmpty(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
    for await (const chunk of chunks) if (chunk.length > 0) yield chunk;
}

/** What the page holds as gzip in base64. */
export function unpackedPart(base64: string, type: string): Response {
    const chars = atob(base64);
    const bytes = new Uint8Array(chars.length);
    // Uint8Array.from takes several times as long.
    for (let i = 0; i < chars.length; i++) bytes[i] = chars.charCodeAt(i);
    return new Response(new Response(bytes).body!.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": type } });
}
