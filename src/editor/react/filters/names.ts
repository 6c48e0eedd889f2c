import { useCallback } from 'react';
import { useLanguage, useText } from '../../../engine/react/index.ts';
import { parametersOfSource, sourceOf } from '../../data/sources.ts';
import type { ViewFilter } from '../../filters/filters.ts';
import { nodesOfSource, type FilterUses } from '../../filters/uses.ts';
import { nodeName, shownText } from '../../names.ts';
import { useEditorState } from '../context.ts';
import { useNaming } from '../naming.ts';
import { useDataChoices } from '../data/choices.ts';

/** Names of the widgets that show a source; the source's id where none does. */
export function useWidgetsOfSource(): (source: string) => string {
  const naming = useNaming();
  const model = useEditorState((state) => state.model);
  return useCallback(
    (source) => {
      const keys = nodesOfSource(model, source);
      const names = keys.map((key) => nodeName(model, key, naming));
      return names.length === 0 ? source : [...new Set(names)].join(', ');
    },
    [model, naming],
  );
}

/** Title of a parameter of a source; its name where nothing is known of it. */
export function useParameterTitle(): (source: string, name: string) => string {
  const { rows } = useDataChoices();
  const model = useEditorState((state) => state.model);
  return useCallback(
    (source, name) =>
      parametersOfSource(sourceOf(model, source), rows).find((one) => one.name === name)?.title ?? name,
    [model, rows],
  );
}

/** Uses of a filter, in words: a line for each parameter, and for each widget that reads it itself. */
export function useNamesOfUses(): (uses: FilterUses, filters: readonly ViewFilter[]) => string[] {
  const naming = useNaming();
  const t = useText();
  const lang = useLanguage();
  const model = useEditorState((state) => state.model);
  const widgetsOf = useWidgetsOfSource();
  const titleOf = useParameterTitle();
  return useCallback(
    ({ parameters, nodes, sources, filters: others }, filters) => [
      ...parameters.map(({ source, parameter }) => `${widgetsOf(source)}: ${titleOf(source, parameter)}`),
      ...nodes.map((key) => nodeName(model, key, naming)),
      ...sources.map(widgetsOf),
      ...filters
        .filter(({ path }) => others.includes(path))
        .map(({ definition }) =>
          t('panel.data.filter', {
            name: shownText(definition.label, model.document, lang, t) || String(definition.field),
          }),
        ),
    ],
    [model, naming, lang, t, widgetsOf, titleOf],
  );
}
