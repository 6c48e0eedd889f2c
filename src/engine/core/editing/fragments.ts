import type { FragmentInfo, ParameterInfo } from '../../../contracts/data-catalogue.ts';
import { valueAt } from '../../../contracts/json-pointer.ts';
import { isObject, type JsonObject } from '../../../contracts/json.ts';
import { isUsable, contentName } from '../../../contracts/saved-widget.ts';
import { parametersOf } from '../fragments/expand.ts';
import { fragmentLists } from '../fragments/lists.ts';
import { isUse } from '../fragments/uses.ts';
import type { CompletionContext, Suggestion } from './completion-context.ts';

const suggestion = (
  one: Pick<ParameterInfo, 'type' | 'title' | 'description' | 'required' | 'enum'>,
  name: string,
): Suggestion => {
  const info = [one.title, one.description].filter((text) => text !== undefined).join('. ');
  const type = one.enum ? one.enum.join(' | ') : one.type;
  return { label: name, detail: one.required ? `${type} *` : type, ...(info !== '' && { info }) };
};

/** The list of fragments that belongs to a position: that of the nearest key which names one, else nodes. */
function listAt(path: CompletionContext['path']): string {
  const key = path.findLast((one, index) => typeof one === 'string' && typeof path[index + 1] === 'number');
  if (key === 'dialogs') return 'dialogs';
  if (path.includes('on') || ['then', 'else', 'onError', 'undo', 'steps'].includes(String(key)))
    return 'steps';
  return fragmentLists.includes(String(key))
    ? String(key)
    : key === 'do' || key === 'save'
      ? 'steps'
      : 'body';
}

/** The fragments that have content for the list around a position. */
export function fragmentIds({ catalogue, document, path }: CompletionContext): Suggestion[] {
  const list = listAt(path);
  return (catalogue?.fragments ?? [])
    .filter(
      ({ id, lists }) =>
        lists.includes(list) &&
        (!isUsable(document.kind) || id !== contentName({ kind: document.kind, id: String(document.id) })),
    )
    .map(({ id, title, parameters }) => ({
      label: id,
      detail: title,
      ...(parameters.length > 0 && { info: parameters.map(parameterLine).join('\n') }),
    }));
}

const parameterLine = (one: ParameterInfo): string => {
  const { label, detail, info } = suggestion(one, one.name);
  return `${label}: ${detail}${info === undefined ? '' : `, ${info}`}`;
};

/** The fragment whose use is at a path. */
function usedAt(
  { document, catalogue }: CompletionContext,
  path: readonly (string | number)[],
): FragmentInfo | null {
  const use = valueAt(document, path.map(String));
  if (!isUse(use)) return null;
  return catalogue?.fragments?.find(({ id }) => id === use.use) ?? null;
}

/** The parameters of a use that have no value yet. */
export function parameterNames(context: CompletionContext): Suggestion[] {
  const { document, path } = context;
  const given = valueAt(document, path.slice(0, -1).map(String));
  const used = usedAt(context, path.slice(0, -2));
  return (used?.parameters ?? [])
    .filter(({ name }) => !isObject(given) || !Object.hasOwn(given, name) || name === path.at(-1))
    .map((one) => suggestion(one, one.name));
}

/** The parameter whose value is at the caret. */
export function parameterAt(context: CompletionContext): ParameterInfo | null {
  const { path } = context;
  if (path.at(-2) !== 'with') return null;
  const used = usedAt(context, path.slice(0, -2));
  return used?.parameters.find(({ name }) => name === path.at(-1)) ?? null;
}

/** Values of a parameter where no text is begun; null where no parameter's value stands. */
export function parameterLiterals(context: CompletionContext): Suggestion[] | null {
  const parameter = parameterAt(context);
  if (!parameter) return null;
  const { type, enum: allowed = [] } = parameter;
  const labels = type === 'boolean' ? ['true', 'false'] : allowed.map((one) => JSON.stringify(one));
  return labels.map((label) => ({ label, detail: type }));
}

/** The key of the language whose values a parameter takes; empty for a value of its own. */
export function keyLike({ type }: ParameterInfo): string {
  const keys: Record<string, string> = {
    bind: 'bind',
    address: 'navigate',
    source: 'source',
    dialog: 'open',
    form: 'submit',
  };
  return keys[type] ?? '';
}

/** The parameters that a fragment declares itself. */
export function ownParameters({ document }: CompletionContext): Suggestion[] {
  if (!isUsable(document.kind)) return [];
  return [...parametersOf(document as JsonObject)].map(([name, one]) => {
    const { type, title, description, required = false, enum: allowed } = one;
    const texts = {
      ...(typeof title === 'string' && { title }),
      ...(typeof description === 'string' && { description }),
    };
    return suggestion({ type, required, ...texts, ...(allowed && { enum: allowed }) }, name);
  });
}
