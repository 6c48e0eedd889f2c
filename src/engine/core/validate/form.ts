import type { JsonObject } from '../../../contracts/json.ts';
import { isExpression } from '../expressions/expression.ts';
import type { PlaceRoot } from './expressions.ts';
import { languageSchema } from './schemas.ts';
import { walkMarks } from '../marks.ts';
import { escapePointer } from './faults.ts';
import { noPlaces, type Places } from './steps.ts';

/** What a form document refers to: its texts, rules, checks and option sources. All of it sees `form`. */
export function formPlaces(document: JsonObject): Places {
  const places = noPlaces();
  const place: readonly PlaceRoot[] = ['form'];
  walkMarks(languageSchema('form'), document, (mark, path, value) => {
    const pointer = path.map((key) => `/${escapePointer(String(key))}`).join('');
    if (typeof value === 'string') {
      if (mark === 'text') places.texts.push({ text: value, pointer });
      if (mark === 'address') places.addresses.push({ address: value, pointer, place });
    } else if (isExpression(value)) {
      places.expressions.push({ source: value.$expr, pointer: `${pointer}/$expr`, place });
    }
  });
  return places;
}
