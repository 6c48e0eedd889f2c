import type { Json } from '../../../../contracts/json.ts';
import { nameOfKept } from './files.ts';

/** The names of stored files, one a line. */
export default function ReadFiles({ value }: { value: Json | undefined }) {
  const kept = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  return kept.map((one, at) => <div key={at}>{nameOfKept(one)}</div>);
}
