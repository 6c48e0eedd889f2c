import type { RowWindow } from '../../../../ui/index.ts';

/** Lines of a block. More: a scroll lays out more at once; fewer: the browser keeps account of more of them. */
export const blockSize = 8;

export interface Block {
  index: number;
  from: number;
  to: number;
  /** Height of the lines before it that are not rendered, and of its own, in pixels. */
  before: number;
  height: number;
}

/** The blocks that contain the lines to render, from top to bottom. */
export function matrixBlocks(
  { from, to, pinned }: Pick<RowWindow, 'from' | 'to' | 'pinned'>,
  count: number,
  topOf: (line: number) => number,
): Block[] {
  const last = Math.ceil(to / blockSize);
  const indexes: number[] = [];
  for (let index = Math.floor(from / blockSize); index < last; index++) indexes.push(index);
  const held = Math.floor(pinned / blockSize);
  if (pinned >= 0 && !indexes.includes(held)) indexes.push(held);
  indexes.sort((a, b) => a - b);
  let end = 0;
  return indexes.map((index) => {
    const block = { index, from: index * blockSize, to: Math.min(count, (index + 1) * blockSize) };
    const before = topOf(block.from) - topOf(end);
    end = block.to;
    return { ...block, before, height: topOf(block.to) - topOf(block.from) };
  });
}
