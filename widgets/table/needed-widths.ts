import type { TableView } from './view.ts';

/** Rows that are read: those of a long page differ little from its first ones. */
const mostRows = 100;
/** Pixels of a letter, on average of a text in which capitals are rare. */
const letter = 7.5;
/** Padding of a cell; the last one has as much at the end of the table. */
const padding = 24;
/** Widths differ by so much at least, in pixels, so that columns stay where they are from page to page. */
const step = 32;
/** Cells that show more than a text have as much as this, in pixels. */
const otherCell = 200;

/** Pixels that the contents of each column need, its head included, estimated from their texts: nothing is laid out for it. */
export function neededWidths({ columns, rows, text, badges }: TableView): number[] {
  const read = rows.slice(0, mostRows);
  return columns.map(({ cell = '', child, edit, title, sort }, index) => {
    if (/group|list|progress/.test(cell) || child || edit) return otherCell;
    // An arrow, a picture and the ends of a badge are as wide as some letters.
    let most = title.length + (sort ? 2 : 0);
    read.forEach((_, row) => {
      const all =
        text(index, row) +
        badges(index, row)
          .map((badge) => `${badge.text}     `)
          .join('');
      most = Math.max(most, all.length + (cell === 'avatar' ? 4.5 : 0));
    });
    return Math.ceil((most * letter + padding) / step) * step;
  });
}
