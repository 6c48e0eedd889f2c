/** Texts that a list cannot have as they are: with a separator, a quote, a line break, or space around them. */
const needsQuotes = /[",\r\n]|^\s|\s$/;

/** Writes a list into one cell: separated by commas, an item that has one itself in quotes. */
export const listCell = (items: readonly string[]): string =>
  items.map((item) => (needsQuotes.test(item) ? `"${item.replaceAll('"', '""')}"` : item)).join(', ');

/** An item and the comma after it. A quote counts at the beginning of an item only, so that 5" needs none. */
const nextItem = /\s*(?:"((?:[^"]|"")*)"\s*|([^",][^,]*)?)(,|$)/y;

/** Reads the items of a list's cell; null when quotes are not closed or do not enclose a whole item. */
export function itemsOfCell(cell: string): string[] | null {
  const items: string[] = [];
  for (let at = 0; ;) {
    nextItem.lastIndex = at;
    const found = nextItem.exec(cell);
    if (!found) return null;
    const [, inQuotes, plain = '', end] = found;
    if (inQuotes !== undefined) items.push(inQuotes.replaceAll('""', '"'));
    else if (plain.trim() !== '') items.push(plain.trim());
    if (end !== ',') return items;
    at = nextItem.lastIndex;
  }
}
