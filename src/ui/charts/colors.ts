/** Number of series with a colour of their own. */
export const maxColors = 6;

/**
 * Colours of named values that stay: a value keeps its colour while others are filtered away and come back. `known` is changed.
 */
export function assignColors(known: Map<string, number>, names: readonly string[]): void {
  const present = new Set(names);
  const taken = new Set(names.flatMap((name) => known.get(name) ?? []));
  const free = Array.from({ length: maxColors }, (_, color) => color).filter((color) => !taken.has(color));
  for (const name of names) {
    if (known.has(name)) continue;
    // A colour that no absent value remembers comes first.
    const remembered = new Set(known.values());
    const color = free.find((one) => !remembered.has(one)) ?? free[0];
    if (color === undefined) return;
    free.splice(free.indexOf(color), 1);
    for (const [other, its] of known) if (its === color && !present.has(other)) known.delete(other);
    known.set(name, color);
  }
}
