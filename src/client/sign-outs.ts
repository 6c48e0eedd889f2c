import type { Http, HttpFailure } from './http.ts';
import { browserStorage, createSafeStorage } from './safe-storage.ts';

/** Sign-outs that the server may not know of yet. */
export interface SignOuts {
  /**
   * Notes that the session of a token is to end, as the ticket in it, which can do nothing else.
   * @returns what forgets that again, once the server has ended it
   */
  note(token: string | null): () => void;
  /** Sends what is noted. */
  send(): void;
}

const prefix = 'molde.signOut.';

/** The ticket in a token; null for a token without. */
function ticketOf(token: string | null): string | null {
  try {
    const [, payload = ''] = token?.split('.') ?? [];
    const { end } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { end?: unknown };
    return typeof end === 'string' ? end : null;
  } catch {
    return null;
  }
}

/** Whether a failed call leaves nothing to end: the session has ended, or never began. */
export const hasEnded = ({ status }: Pick<HttpFailure, 'status'>): boolean => [400, 401].includes(status);

/** Keeps sign-outs in this browser until the server has answered. Each has a key of its own, so that tabs do not overwrite them. */
export function createSignOuts(http: Pick<Http, 'request'>, storage = browserStorage()): SignOuts {
  const safe = createSafeStorage(() => storage);
  return {
    note(token) {
      const ticket = ticketOf(token);
      if (ticket === null) return () => undefined;
      safe.set(prefix + ticket, '1');
      return () => safe.remove(prefix + ticket);
    },
    send() {
      for (const key of safe.keys(prefix)) {
        const body = { ticket: key.slice(prefix.length) };
        const done = () => safe.remove(key);
        http
          .request({ method: 'post', address: '/adm/v2/sec/logout/ticket', body, public: true })
          .then(done, (failure: HttpFailure) => hasEnded(failure) && done());
      }
    },
  };
}
