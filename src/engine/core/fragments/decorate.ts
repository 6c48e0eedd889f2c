import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import { isExpression } from '../expressions/expression.ts';

interface Decorated {
  items: Json[];
  /** A key of the use that these items cannot take; null when there is none. */
  refused: string | null;
}

/** Both conditions at once. */
function both(own: Json | undefined, outer: Json): Json {
  if (own === undefined || own === true || outer === false) return outer;
  if (own === false || outer === true) return own;
  if (!isExpression(own) || !isExpression(outer)) return own;
  return { $expr: `(${outer.$expr}) and (${own.$expr})` };
}

function allRules(rules: readonly (Json | undefined)[]): Json | undefined {
  const given = rules.filter((rule) => rule !== undefined);
  return given.length > 1 ? { all: given } : given[0];
}

/**
 * Applies what a use says about its content: visible, access, at and repeat. A position and a repetition are for one item
 * alone, and steps take neither conditions nor rules.
 * @param access the fragment's own rule.
 */
export function decorated(items: Json[], kind: string, use: JsonObject, access: Json | undefined): Decorated {
  const { visible, access: outer, at, repeat } = use;
  const single = [
    ['at', at],
    ['repeat', repeat],
  ] as const;
  const given = [...single, ['visible', visible], ['access', outer ?? access]] as const;
  if (given.every(([, value]) => value === undefined)) return { items, refused: null };
  if (kind === 'steps') return { items, refused: given.find(([, value]) => value !== undefined)![0] };
  const [lone] = items;
  for (const [key, value] of single) {
    const isTaken = key === 'repeat' && isObject(lone) && lone.repeat !== undefined;
    if (value !== undefined && (items.length !== 1 || isTaken)) return { items, refused: key };
  }
  const changed = items.map((item): Json => {
    if (!isObject(item)) return item;
    const rule = allRules([outer, access, item.access]);
    return {
      ...item,
      ...(visible === undefined ? {} : { visible: both(item.visible, visible) }),
      ...(rule === undefined ? {} : { access: rule }),
      ...(at === undefined ? {} : { at }),
      ...(repeat === undefined ? {} : { repeat }),
    };
  });
  return { items: changed, refused: null };
}
