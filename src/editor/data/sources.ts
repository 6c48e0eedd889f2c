import {
  parametersOfData,
  type ColumnChoice,
  type DataChoice,
  type ParameterChoice,
} from '../../contracts/data-choice.ts';
import { isObject, type Json, type JsonObject } from '../../contracts/json.ts';
import type { Report } from '../actions.ts';
import type { Command } from '../commands/command.ts';
import { freeId } from '../commands/insert.ts';
import type { Editor } from '../editor.ts';
import type { Model } from '../model/document-model.ts';
import { typeOfNode } from '../names.ts';
import { propertiesOf } from '../panel-schema.ts';
import { fillColumns, type NewStrings } from './columns.ts';
import { fillForm } from './form-fields.ts';

/** The sources of a document, by their ids. */
export const sourcesOf = ({ document }: Model): JsonObject =>
  isObject(document.sources) ? document.sources : {};

export const sourceOf = ({ document }: Model, id: string): JsonObject | null => {
  const found = isObject(document.sources) ? document.sources[id] : undefined;
  return isObject(found) ? found : null;
};

/** Id of the source that a node shows; null without one. */
export const sourceOfNode = (node: Json | undefined): string | null =>
  isObject(node) && typeof node.source === 'string' ? node.source : null;

/** A source's data among what an author may choose; null for other kinds of sources. */
export function choiceOfSource(source: JsonObject | null, choices: readonly DataChoice[]): DataChoice | null {
  const kind = typeof source?.dataset === 'string' ? 'dataset' : 'entity';
  return choices.find((one) => one.kind === kind && one.id === source?.[kind]) ?? null;
}

/** The parameters of a source's data; none of other kinds of sources. */
export function parametersOfSource(
  source: JsonObject | null,
  choices: readonly DataChoice[],
): readonly ParameterChoice[] {
  const data = choiceOfSource(source, choices);
  return data === null ? [] : parametersOfData(data);
}

function mentions(value: Json | undefined, id: string, read: RegExp): boolean {
  if (typeof value === 'string') return value === id || read.test(value);
  if (Array.isArray(value)) return value.some((item) => mentions(item, id, read));
  return isObject(value) && Object.values(value).some((item) => mentions(item, id, read));
}

/** Whether anything may read a source once a node is another one: a false yes keeps a source that nobody needs. */
function isUsedWith(model: Model, id: string, key: string, next: Json): boolean {
  const read = new RegExp(`\\bdata\\.${id}\\b`);
  const { sources, ...rest } = model.document;
  const others = isObject(sources) ? Object.entries(sources).filter(([one]) => one !== id) : [];
  if (mentions(rest, id, read) || others.some(([, one]) => mentions(one, id, read))) return true;
  return Object.entries(model.nodes).some(([one, node]) => mentions(one === key ? next : node, id, read));
}

/** The commands that remove a source which nothing reads once a node is another one. */
export const sourceRemovals = (model: Model, id: string | null, key: string, next: Json): Command[] =>
  id === null || sourceOf(model, id) === null || isUsedWith(model, id, key, next)
    ? []
    : [{ type: 'set', key: null, path: ['sources', id], value: undefined }];

/** The commands that remove a source which only this node shows. */
function dropped(model: Model, id: string | null, key: string): Command[] {
  const node = model.nodes[key];
  if (!isObject(node)) return [];
  const { source: _, ...rest } = node;
  return sourceRemovals(model, id, key, rest);
}

/** A node whose source stands behind its type, before what may be long. */
function withSource(node: JsonObject, id: string): JsonObject {
  if (node.source !== undefined) return { ...node, source: id };
  const entries = Object.entries(node);
  const behind = ['typeVersion', 'type', 'id'].map((name) => entries.findIndex(([key]) => key === name));
  const at = (behind.find((one) => one !== -1) ?? -1) + 1;
  return Object.fromEntries([...entries.slice(0, at), ['source', id], ...entries.slice(at)]);
}

/** The commands that put texts into the document. */
export const newStrings = (strings: NewStrings): Command[] =>
  Object.entries(strings).flatMap(([language, own]) =>
    Object.entries(own).map(([name, value]): Command => ({
      type: 'set',
      key: null,
      path: ['strings', language, name],
      value,
    })),
  );

const camelCase = (id: string): string =>
  id.replaceAll(/-+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** Data that a person chose for a widget: a source of the document, or new data. */
export type ChosenData =
  | { kind: 'source'; id: string; entity: string | null; columns: readonly ColumnChoice[] }
  | { kind: 'new'; data: DataChoice };

/** The entity whose records data are; null for others. */
export const entityOf = (data: DataChoice | null): string | null =>
  data?.kind === 'entity' ? data.id : null;

/** A new source over data, with the state that it needs. */
export function newSource(
  model: Model,
  data: DataChoice,
  isList: boolean,
): { id: string; commands: Command[] } {
  const taken = sourcesOf(model);
  const state = isObject(model.document.state) ? model.document.state : {};
  const isTaken = (id: string): boolean =>
    Object.hasOwn(taken, id) || (isList && Object.hasOwn(state, `${id}List`));
  const id = freeId(camelCase(data.id), isTaken);
  if (data.kind === 'dataset')
    return {
      id,
      commands: [{ type: 'set', key: null, path: ['sources', id], value: { dataset: data.id } }],
    };
  const list = `${id}List`;
  const value: JsonObject = {
    entity: data.id,
    ...(isList && { list: `state.${list}` }),
    on: [`entity:${data.id}`],
  };
  return {
    id,
    commands: [
      ...(isList ? [{ type: 'set' as const, key: null, path: ['state', list], value: {} }] : []),
      { type: 'set', key: null, path: ['sources', id], value },
    ],
  };
}

/**
 * Gives a widget its data, in one step: the source is added, the widget reads it, and its columns are chosen. A source that
 * only this widget had is removed.
 * @param name the widget's name, which stands in labels that nobody wrote
 */
export function chooseData(
  editor: Editor,
  key: string,
  chosen: ChosenData,
  name: string,
  title: string,
): Report {
  const { model } = editor.store.getState();
  const node = model.nodes[key];
  const spec = editor.registry.loaded(typeOfNode(node));
  if (!isObject(node) || !spec) return { done: false, key: 'editor.refused.missing', values: {} };
  const before = sourceOfNode(node);
  const made =
    chosen.kind === 'new'
      ? newSource(model, chosen.data, spec.list !== undefined)
      : { id: chosen.id, commands: [] };
  const columns = chosen.kind === 'new' ? chosen.data.columns : chosen.columns;
  const props = isObject(node.props) ? node.props : {};
  const schema = spec.propsSchema as JsonObject;
  const filled = fillColumns(schema, props, columns, [name, spec.title]);
  const entity = chosen.kind === 'source' ? chosen.entity : entityOf(chosen.data);
  const form = fillForm(schema, filled.value, { source: made.id, entity, columns });
  const next = withSource(
    { ...node, ...(Object.keys(form.value).length > 0 && { props: form.value }) },
    made.id,
  );
  const outcome = editor.dispatch(
    {
      type: 'batch',
      commands: [
        ...made.commands,
        ...newStrings(filled.strings),
        ...newStrings(form.strings),
        { type: 'set', key, path: [], value: next },
        ...(before === made.id ? [] : dropped(model, before, key)),
      ],
    },
    { label: 'data' },
  );
  return outcome.done
    ? { done: true, key: 'panel.did.data', values: { title } }
    : { done: false, key: `editor.refused.${outcome.reason}`, values: {} };
}

/** Takes the data away from a widget. */
export function removeData(editor: Editor, key: string): Report {
  const { model } = editor.store.getState();
  const outcome = editor.dispatch(
    {
      type: 'batch',
      commands: [
        { type: 'set', key, path: ['source'], value: undefined },
        ...dropped(model, sourceOfNode(model.nodes[key]), key),
      ],
    },
    { label: 'data' },
  );
  return outcome.done
    ? { done: true, key: 'panel.did.noData', values: {} }
    : { done: false, key: `editor.refused.${outcome.reason}`, values: {} };
}

/** Whether a widget shows rows or a record and has neither a source nor a value in place of one. */
export function lacksData(
  node: Json | undefined,
  schema: object,
  data: 'nothing' | 'rows' | 'record',
): boolean {
  if (data === 'nothing' || !isObject(node) || node.source !== undefined) return false;
  const props = isObject(node.props) ? node.props : {};
  // A list whose values are expressions or texts of its own shows them without a source.
  if (JSON.stringify(props).includes('"$expr"')) return false;
  const properties = propertiesOf(schema as JsonObject);
  return !properties.some(({ name, replacesSource }) => replacesSource && props[name] !== undefined);
}
