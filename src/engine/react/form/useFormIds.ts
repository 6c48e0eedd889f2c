import { useCallback, useState, useSyncExternalStore } from 'react';
import type { Path } from '../../core/index.ts';
import { idOf } from './focus.ts';

/** Numbers of the forms that are open on the page. */
const open = new Set<number>();

/** The number of a form while it is open: the lowest that no other one has. */
function createNumber() {
  let own = 1;
  return {
    get: () => own,
    subscribe() {
      own = 1;
      while (open.has(own)) own += 1;
      open.add(own);
      return () => void open.delete(own);
    },
  };
}

/**
 * Ids of a form's controls. Those of the first form on a page are their paths; those of any further one begin with its number, as
 * forms may have fields of the same names, and an id stands for one element of a page.
 */
export function useFormIds(): (path: Path) => string {
  const [store] = useState(createNumber);
  const number = useSyncExternalStore(store.subscribe, store.get);
  return useCallback(
    (path: Path) => (number === 1 ? idOf(path) : `//${number}${idOf(['', ...path])}`),
    [number],
  );
}
