import { Type } from 'typebox';
import type { ClientFrame } from '../../contracts/events.ts';
import { AppError } from '../kernel/errors.ts';
import { closeObjects } from '../kernel/route-schemas.ts';
import { compileValidator } from '../kernel/validation.ts';

/** Characters of a topic's name, without the word before it in a topic of presence. */
const topic = Type.String({ minLength: 1, maxLength: 200, pattern: '^[A-Za-z0-9_:-]+$' });
const topicList = Type.Array(topic, { maxItems: 2000 });

const frame = Type.Union([
  Type.Object({ type: Type.Literal('PING') }),
  Type.Object({
    type: Type.Literal('SUB'),
    topics: Type.Union([
      topicList,
      Type.Record(
        Type.String({ minLength: 1, maxLength: 200, pattern: '^[A-Za-z0-9_:-]+$' }),
        Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
        { additionalProperties: false },
      ),
    ]),
  }),
  Type.Object({ type: Type.Literal('UNSUB'), topics: topicList }),
]);

const validate = compileValidator(closeObjects(frame), 'body');

export type ReadFrame =
  { type: 'PING' } | { type: 'SUB' | 'UNSUB'; topics: ReadonlyMap<string, number | null> };

/**
 * Reads a frame of a client; topics come with the last event that it has, or null.
 * @throws AppError BAD_JSON, VALIDATION_FAILED
 */
export function readFrame(text: string): ReadFrame {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new AppError('BAD_JSON', { message: 'errors.realtime.json', cause: error });
  }
  if (validate(value) !== true) throw new AppError('VALIDATION_FAILED', { message: 'errors.realtime.frame' });
  const found = value as ClientFrame;
  if (found.type === 'PING') return found;
  const { type, topics } = found;
  const entries: (readonly [string, number | null])[] = Array.isArray(topics)
    ? topics.map((name) => [name, null] as const)
    : Object.entries(topics);
  return { type, topics: new Map(entries) };
}
