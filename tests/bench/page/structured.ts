import type { JsonObject } from '../../../src/contracts/json.ts';

/** A form whose one field is a structured value, to measure a key, its mount and its reordering. */
export interface StructuredForm {
  schema: JsonObject;
  fields: unknown[];
  value: JsonObject;
}

const text = (title: string): JsonObject => ({ type: 'string', title, maxLength: 250 });
const line: JsonObject = {
  type: 'object',
  title: 'Linha',
  properties: {
    name: text('Nome'),
    amount: { type: 'number', title: 'Valor' },
    kind: { type: 'string', title: 'Tipo', enum: ['Compra', 'Venda', 'Troca'] },
    due: { type: 'string', title: 'Vencimento', format: 'date' },
  },
  required: ['name'],
};
const lineOf = (at: number): JsonObject => ({
  name: `Linha ${at}`,
  amount: at * 10,
  kind: 'Compra',
  due: '2026-11-22',
});
const target: JsonObject = {
  title: 'Destino',
  oneOf: [
    {
      type: 'object',
      title: 'Pessoa',
      properties: { kind: { const: 'person' }, name: text('Nome'), phone: text('Telefone') },
      required: ['kind', 'name'],
    },
    {
      type: 'object',
      title: 'Empresa',
      properties: { kind: { const: 'company' }, name: text('Nome'), cnpj: text('CNPJ') },
      required: ['kind'],
    },
  ],
};
/** `reason` is visible depending on `state`, a condition that a key may decide. */
const conditional: JsonObject = {
  type: 'object',
  properties: { name: text('Nome'), state: { type: 'string', enum: ['aberto', 'fechado'] } },
  if: { properties: { state: { const: 'fechado' } }, required: ['state'] },
  then: { properties: { reason: text('Motivo') } },
};

const group = (depth: number): JsonObject => ({
  type: 'object',
  title: `Grupo ${depth}`,
  properties: {
    name: text('Nome'),
    note: text('Nota'),
    ...(depth > 1 ? { inner: group(depth - 1) } : {}),
  },
  required: ['inner'],
});
const groupOf = (depth: number): JsonObject => ({
  name: `n${depth}`,
  ...(depth > 1 ? { inner: groupOf(depth - 1) } : {}),
});

const rootOf = (properties: JsonObject): JsonObject => ({ type: 'object', properties });

const list = (items: JsonObject, count: number, itemOf: (at: number) => JsonObject, field: object = {}) => ({
  schema: rootOf({ items: { type: 'array', title: 'Linhas', items } }),
  fields: [{ field: 'items', ...field }],
  value: { items: Array.from({ length: count }, (_, at) => itemOf(at)) },
});

/** By the kind of the case: `list-200` is a list of 200 objects. */
const makers: Record<string, (count: number) => StructuredForm> = {
  list: (count) => list(line, count, lineOf, { titleField: 'name' }),
  rows: (count) => list(line, count, lineOf, { widget: 'table' }),
  choice: (count) => list(target, count, (at) => ({ kind: 'person', name: `Pessoa ${at}` })),
  when: (count) => list(conditional, count, (at) => ({ name: `Caso ${at}`, state: 'aberto' })),
  group: (count) => ({
    schema: rootOf({ items: group(count) }),
    fields: ['items'],
    value: { items: groupOf(count) },
  }),
  entries: (count) => ({
    schema: rootOf({ items: { type: 'object', title: 'Variáveis', additionalProperties: text('Valor') } }),
    fields: ['items'],
    value: { items: Object.fromEntries(Array.from({ length: count }, (_, at) => [`chave${at}`, `v${at}`])) },
  }),
};

export const structuredKinds = Object.keys(makers);

export function structuredForm(kind: string, count: number): StructuredForm {
  return makers[kind]!(count);
}
