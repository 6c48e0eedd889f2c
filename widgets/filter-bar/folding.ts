import { useSyncExternalStore } from 'react';

/** Widths of the window in pixels below which so many fields are shown; 5 from the widest on. */
const steps = [
  { below: 1190, fields: 2 },
  { below: 1390, fields: 3 },
  { below: 1570, fields: 4 },
] as const;
const most = 5;

const visible = () => steps.find(({ below }) => window.innerWidth < below)?.fields ?? most;

function subscribe(listener: () => void): () => void {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}

/** Number of fields that a folded bar shows. */
export function useVisibleFields(): number {
  return useSyncExternalStore(subscribe, visible);
}
