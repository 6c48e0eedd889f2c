import { flushSync } from 'react-dom';

/** Those that still wait, to be told when all of them are needed: by a printer, by the browser's search. */
const waiting = new Set<() => void>();

const wakeAll = (): void => {
  for (const wake of waiting) wake();
};
// A printer takes what stands there when this returns.
const onPrint = (): void => flushSync(wakeAll);
const onKeyDown = (event: KeyboardEvent): void => {
  const search = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f';
  if (search || event.key === 'F3') wakeAll();
};

/** Calls `wake` when what is out of sight is needed, too: by a printer, by the browser's search. Returns the way out. */
export function onPrintOrFind(wake: () => void): () => void {
  if (waiting.size === 0) {
    globalThis.addEventListener('beforeprint', onPrint);
    globalThis.addEventListener('keydown', onKeyDown, true);
  }
  waiting.add(wake);
  return () => {
    waiting.delete(wake);
    if (waiting.size > 0) return;
    globalThis.removeEventListener('beforeprint', onPrint);
    globalThis.removeEventListener('keydown', onKeyDown, true);
  };
}
