import type { JsonObject } from '../../../src/contracts/json.ts';
import { dashboardOf, makeTiles, type BenchTile } from './dashboard.ts';
import { makePoints, pointKinds, pointsNode, type Point } from './points.ts';
import { firstColumns, makeRows, type BenchColumn, type BenchRow } from './rows.ts';
import { structuredForm, structuredKinds, type StructuredForm } from './structured.ts';

/** A screen document to render, with the replies of its sources and the forms it names. */
export interface BenchCase {
  definition: JsonObject;
  data: { replies: Record<string, unknown>; forms: Record<string, JsonObject> };
}

/** Columns, rows and fields of a case, which its hand-written twin is rendered from. */
export interface BenchFacts {
  columns: readonly BenchColumn[];
  rows: readonly BenchRow[];
  fields: readonly BenchField[];
  tiles: readonly BenchTile[];
  points: readonly Point[];
}

export interface BenchField {
  name: string;
  label: string;
  kind: 'text' | 'number' | 'select' | 'checkbox' | 'date';
  required: boolean;
}

export const selectOptions = Array.from({ length: 10 }, (_, index) => `Opção ${index + 1}`);

function makeColumns(count: number): BenchColumn[] {
  const further = Array.from({ length: Math.max(0, count - firstColumns.length) }, (_, at) => ({
    key: `extra${at}`,
    title: `Coluna ${at}`,
    width: 120,
  }));
  return [...firstColumns, ...further];
}

/** Of ten fields five are texts, two numbers, one a choice, one a box to tick, one a date. */
const kinds = [
  'text',
  'text',
  'number',
  'select',
  'date',
  'text',
  'checkbox',
  'number',
  'text',
  'text',
] as const;

function makeFields(count: number): BenchField[] {
  return Array.from({ length: count }, (_, at) => ({
    name: `f${at}`,
    label: `Campo ${at}`,
    kind: kinds[at % kinds.length]!,
    required: at % 4 === 0,
  }));
}

function screen(parts: JsonObject): JsonObject {
  return {
    kind: 'screen',
    formatVersion: 2,
    id: 'bench',
    path: '/bench',
    title: 'Bench',
    access: { screen: 'bench', verb: 'read' },
    ...parts,
  };
}

function tableNode(columns: readonly BenchColumn[]): JsonObject {
  return {
    id: 'table',
    type: 'table',
    source: 'rows',
    props: {
      paging: 'none',
      columns: columns.map(({ key, title, width }) => ({ field: key, title, minWidth: width, sort: true })),
    },
  };
}

const rowsSource: JsonObject = { rows: { get: '/bench/rows', rows: 'rows', total: 'total' } };

function propertyOf({ kind, label }: BenchField): JsonObject {
  switch (kind) {
    case 'text':
      return { type: 'string', title: label, maxLength: 250 };
    case 'number':
      return { type: 'number', title: label };
    case 'select':
      return { type: 'string', title: label, enum: [...selectOptions] };
    case 'checkbox':
      return { type: 'boolean', title: label };
    case 'date':
      return { type: 'string', title: label, format: 'date' };
  }
}

/** Creates a form of n fields; with rules, rule k makes a text field visible while another one has a value. */
function formDocument(fields: readonly BenchField[], rules: number): JsonObject {
  const texts = fields.filter(({ kind }) => kind === 'text');
  return {
    kind: 'form',
    formatVersion: 2,
    id: 'bench-form',
    schema: {
      type: 'object',
      properties: Object.fromEntries(fields.map((field) => [field.name, propertyOf(field)])),
      required: fields.filter(({ required }) => required).map(({ name }) => name),
    },
    ui: { sections: [{ id: 'all', columns: 1, fields: fields.map(({ name }) => name) }] },
    rules: Array.from({ length: rules }, (_, at) => ({
      when: { $expr: `form.${texts[at % texts.length]!.name} = 'hide ${at}'` },
      disable: [fields[(at * 7 + 3) % fields.length]!.name],
    })),
  };
}

/** Nests stacks with a text in the innermost. */
function nest(depth: number): JsonObject {
  let node: JsonObject = { id: 'leaf', type: 'text', props: { text: { $expr: 'state.word' } } };
  for (let at = depth; at > 0; at -= 1) node = { id: `box${at}`, type: 'stack', children: [node] };
  return node;
}

/** Sections of 20 nodes each, of the kinds that ordinary pages have. */
function mixedNodes(count: number): JsonObject[] {
  return Array.from({ length: count / 20 }, (_, at) => {
    const node = (id: string, type: string, props: JsonObject, children?: JsonObject[]): JsonObject => ({
      id: `${id}${at}`,
      type,
      props,
      ...(children && { children }),
    });
    const text = (id: string, words: string) => node(id, 'text', { text: `${words} ${at}` });
    return node('section', 'section', { title: `Seção ${at}` }, [
      text('a', 'Um texto'),
      node('row', 'stack', { direction: 'horizontal', wrap: true }, [
        node('badge1', 'badge', { text: 'Ativo', tone: 'success' }),
        node('badge2', 'badge', { text: 'Bloqueado', tone: 'warning' }),
        node('badge3', 'badge', { text: 'Normal', tone: 'normal' }),
        node('icon1', 'icon', { name: 'info' }),
        node('icon2', 'icon', { name: 'person' }),
        node('edit', 'button', { text: 'Editar' }),
        node('copy', 'button', { text: 'Copiar', icon: 'add' }),
        node('drop', 'button', { text: 'Excluir', subtle: true }),
      ]),
      text('b', 'Outro texto'),
      node('ana', 'avatar', { name: 'Ana Lima', showName: true }),
      node('rui', 'avatar', { name: 'Rui Reis' }),
      node('tags', 'tag-list', { label: 'Etiquetas', tags: ['um', 'dois', 'três'] }),
      node('progress', 'progress', { label: 'Andamento', value: 0.4 }),
      node('line', 'divider', {}),
      text('c', 'Mais um'),
      text('d', 'E mais um'),
      node('word', 'text', { text: { $expr: 'state.word' } }),
    ]);
  });
}

/**
 * A list of rows in the state, a field that changes the row in the middle, and an expression per row: `sums` read the
 * whole list each, `each` is a repeat whose elements read their own row.
 */
function expressionCase(kind: string, count: number): BenchCase {
  const rows = Array.from({ length: count }, (_, id) => ({ id, n: id % 7 }));
  const change = {
    id: 'change',
    type: 'field',
    props: { control: 'number', label: 'change', bind: 'state.rows.{state.middle}.n' },
  };
  const sums = rows.map(({ id }) => ({
    id: `value${id}`,
    type: 'text',
    props: { text: { $expr: `'n${id}:' & ($sum(state.rows.n) + ${id}) & ';'` } },
  }));
  const repeated = {
    id: 'value',
    type: 'text',
    props: { text: { $expr: "'n' & it.id & ':' & it.n & ';'" } },
    repeat: { each: { $expr: 'state.rows' }, as: 'it', key: 'id' },
  };
  return {
    definition: screen({
      state: { rows, middle: count / 2 },
      body: [change, ...(kind === 'sums' ? sums : [repeated])],
    }),
    data: { replies: {}, forms: {} },
  };
}

const filterControl = {
  text: 'text',
  number: 'number',
  select: 'select',
  date: 'date',
  checkbox: 'text',
} as const;

function filterNode(fields: readonly BenchField[]): JsonObject {
  return {
    id: 'filters',
    type: 'filter-bar',
    props: {
      bind: 'state.filters',
      fields: fields.map(({ name, label, kind }) => ({
        field: name,
        label,
        control: filterControl[kind],
        ...(kind === 'select'
          ? { options: selectOptions.map((text) => ({ value: text, label: text })) }
          : {}),
      })),
    },
  };
}

/**
 * `table-1000`, `table-50x30` (rows x columns), `form-200`, `form-100r50` (with rules), `filter-50`, `depth-32`,
 * `nodes-2000` (in sections of 20 nodes), `dash-24` (tiles of a dashboard), `lines-100000` (points of one widget, see points.ts), `sums-1000` and `each-1000` (expressions over a list), and the kinds
 * of structured values: `list-200`, `rows-100`, `choice-20`, `when-20`, `group-4`, `entries-50`.
 */
const casePattern = new RegExp(
  `^(table|form|filter|depth|nodes|dash|sums|each|${[...structuredKinds, ...pointKinds].join('|')})-(\\d+)(?:[xr](\\d+))?$`,
);

function read(name: string): { kind: string; count: number; more: number } {
  const [, kind, count, more] = casePattern.exec(name) ?? [];
  if (kind === undefined) throw new Error(`There is no bench case "${name}"`);
  return { kind, count: Number(count), more: Number(more ?? 0) };
}

export function factsOf(name: string): BenchFacts {
  const { kind, count, more } = read(name);
  const columns = makeColumns(kind === 'table' ? more : 0);
  const filters = makeFields(10).filter((field) => field.kind !== 'checkbox');
  return {
    columns,
    rows: kind === 'table' || kind === 'filter' ? makeRows(count, columns) : [],
    fields: kind === 'form' ? makeFields(count) : kind === 'filter' ? filters.slice(0, 8) : [],
    tiles: kind === 'dash' ? makeTiles(count) : [],
    points: pointKinds.includes(kind) ? makePoints(count) : [],
  };
}

export function caseOf(name: string): BenchCase {
  const { kind, count, more } = read(name);
  if (structuredKinds.includes(kind)) return formCase(structuredForm(kind, count));
  const { columns, rows, fields, tiles, points } = factsOf(name);
  if (pointKinds.includes(kind))
    return {
      definition: screen({ sources: rowsSource, body: [pointsNode(kind)] }),
      data: { replies: { '/bench/rows': { rows: points, total: points.length } }, forms: {} },
    };
  if (kind === 'dash') {
    const { definition, replies } = dashboardOf(tiles);
    return { definition, data: { replies, forms: {} } };
  }
  const replies = { '/bench/rows': { rows, total: rows.length } };
  if (kind === 'form') {
    const body = [{ id: 'form', type: 'form', props: { form: 'bench-form', guard: false } }];
    return {
      definition: screen({ body }),
      data: { replies, forms: { 'bench-form': formDocument(fields, more) } },
    };
  }
  if (kind === 'sums' || kind === 'each') return expressionCase(kind, count);
  if (kind === 'depth')
    return {
      definition: screen({ state: { word: 'fundo' }, body: [nest(count)] }),
      data: { replies, forms: {} },
    };
  if (kind === 'nodes')
    return {
      definition: screen({ state: { word: 'estado' }, body: mixedNodes(count) }),
      data: { replies, forms: {} },
    };
  const body = [...(kind === 'filter' ? [filterNode(fields)] : []), tableNode(columns)];
  return {
    definition: screen({ state: { order: '', filters: {} }, sources: rowsSource, body }),
    data: { replies, forms: {} },
  };
}

/** A form of an external schema, empty. */
export function schemaCase(schema: JsonObject): BenchCase {
  return formCase({ schema, fields: ['*'], value: {} });
}

function formCase({ schema, fields, value }: StructuredForm): BenchCase {
  const document = {
    kind: 'form',
    formatVersion: 2,
    id: 'bench-form',
    schema,
    ui: { sections: [{ id: 'all', columns: 1, fields: fields as string[] }] },
  };
  const props = { form: 'bench-form', guard: false, value };
  return {
    definition: screen({ body: [{ id: 'form', type: 'form', props }] }),
    data: { replies: {}, forms: { 'bench-form': document } },
  };
}
