import { useCallback, useEffect, useState } from 'react';
import { notify } from '../../ui/index.ts';
import type { LazySource } from '../../ui/index.ts';
import { useApp } from '../app-context.ts';

/** Whether the palette is open. Ctrl+K opens and closes it, except over a dialog and where an editor takes the keys. */
export function usePalette<P>(code: LazySource<P>): { isOpen: boolean; open(): void; close(): void } {
  const { i18n } = useApp();
  const [isOpen, setOpen] = useState(false);
  const open = useCallback(() => {
    code.preload();
    i18n.need(['finder']).then(
      () => setOpen(true),
      () => notify('error', i18n.t('shell.partFailed')),
    );
  }, [code, i18n]);
  const close = useCallback(() => setOpen(false), []);
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const asked = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
      if (!asked || event.key.toLowerCase() !== 'k' || event.defaultPrevented) return;
      if (!isOpen && document.querySelector('[aria-modal="true"]')) return;
      event.preventDefault();
      if (isOpen) close();
      else open();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [isOpen, open, close]);
  return { isOpen, open, close };
}
