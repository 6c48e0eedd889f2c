import { createContext, useContext, useMemo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { ColumnChoice, DataChoice } from '../../../contracts/data-choice.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import { useSourceState } from '../../../engine/react/index.ts';
import { columnsOfRows } from '../../data/columns.ts';
import { choiceOfSource, sourceOf, sourceOfNode } from '../../data/sources.ts';
import { useEditorState } from '../context.ts';

/** Choices of data for an author, as the surface loads them. */
export interface DataChoices {
  status: 'loading' | 'ready' | 'failed';
  rows: readonly DataChoice[];
  /** Why they could not be loaded. */
  message: string;
  reload(): void;
}

export const DataChoicesContext = createContext<DataChoices>({
  status: 'ready',
  rows: [],
  message: '',
  reload: () => undefined,
});

export const useDataChoices = (): DataChoices => useContext(DataChoicesContext);

/** A source of the document: its declaration, and its data among what an author may choose. */
export function useSource(id: string | null): { definition: JsonObject | null; choice: DataChoice | null } {
  const { rows } = useDataChoices();
  const definition = useEditorState(({ model }) => (id === null ? null : sourceOf(model, id)));
  return useMemo(() => ({ definition, choice: choiceOfSource(definition, rows) }), [definition, rows]);
}

const none: readonly ColumnChoice[] = [];

/** The columns of a source: those that its dataset or entity declares, else those of its rows. */
export function useColumns(id: string | null): readonly ColumnChoice[] {
  const { choice } = useSource(id);
  const state = useSourceState(choice === null ? id : null);
  const rows = state?.rows;
  return useMemo(() => choice?.columns ?? (rows ? columnsOfRows(rows) : none), [choice, rows]);
}

/** Ids of the document's sources; the same list until one is added or removed. */
export const useSourceIds = (): readonly string[] =>
  useEditorState(
    useShallow(({ model: { document } }) =>
      typeof document.sources === 'object' && document.sources !== null ? Object.keys(document.sources) : [],
    ),
  );

/** The source of a node; null without one. */
export const useNodeSource = (key: string): string | null =>
  useEditorState(({ model }) => sourceOfNode(model.nodes[key]));

/** The columns that properties of the selected node choose from, and the choice. */
export interface ColumnChoices {
  columns: readonly ColumnChoice[];
  choose(path: readonly (string | number)[], name: string): void;
}

/** Null where nothing is known of the columns: their names are typed. */
export const ColumnChoicesContext = createContext<ColumnChoices | null>(null);
