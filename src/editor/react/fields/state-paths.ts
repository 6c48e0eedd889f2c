import { useMemo } from 'react';
import { isObject, type Json } from '../../../contracts/json.ts';
import { languageSchema } from '../../../engine/core/index.ts';
import { useLanguage, useText } from '../../../engine/react/index.ts';
import { filtersOf } from '../../filters/filters.ts';
import { shownText } from '../../names.ts';
import { useEditorState } from '../context.ts';
import type { TextChoice } from './PickedText.tsx';

/** Paths of the values that the document's state begins with. */
function pathsIn(value: Json | undefined, path: string): string[] {
  const below = isObject(value) ? Object.entries(value) : [];
  return below.length === 0 ? [path] : below.flatMap(([name, one]) => pathsIn(one, `${path}.${name}`));
}

/** Paths of the state that are known: those of filters by their titles, then the others. */
export function useStatePaths(): readonly TextChoice[] {
  const t = useText();
  const lang = useLanguage();
  const model = useEditorState((state) => state.model);
  return useMemo(() => {
    const filters = filtersOf(model).map(({ path, definition }) => ({
      value: path,
      title: t('panel.data.filter', { name: shownText(definition.label, model.document, lang, t) || path }),
    }));
    const { state } = model.document;
    const others = isObject(state) ? pathsIn(state, 'state').filter((path) => path !== 'state') : [];
    return [
      ...filters,
      ...others
        .filter((path) => !filters.some(({ value }) => value === path))
        .map((path) => ({ value: path, title: path })),
    ];
  }, [model, lang, t]);
}

export const isStatePath = (text: string): boolean =>
  new RegExp(String(languageSchema('bind').pattern)).test(text);
