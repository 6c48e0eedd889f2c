import { parsePointer, valueAt } from '../../../contracts/json-pointer.ts';
import { isObject } from '../../../contracts/json.ts';
import type { Schema } from '@cfworker/json-schema';
import access from '../../../../schemas/access.schema.json';
import action from '../../../../schemas/action.schema.json';
import address from '../../../../schemas/address.schema.json';
import bind from '../../../../schemas/bind.schema.json';
import child from '../../../../schemas/child.schema.json';
import dashboard from '../../../../schemas/dashboard.schema.json';
import dataset from '../../../../schemas/dataset.schema.json';
import entity from '../../../../schemas/entity.schema.json';
import event from '../../../../schemas/event.schema.json';
import expression from '../../../../schemas/expression.schema.json';
import filter from '../../../../schemas/filter.schema.json';
import field from '../../../../schemas/field.schema.json';
import form from '../../../../schemas/form.schema.json';
import fragment from '../../../../schemas/fragment.schema.json';
import icon from '../../../../schemas/icon.schema.json';
import menuPlace from '../../../../schemas/menu-place.schema.json';
import node from '../../../../schemas/node.schema.json';
import option from '../../../../schemas/option.schema.json';
import options from '../../../../schemas/options.schema.json';
import place from '../../../../schemas/place.schema.json';
import repeat from '../../../../schemas/repeat.schema.json';
import rowExpression from '../../../../schemas/row-expression.schema.json';
import screen from '../../../../schemas/screen.schema.json';
import sourceId from '../../../../schemas/source-id.schema.json';
import source from '../../../../schemas/source.schema.json';
import strings from '../../../../schemas/strings.schema.json';
import propText from '../../../../schemas/prop-text.schema.json';
import text from '../../../../schemas/text.schema.json';
import url from '../../../../schemas/url.schema.json';
import use from '../../../../schemas/use.schema.json';
import widget from '../../../../schemas/widget.schema.json';
import { fileName } from '../language/schema-annotations.ts';

/** The definition language's own schemas by file name. */
const languageSchemas = {
  'access.schema.json': access,
  'action.schema.json': action,
  'address.schema.json': address,
  'bind.schema.json': bind,
  'place.schema.json': place,
  'child.schema.json': child,
  'dashboard.schema.json': dashboard,
  'dataset.schema.json': dataset,
  'entity.schema.json': entity,
  'event.schema.json': event,
  'expression.schema.json': expression,
  'filter.schema.json': filter,
  'field.schema.json': field,
  'form.schema.json': form,
  'fragment.schema.json': fragment,
  'icon.schema.json': icon,
  'menu-place.schema.json': menuPlace,
  'node.schema.json': node,
  'option.schema.json': option,
  'options.schema.json': options,
  'repeat.schema.json': repeat,
  'row-expression.schema.json': rowExpression,
  'screen.schema.json': screen,
  'source-id.schema.json': sourceId,
  'source.schema.json': source,
  'strings.schema.json': strings,
  'prop-text.schema.json': propText,
  'text.schema.json': text,
  'url.schema.json': url,
  'use.schema.json': use,
  'widget.schema.json': widget,
} as unknown as Readonly<Record<string, Schema>>;

export type LanguageSchemaName =
  | 'action'
  | 'dashboard'
  | 'dataset'
  | 'entity'
  | 'event'
  | 'form'
  | 'fragment'
  | 'node'
  | 'screen'
  | 'source'
  | 'strings'
  | 'text'
  | 'use'
  | 'widget'
  | 'expression'
  | 'access'
  | 'address'
  | 'bind';

export function languageSchema(name: LanguageSchemaName): Schema {
  return languageSchemas[`${name}.schema.json`]!;
}

export function allLanguageSchemas(): readonly Schema[] {
  return Object.values(languageSchemas);
}

interface ResolvedReference {
  schema: Schema;
  /** The file that contains the schema, to which its own `#/…` references refer. */
  root: Schema;
}

/** Resolves a `$ref`: `#/$defs/x` inside its own file, or one of the language's files. Null when it leads nowhere. */
export function resolveReference(reference: string, root: Schema): ResolvedReference | null {
  const [file = '', pointer = ''] = reference.split('#');
  const target = file === '' ? root : languageSchemas[fileName(file)];
  if (!target) return null;
  const schema = pointer === '' ? target : valueAt(target, parsePointer(pointer));
  return isObject(schema) ? { schema, root: target } : null;
}
