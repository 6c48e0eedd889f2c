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
): (block: number) => MatrixCells {
  const [kept, setKept] = useState<ReadonlyMap<number, MatrixCells>>(new Map());
  const behind = blocks.find((block) => !isNear(block) && kept.get(block) !== now);
  const near = blocks.filter(isNear).join(' ');
  useEffect(() => {
    if (behind === undefined) return undefined;
    return whenIdle(() =>
      // Those in view too: they show this change already, and must not go back when they are scrolled away.
      setKept((old) => {
        const next = new Map(old).set(behind, now);
        for (const block of near === '' ? [] : near.split(' ')) next.set(Number(block), now);
        return next;
      }),
    );
  }, [behind, near, now]);
  return (block) => (isNear(block) ? now : (kept.get(block) ?? now));
}
