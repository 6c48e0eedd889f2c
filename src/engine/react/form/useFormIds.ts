import { useCallback, useLayoutEffect, useState } from 'react';
import type { Path } from '../../core/index.ts';
import { idOf } from './focus.ts';

/** Numbers of the forms that are open on the page. */
const open = new Set<number>();

/**
 * Ids of a form's controls. Those of the first form on a page are their paths; those of any further one begin with its number, as
 * forms may have fields of the same names, and an id stands for one element of a page.
 */
export function useFormIds(): (path: Path) => string {
  const [number, setNumber] = useState(1);
  useLayoutEffect(() => {
    let own = 1;
    while (open.has(own)) own += 1;
    open.add(own);
    setNumber(own);
    return () => void open.delete(own);
  }, []);
  return useCallback(
    (path: Path) => (number === 1 ? idOf(path) : `//${number}${idOf(['', ...path])}`),
    [number],
  );
}
