import { useMemo } from 'react';
import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import { languageSchema, type JsonSchema } from '../../../engine/core/index.ts';
import { useLanguage, useSourceState, useText } from '../../../engine/react/index.ts';
import { columnNames } from '../../data/columns.ts';
import { filtersOf } from '../../filters/filters.ts';
import { shownText, typeOfNode } from '../../names.ts';
import { useEditor, useEditorState, useMainKey } from '../context.ts';
import { useColumns, useNodeSource } from '../data/choices.ts';
import type { Path } from './field-props.ts';
import type { TextChoice } from './PickedText.tsx';

/** Names of the values of an event. Widgets share most events, whose values are declared in one place. */
function valuesIn(payload: JsonSchema | undefined): string[] {
  const shared = /#\/\$defs\/(\w+)$/.exec(String(payload?.['$ref']))?.[1];
  const all = languageSchema('event')['$defs'];
  const schema = shared && isObject(all as Json) ? (all as JsonObject)[shared] : payload;
  const { properties } = isObject(schema) ? schema : {};
  return isObject(properties) ? Object.keys(properties) : [];
}

/** Values that a step can hand on to a screen: those of what was pressed, of its row, and filters of the document. */
export function useHandedValues(path: Path): readonly TextChoice[] {
  const t = useText();
  const lang = useLanguage();
  const editor = useEditor();
  const key = useMainKey();
  const source = useNodeSource(key ?? '');
  const model = useEditorState((state) => state.model);
  const columns = useColumns(source);
  const rows = useSourceState(source)?.rows;
  const spec = editor.registry.loaded(typeOfNode(key === null ? undefined : model.nodes[key]));
  const payload = spec?.events?.find(({ name }) => name === path[0])?.payload;
  return useMemo(() => {
    const titles = columnNames(columns, lang, t);
    const fields = Object.keys(rows?.[0] ?? {}).filter((name) => !name.endsWith('Rest'));
    const inRow = fields.map((name): TextChoice => {
      const base = name.replace(/Id$/, '');
      const of = titles.get(base);
      const title =
        titles.get(name) ?? (of === undefined ? name : t('panel.actions.recordOf', { title: of }));
      return { value: `{row.${name}}`, title };
    });
    const inEvent = valuesIn(payload).map((name): TextChoice => {
      const title = t(`panel.actions.event.${name}`);
      return { value: `{event.${name}}`, title: title.startsWith('panel.') ? name : title };
    });
    const filters = filtersOf(model).map(({ path: place, definition }): TextChoice => ({
      value: `{${place}}`,
      title: t('panel.actions.filterOf', { title: shownText(definition.label, model.document, lang, t) }),
    }));
    return [...inRow, ...inEvent, ...filters];
  }, [columns, lang, t, rows, payload, model]);
}
