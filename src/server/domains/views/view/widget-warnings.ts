import { parsePointer, valueAt } from '../../../../contracts/json-pointer.ts';
import { isObject, type Json, type JsonObject } from '../../../../contracts/json.ts';
import type { Language } from '../../../../contracts/language.ts';
import { unfilteredRecords, validateEdited } from '../../../../engine/core/index.ts';
import type { Context } from '../../../kernel/contract.ts';
import { resolveText, text } from '../../../kernel/texts.ts';
import {
  documentText,
  publishedDocument,
  readState,
  registry,
  type Editing,
} from '../../definitions/index.ts';

/** Name of a node for people: its title, else the name of its widget. */
function nameOf(document: JsonObject, lang: Language, node: JsonObject): string {
  const props = isObject(node['props']) ? node['props'] : {};
  const written = ['title', 'label'].map((name) => documentText(document, props[name], lang)).find(Boolean);
  return written ?? resolveText(lang, registry.get(String(node['type']))?.title ?? String(node['type']));
}

const fieldsIn = (list: Json | undefined): string[] =>
  (Array.isArray(list) ? list : []).flatMap((one) => (isObject(one) ? [String(one['field'])] : []));

/** Groups of a dataset that a pivot table over it has neither in rows nor in columns, so that it finds several rows for a cell. */
async function groupsLeft(
  { bundled }: Editing,
  ctx: Context,
  document: JsonObject,
  node: JsonObject,
): Promise<string[]> {
  const source = valueAt(document, ['sources', String(node['source']), 'dataset']);
  if (typeof source !== 'string') return [];
  const key = { kind: 'dataset', id: source } as const;
  const { publishedVersion } = await readState(ctx.db, key);
  const dataset = await publishedDocument(bundled, ctx, key, publishedVersion);
  const groups = isObject(dataset) && Array.isArray(dataset['group']) ? dataset['group'] : [];
  const props = isObject(node['props']) ? node['props'] : {};
  const shown = new Set([...fieldsIn(props['rows']), ...fieldsIn(props['columns'])]);
  return groups.flatMap((one) => (isObject(one) && !shown.has(String(one['id'])) ? [String(one['id'])] : []));
}

/** Warnings of which an author is told before publishing; each has a text. */
const named: ReadonlySet<string> = new Set(['needs-source', 'needs-column', 'filter-records']);

/** Widgets of a view that would show nothing, or an error, with what to do about it, in the author's language. */
export async function widgetWarnings(
  editing: Editing,
  ctx: Context,
  document: JsonObject,
): Promise<string[]> {
  const { lang } = ctx;
  const found: string[] = [];
  for (const { code, pointer, severity } of [
    ...validateEdited(document, registry),
    ...unfilteredRecords(document),
  ]) {
    if (severity !== 'warning' || !named.has(code)) continue;
    const [at] = pointer.split(/\/props\/|\/source$/);
    const node = valueAt(document, parsePointer(at!));
    if (isObject(node as Json))
      found.push(
        text(lang, `errors.views.widgets.${code}`, { title: nameOf(document, lang, node as JsonObject) }),
      );
  }
  const body = Array.isArray(document['body']) ? document['body'] : [];
  for (const node of body) {
    if (!isObject(node) || node['type'] !== 'pivot-table') continue;
    const groups = await groupsLeft(editing, ctx, document, node);
    if (groups.length === 0) continue;
    const values = { title: nameOf(document, lang, node), groups: groups.join(', ') };
    found.push(text(lang, 'errors.views.widgets.groups', values));
  }
  return found;
}
