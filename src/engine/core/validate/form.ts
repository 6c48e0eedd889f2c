import { escapeSegment } from '../../../contracts/json-pointer.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import { isExpression } from '../expressions/expression.ts';
import type { LocalRoot } from './expressions.ts';
import { languageSchema } from './schemas.ts';
import { walkAnnotations } from '../schema-annotations.ts';
import { noUses, type Uses } from './steps.ts';

/** What a form document refers to: its texts, rules, checks and option sources. All of it sees `form`. */
export function formPlaces(document: JsonObject): Uses {
  const places = noUses();
  const place: readonly LocalRoot[] = ['form'];
  walkAnnotations(languageSchema('form'), document, (annotation, path, value) => {
    const pointer = path.map((key) => `/${escapeSegment(String(key))}`).join('');
    if (typeof value === 'string') {
      if (annotation === 'text') places.texts.push({ text: value, pointer });
      if (annotation === 'address') places.addresses.push({ address: value, pointer, place });
    } else if (isExpression(value)) {
      places.expressions.push({ source: value.$expr, pointer: `${pointer}/$expr`, place });
    }
  });
  return places;
}
