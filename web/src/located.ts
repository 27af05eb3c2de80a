/** Where a line of a worker's script is in the program: behind the name of a file that is not the one that is run, the last. */
export function located(places: [name: string, linesBefore: number][], line: number): string | undefined {
    const i = places.findLastIndex(([, before]) => before < line);
    if (i < 0) return undefined;
    const [name, before] = places[i];
    return `${i < places.length - 1 ? `${name}, ` : ""}line ${line - before}`;
}
