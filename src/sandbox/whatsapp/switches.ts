import { isObject } from '../../contracts/json.ts';

/** Troubles that the next sends of the business meet. */
export const sendTroubles = ['none', 'lost', 'silent', '500', '429', 'html', 'error'] as const;
/** Troubles that the next downloads of media meet. */
export const mediaTroubles = ['none', '503', '404', 'sha256', 'endless', 'mime', 'short'] as const;
export const signatures = ['valid', 'wrong', 'missing'] as const;
/** How a message outside of the 24 hours is refused: by a status `failed` after it was accepted, as a rule, or at once. */
export const windowRefusals = ['status', 'answer'] as const;

/** How the provider behaves. One set for the whole process. */
export interface Switches {
  /** Copies of each webhook, sent at the same time. */
  duplicates: number;
  /** Collects webhooks for some time and sends them in a random order. */
  shuffle: boolean;
  /** Milliseconds that webhooks wait. */
  delayMs: number;
  /** Most updates in one webhook. */
  batch: number;
  signature: (typeof signatures)[number];
  windowRefusal: (typeof windowRefusals)[number];
  /** Trouble of the next `left` sends; `code` belongs to `error`. */
  send: { kind: (typeof sendTroubles)[number]; code: number; left: number };
  /** Trouble of the next `left` downloads. */
  media: { kind: (typeof mediaTroubles)[number]; left: number };
}

export const calm = (): Switches => ({
  duplicates: 1,
  shuffle: false,
  delayMs: 0,
  batch: 1,
  signature: 'valid',
  windowRefusal: 'status',
  send: { kind: 'none', code: 131000, left: 0 },
  media: { kind: 'none', left: 0 },
});

/** A value of a switch that it does not take. */
export class SwitchError extends Error {}

function integer(value: unknown, name: string, least: number, most: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
  throw new SwitchError(`${name}: takes a whole number from ${least} to ${most}`);
}

function oneOf<T extends string>(value: unknown, name: string, options: readonly T[]): T {
  const found = options.find((option) => option === value);
  if (found !== undefined) return found;
  throw new SwitchError(`${name}: takes one of ${options.join(', ')}`);
}

const readers: { [K in keyof Switches]: (value: unknown, before: Switches[K]) => Switches[K] } = {
  duplicates: (value) => integer(value, 'duplicates', 1, 10),
  shuffle(value) {
    if (typeof value === 'boolean') return value;
    throw new SwitchError('shuffle: takes true or false');
  },
  delayMs: (value) => integer(value, 'delayMs', 0, 600_000),
  batch: (value) => integer(value, 'batch', 1, 1000),
  signature: (value) => oneOf(value, 'signature', signatures),
  windowRefusal: (value) => oneOf(value, 'windowRefusal', windowRefusals),
  send(value, before) {
    const { kind, code, left } = { ...before, ...(isObject(value) ? value : {}) };
    return {
      kind: oneOf(kind, 'send.kind', sendTroubles),
      code: integer(code, 'send.code', 0, 999_999),
      left: integer(left, 'send.left', 0, 1000),
    };
  },
  media(value, before) {
    const { kind, left } = { ...before, ...(isObject(value) ? value : {}) };
    return { kind: oneOf(kind, 'media.kind', mediaTroubles), left: integer(left, 'media.left', 0, 1000) };
  },
};

/**
 * Returns the switches after a change that names some of them.
 * @throws SwitchError
 */
export function changeSwitches(before: Switches, change: unknown): Switches {
  if (!isObject(change)) throw new SwitchError('switches: takes an object');
  const after: Switches = { ...before };
  const set = <K extends keyof Switches>(name: K, value: unknown): void => {
    after[name] = readers[name](value, before[name]);
  };
  for (const [name, value] of Object.entries(change)) {
    if (!Object.hasOwn(readers, name)) throw new SwitchError(`${name}: there is no such switch`);
    set(name as keyof Switches, value);
  }
  return after;
}
