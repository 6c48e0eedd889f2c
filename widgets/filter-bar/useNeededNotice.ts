import { useEffect, useRef } from 'react';
import { isSet, useHost, useNeededPaths, useText } from '../../src/engine/react/index.ts';
import type { Filters } from '../../src/engine/react/index.ts';
import type { FilterField } from './fields.tsx';

/**
 * Names in a message the fields without a value that a source needs, when the screen opens. Its button applies what stands in the
 * bar by then (specification 2, section 2).
 * @returns does the same for filters that were applied.
 */
export function useNeededNotice(
  bind: string,
  isWanted: boolean,
  fields: readonly FilterField[],
  bound: Filters,
  reload: () => void,
): (applied: Filters) => void {
  const t = useText();
  // An editor's canvas says nothing.
  const { host } = useHost();
  const needed = useNeededPaths();
  const warn = (applied: Filters): void => {
    if (!isWanted) return;
    const missing = fields.filter(({ field }) => needed.has(`${bind}.${field}`) && !isSet(applied[field]));
    if (missing.length === 0) return;
    const filters = missing.map(({ label }) => label ?? '').join(', ');
    host.notify('info', t('widgets.filter-bar.needed', { filters }), {
      action: { text: t('widgets.filter-bar.reload'), run: reload },
    });
  };
  const opening = useRef({ warn, bound });
  useEffect(() => {
    opening.current = { warn, bound };
  });
  useEffect(() => {
    // Remembered filters are applied first.
    const timer = setTimeout(() => opening.current.warn(opening.current.bound));
    return () => clearTimeout(timer);
  }, []);
  return warn;
}
