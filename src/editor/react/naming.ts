import { createContext, useContext, useMemo } from 'react';
import { useLanguage, useText } from '../../engine/react/index.ts';
import { nodeName, type Naming } from '../names.ts';
import { useEditor, useEditorState } from './context.ts';

/** Titles of saved widgets by their ids, as the surface loads them. */
export const SavedTitlesContext = createContext<ReadonlyMap<string, string>>(new Map());

/** Inputs of the names of nodes, in the person's language. */
export function useNaming(): Naming {
  const { registry } = useEditor();
  const t = useText();
  const lang = useLanguage();
  const saved = useContext(SavedTitlesContext);
  return useMemo(() => ({ registry, lang, t, saved }), [registry, lang, t, saved]);
}

/** Name of a node for lists and announcements. */
export function useNodeName(key: string): string {
  const naming = useNaming();
  return useEditorState(({ model }) => nodeName(model, key, naming));
}
