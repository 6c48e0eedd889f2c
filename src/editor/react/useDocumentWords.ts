import { useMemo } from 'react';
import type { DocumentWords } from '../../contracts/definition-words.ts';
import { useHost, useLanguage, useText } from '../../engine/react/index.ts';
import { choiceOfSource, sourceOf } from '../data/sources.ts';
import { nodeName, shownText } from '../names.ts';
import { useEditor } from './context.ts';
import { useNaming } from './naming.ts';
import { useDataChoices } from './data/choices.ts';

/** Puts positions and values of the document into words; names are those that it has at the moment that somebody asks. */
export function useDocumentWords(): DocumentWords {
  const { host } = useHost();
  const { store } = useEditor();
  const naming = useNaming();
  const t = useText();
  const lang = useLanguage();
  const { rows } = useDataChoices();
  return useMemo(
    () => ({
      find: (key, values) => host.translate(key, values),
      shown: (text) => shownText(text, store.getState().model.document, lang, t),
      nodeName: (id) => nodeName(store.getState().model, id, naming),
      sourceName: (id) => choiceOfSource(sourceOf(store.getState().model, id), rows)?.title ?? id,
    }),
    [host, store, naming, t, lang, rows],
  );
}
