import { useEffect, useRef, type RefObject } from 'react';

/**
 * Ctrl+S (⌘S) saves from anywhere on the page of the editor, where the browser would offer to store the page. Within the text
 * the editor itself takes the key.
 */
export function useSaveKey(box: RefObject<HTMLElement | null>, saves: boolean, onSave: () => void): void {
  const save = useRef(onSave);
  useEffect(() => {
    save.current = onSave;
  });
  useEffect(() => {
    if (!saves) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      const isKey = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 's';
      if (!isKey || event.defaultPrevented || event.shiftKey || !(event.target instanceof Element)) return;
      // A dialog over the editor has what it asks for saved by its own buttons.
      const dialog = event.target.closest('[role="dialog"], [role="alertdialog"]');
      if (dialog && !dialog.contains(box.current)) return;
      event.preventDefault();
      save.current();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [box, saves]);
}
