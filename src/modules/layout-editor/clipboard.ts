import {
  copySelection,
  parseClip,
  pasteClip,
  removeSelection,
  type Clip,
  type Editor,
  type Report,
} from '../../editor/index.ts';
import { bodySlot } from './view-context.ts';

/** Last copy in this tab, where the system's clipboard cannot be read. It outlives a view. */
let copied: Clip | null = null;

/** Where a copy is written: the data of a clipboard event, or the system's clipboard itself. */
type WriteText = (text: string) => void;

const writeSystem: WriteText = (text) => {
  // Without permission, what was copied can still be pasted in this tab.
  void globalThis.navigator.clipboard?.writeText(text).catch(() => undefined);
};

/** Copies what is selected; null when nothing is. */
export function copyNodes(editor: Editor, write: WriteText = writeSystem): Report | null {
  const clip = copySelection(editor);
  if (!clip) return null;
  copied = clip;
  write(JSON.stringify(clip, null, 2));
  return { done: true, key: 'editor.did.copy', values: { count: clip.nodes.length } };
}

/** Copies what is selected, and removes it; null when nothing is. */
export function cutNodes(editor: Editor, write: WriteText = writeSystem): Report | null {
  return copyNodes(editor, write) ? removeSelection(editor) : null;
}

/** Pastes the text of a clipboard, without one what was copied last in this tab; null when that is no copied widget. */
export function pasteNodes(editor: Editor, text = ''): Report | null {
  const clip = text === '' ? copied : parseClip(text);
  return clip ? pasteClip(editor, clip, bodySlot) : null;
}

/** Whether there is something to paste that was copied in this tab. */
export const hasCopied = (): boolean => copied !== null;
