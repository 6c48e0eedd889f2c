import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { Editor, EditorState } from '../editor.ts';

export const EditorContext = createContext<Editor | null>(null);

/** The editor of the document around this component. It stays the same object. */
export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('EditorContext is missing around this component');
  return editor;
}

/** A part of the editor's state. The component renders again when what the selector returns is another value. */
export function useEditorState<T>(select: (state: EditorState) => T): T {
  return useStore(useEditor().store as Parameters<typeof useStore<never>>[0], select as never);
}

/** Whether a node is selected. */
export const useIsSelected = (key: string): boolean =>
  useEditorState(({ selection }) => selection.includes(key));

/** The main one of the selected nodes; null without a selection. */
export const useMainKey = (): string | null => useEditorState(({ selection }) => selection.at(-1) ?? null);
