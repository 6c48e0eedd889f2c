import type { GraphError } from './graph.ts';

/**
 * Actions on a refusal. `fail`: the message failed, with its reason. `retry`: try again later. `pause-pair` and
 * `pause-channel`: a limit of the provider was met, for this customer or for the number. `channel`: the channel cannot send at
 * all until an administrator corrects it; messages wait.
 */
export type ErrorAction = 'fail' | 'retry' | 'pause-pair' | 'pause-channel' | 'channel';

/** Codes of the provider (developers.facebook.com, WhatsApp Cloud API, error codes). Others fail. */
const actions: Readonly<Record<number, ErrorAction>> = {
  0: 'channel',
  3: 'channel',
  10: 'channel',
  190: 'channel',
  368: 'channel',
  130_497: 'channel',
  131_031: 'channel',
  131_042: 'channel',
  4: 'pause-channel',
  80_007: 'pause-channel',
  130_429: 'pause-channel',
  131_048: 'pause-channel',
  131_056: 'pause-pair',
  1: 'retry',
  2: 'retry',
  131_000: 'retry',
  131_016: 'retry',
  133_004: 'retry',
};

/** Codes after which the cached templates are not what the provider has. */
export const templateCodes: ReadonlySet<number> = new Set([
  132_000, 132_001, 132_005, 132_007, 132_012, 132_015, 132_016,
]);

export function actionOf({ code, status }: Pick<GraphError, 'code' | 'status'>): ErrorAction {
  if (code === null) return status === 0 || status >= 500 ? 'retry' : status === 401 ? 'channel' : 'fail';
  if (code >= 200 && code <= 299) return 'channel';
  return actions[code] ?? 'fail';
}
