import { useEffect, type RefObject } from 'react';
import {
  duplicateSelection,
  redoStep,
  removeSelection,
  selectAll,
  stepSelection,
  undoStep,
  useAnnounce,
  useEditor,
  type Direction,
} from '../../editor/index.ts';
import { copyNodes, cutNodes, pasteNodes } from './clipboard.ts';
import { pendingWidget } from './pending-widget.ts';
import { bodySlot } from './view-context.ts';

const arrows: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest(
    'input, textarea, select, [contenteditable="true"], [role="textbox"], [role="dialog"], .monaco-editor',
  ) !== null;

/** The keys of the canvas, and those of the whole editor while nobody types. */
export function useCanvasKeys(desk: RefObject<HTMLElement | null>): void {
  const editor = useEditor();
  const announce = useAnnounce();
  useEffect(() => {
    const isHere = (target: EventTarget | null) =>
      target instanceof Node && (desk.current?.contains(target) === true || target === document.body);
    /** The focus follows the selection, so that the keyboard goes on where something was done. */
    const focusSelected = () =>
      requestAnimationFrame(() => {
        const key = editor.store.getState().selection.at(-1);
        const found =
          key === undefined
            ? null
            : desk.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(key)}"] > .layout-item`);
        Object.assign(pendingWidget, { key: found ? null : (key ?? null), focuses: true });
        (found ?? desk.current)?.focus({ preventScroll: !found });
        found?.scrollIntoView({ block: 'nearest' });
      });
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event.target) || event.defaultPrevented) return;
      const command = event.ctrlKey || event.metaKey;
      const key = event.key.toLowerCase();
      if (command && key === 'z' && !event.shiftKey) announce(undoStep(editor));
      else if (command && (key === 'y' || (key === 'z' && event.shiftKey))) announce(redoStep(editor));
      else if (!isHere(event.target)) return;
      else if (command && key === 'd') announce(duplicateSelection(editor, bodySlot));
      else if (command && key === 'a') announce(selectAll(editor, bodySlot));
      else if (command || event.altKey) return;
      else if (arrows[event.key] && editor.store.getState().selection.length > 0)
        announce(stepSelection(editor, arrows[event.key]!, event.shiftKey ? 'resize' : 'move'));
      else if (event.key === 'Delete' || event.key === 'Backspace') {
        if (editor.store.getState().selection.length === 0) return;
        announce(removeSelection(editor));
      } else if (event.key === 'Escape') editor.select([]);
      else return;
      event.preventDefault();
      if (event.key !== 'Escape' && !(command && key === 'a')) focusSelected();
    };
    const isOurs = (event: ClipboardEvent) => !isTyping(event.target) && isHere(event.target);
    const writeTo = (event: ClipboardEvent) => (text: string) => {
      event.clipboardData?.setData('text/plain', text);
      event.preventDefault();
    };
    const onCopy = (event: ClipboardEvent) => {
      const report = isOurs(event) ? copyNodes(editor, writeTo(event)) : null;
      if (report) announce(report);
    };
    const onCut = (event: ClipboardEvent) => {
      const report = isOurs(event) ? cutNodes(editor, writeTo(event)) : null;
      if (!report) return;
      announce(report);
      focusSelected();
    };
    const onPaste = (event: ClipboardEvent) => {
      if (!isOurs(event)) return;
      const report = pasteNodes(editor, event.clipboardData?.getData('text/plain'));
      if (!report) return;
      event.preventDefault();
      announce(report);
      focusSelected();
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('copy', onCopy);
    document.addEventListener('cut', onCut);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('copy', onCopy);
      document.removeEventListener('cut', onCut);
      document.removeEventListener('paste', onPaste);
    };
  }, [editor, announce, desk]);
}
