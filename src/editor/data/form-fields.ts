import type { ColumnChoice, ColumnType } from '../../contracts/data-choice.ts';
import { isObject, type Json, type JsonObject } from '../../contracts/json.ts';
import { propertiesOf } from '../panel-schema.ts';
import { labelOf, takeStrings, type FilledValue, type NewStrings } from './columns.ts';

/** Id of a form that is made of the fields of data; one that somebody wrote has another. */
const madeForm = 'fields';

const typeOf: Readonly<Record<ColumnType, JsonObject>> = {
  text: { type: 'string' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  time: { type: 'string', format: 'date-time' },
};

/** Data whose fields a form shows: the records of an entity, or the columns of others. */
export interface FormData {
  source: string;
  entity: string | null;
  columns: readonly ColumnChoice[];
}

function documentOf({ entity, columns }: FormData): { document: JsonObject; strings: NewStrings } {
  const strings: Record<string, JsonObject> = {};
  const form = { kind: 'form', formatVersion: 2, id: madeForm };
  const layout = (fields: string[]) => ({ sections: [{ id: 'main', columns: 2, fields }] });
  if (entity !== null) return { document: { ...form, entity, ui: layout(['*']) }, strings };
  const fields = columns.map((column): [string, Json] => {
    const label = labelOf(column);
    takeStrings(strings, label.strings);
    return [column.name, { ...typeOf[column.type], title: label.text }];
  });
  const schema = { type: 'object', properties: Object.fromEntries(fields) };
  return { document: { ...form, schema, ui: layout(fields.map(([name]) => name)) }, strings };
}

/**
 * The props of a widget with a form document (`x-fill: form`): the fields of its data, with the values of the first record,
 * which are not edited until somebody says where they are sent. A form that somebody wrote or named stays.
 */
export function fillForm(schema: JsonObject, props: JsonObject, data: FormData): FilledValue {
  const property = propertiesOf(schema).find(({ fill }) => fill === 'form');
  const written = property && props[property.name];
  const isMade = written === undefined || (isObject(written) && written.id === madeForm);
  if (!property || !isMade || props.form !== undefined) return { value: props, strings: {} };
  const { document, strings } = documentOf(data);
  const value = { $expr: `data.${data.source}.rows[0]` };
  return { value: { readOnly: true, ...props, [property.name]: document, value }, strings };
}
