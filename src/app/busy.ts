import { dismissToast, notify } from '../ui/index.ts';
import type { I18n } from './i18n/i18n.ts';

/** Repetitions of a call that the server refuses because there are too many. */
const maxRepetitions = 5;
/** The longest wait. A longer lock, as after wrong passwords, is the person's to know. Seconds. */
const longestWait = 60;

/** Functions that give up each waiting call. */
const waiting = new Set<() => void>();
/** The toast that says that calls wait; one for all of them. */
let toast: number | null = null;

/**
 * Waits as long as the server says in `Retry-After`, and says so to the person, who can give up.
 * @param repetition number of earlier waits of the call; each lasts a second longer, so that calls that were refused together
 *   are not repeated together for ever
 * @returns whether to repeat the call
 */
export function waitToRepeat(
  { t }: Pick<I18n, 't'>,
  response: Response,
  repetition: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const seconds = Number(response.headers.get('retry-after') ?? NaN) + repetition;
  if (!(seconds <= longestWait) || repetition >= maxRepetitions) return Promise.resolve(false);
  return new Promise((resolve) => {
    const end = (goesOn: boolean) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      waiting.delete(giveUp);
      if (waiting.size === 0 && toast !== null) {
        dismissToast(toast);
        toast = null;
      }
      resolve(goesOn);
    };
    const giveUp = () => end(false);
    // A call that its caller has aborted ends by itself when it is repeated.
    const onAbort = () => end(true);
    const timer = setTimeout(() => end(true), seconds * 1000);
    signal?.addEventListener('abort', onAbort);
    waiting.add(giveUp);
    toast ??= notify('info', t('failure.busy', { seconds }), {
      action: {
        text: t('failure.giveUp'),
        run: () => {
          for (const one of waiting) one();
        },
      },
    });
  });
}
