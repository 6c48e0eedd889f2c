import { isObject, type JsonObject } from '../../../contracts/json.ts';

/** For migrations: what has a list of `options`, with each option's `text` as its `label`. */
export function withOptionLabels(owner: JsonObject): JsonObject {
  const { options } = owner;
  if (!Array.isArray(options)) return owner;
  const labelled = options.map((option) => {
    if (!isObject(option) || option['text'] === undefined || option['label'] !== undefined) return option;
    const { text, ...rest } = option;
    return { ...rest, label: text };
  });
  return { ...owner, options: labelled };
}
