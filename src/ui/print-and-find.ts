import { flushSync } from 'react-dom';

const listeners = new Set<() => void>();

const notifyAll = (): void => {
  for (const listener of listeners) listener();
};
// The browser prints the page as it is when this returns.
const onPrint = (): void => flushSync(notifyAll);
const onKeyDown = (event: KeyboardEvent): void => {
  const search = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f';
  if (search || event.key === 'F3') notifyAll();
};

/**
 * Calls the listener before the browser prints or searches the page, which both need content that is out of view. Returns
 * the function that removes the listener.
 */
export function onPrintOrFind(listener: () => void): () => void {
  if (listeners.size === 0) {
    globalThis.addEventListener('beforeprint', onPrint);
    globalThis.addEventListener('keydown', onKeyDown, true);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    globalThis.removeEventListener('beforeprint', onPrint);
    globalThis.removeEventListener('keydown', onKeyDown, true);
  };
}

/** Calls the listener before the browser prints and after it. Returns the function that removes the listener. */
export function onPrinting(listener: (isPrinting: boolean) => void): () => void {
  const listen = ({ type }: Event): void => flushSync(() => listener(type === 'beforeprint'));
  globalThis.addEventListener('beforeprint', listen);
  globalThis.addEventListener('afterprint', listen);
  return () => {
    globalThis.removeEventListener('beforeprint', listen);
    globalThis.removeEventListener('afterprint', listen);
  };
}

/** Has all content rendered that is out of view, as before the browser prints, so that its data can load first. */
export function renderForPrint(): void {
  onPrint();
}
