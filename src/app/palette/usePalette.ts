import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { notify } from '../../ui/index.ts';
import type { LazySource } from '../../ui/index.ts';
import { useApp } from '../app-context.ts';

export interface OpenPalette {
  /** From the moment it is asked for: its code and texts may still be loading. */
  isOpen: boolean;
  typed: string;
  type(text: string): void;
  open(): void;
  close(): void;
}

/**
 * Whether the palette is open, and what is typed in it. Ctrl+K opens and closes it, except over a dialog and where an
 * editor takes the keys. Text typed before its field has the focus is not lost, and does not reach the page.
 */
export function usePalette<P>(code: LazySource<P>): OpenPalette {
  const { i18n } = useApp();
  const [isOpen, setOpen] = useState(false);
  const [typed, type] = useState('');
  const close = useCallback(() => {
    setOpen(false);
    type('');
  }, []);
  const open = useCallback(() => {
    setOpen(true);
    code.preload();
    i18n.need(['finder']).catch(() => {
      close();
      notify('error', i18n.t('shell.partFailed'));
    });
  }, [code, i18n, close]);
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
  useLayoutEffect(() => {
    if (!isOpen) return;
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const isPalette =
        event.target instanceof Element && event.target.closest('[aria-modal="true"]') !== null;
      if (isPalette || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (event.key === 'Escape') close();
      else if (event.key === 'Backspace') type((text) => text.slice(0, -1));
      else if (event.key.length === 1) type((text) => text + event.key);
      // Enter would press what has the focus in the page.
      else if (event.key !== 'Enter') return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [isOpen, close]);
  return { isOpen, typed, type, open, close };
}
