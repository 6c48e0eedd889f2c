import { useEffect, useState } from 'react';
import { whenIdle } from '../../../../ui/index.ts';
import type { MatrixCells } from './matrix-rows.ts';

/**
 * The cells that each block shows. A change of hundreds of lines shows at once in the blocks in view; the others follow one by
 * one in pauses, so that no frame waits for all of them.
 */
export function useBlockCells(
  now: MatrixCells,
  blocks: readonly number[],
  isNear: (block: number) => boolean,
  isSame: (block: number, a: MatrixCells, b: MatrixCells) => boolean,
): (block: number) => MatrixCells {
  // Changed in effects alone.
  const [kept] = useState(() => new Map<number, MatrixCells>());
  const [, setTurn] = useState(0);
  const behind = blocks.find((block) => {
    const own = kept.get(block);
    return !isNear(block) && own !== now && (own === undefined || !isSame(block, own, now));
  });
  useEffect(() => {
    // They show this change already, and must not go back when they are scrolled away.
    for (const block of blocks) if (isNear(block)) kept.set(block, now);
  });
  useEffect(() => {
    if (behind === undefined) return undefined;
    return whenIdle(() => {
      kept.set(behind, now);
      setTurn((turn) => turn + 1);
    });
  }, [behind, kept, now]);
  return (block) => (isNear(block) ? now : (kept.get(block) ?? now));
}
