/** Prints rows of cells as a Markdown table, ready for docs/performance.md. */
export function printTable(head, rows) {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  process.stdout.write(`\n${lines.join('\n')}\n`);
}

/** Returns the median. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
