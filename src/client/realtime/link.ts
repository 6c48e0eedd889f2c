import type { Language } from '../../contracts/language.ts';
import type { HolderMessage, PageMessage } from './messages.ts';

/** A page's end of the connection. */
export interface Link {
  send(message: Exclude<PageMessage, { type: 'join' | 'leave' }>): void;
  /** Begins anew, with the token of this moment and without topics. */
  join(): void;
  dispose(): void;
}

export interface LinkOptions {
  token(): string | null;
  language(): Language;
  receive(message: HolderMessage): void;
  /** Called when the page has begun anew by itself: what it follows is to be sent again. */
  onJoined(): void;
}

/**
 * Links the page to the connection, which a worker holds for all tabs. Where the browser has no shared workers or does not
 * start this one, the page holds a connection of its own.
 */
export function createLink({ token, language, receive, onJoined }: LinkOptions): Link {
  let port: MessagePort | null = null;
  let isShared = typeof SharedWorker !== 'undefined';
  let releaseLock: (() => void) | null = null;

  function openPort(): MessagePort {
    if (!isShared) {
      const { port1, port2 } = new MessageChannel();
      void import('./connections.ts').then(({ servePage }) => servePage(port2)).catch(() => undefined);
      return port1;
    }
    const worker = new SharedWorker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('error', () => {
      if (!isShared) return;
      isShared = false;
      leave();
      port = null;
      join();
      onJoined();
    });
    return worker.port;
  }

  /** Holds a lock as long as the page lives, and waits until it has it. */
  function holdLock(): Promise<string | null> {
    const { locks } = navigator as { locks?: LockManager };
    if (!locks) return Promise.resolve(null);
    const name = `molde.page.${Math.random()}`;
    return new Promise((resolve) => {
      locks
        .request(name, () => {
          resolve(name);
          return new Promise<void>((release) => (releaseLock = release));
        })
        .catch(() => resolve(null));
    });
  }

  const post = (message: PageMessage): void => port?.postMessage(message);

  function leave(): void {
    post({ type: 'leave' });
    releaseLock?.();
    releaseLock = null;
  }

  function join(): void {
    const own = token();
    if (own === null) return;
    if (!port) {
      port = openPort();
      port.addEventListener('message', ({ data }: MessageEvent<HolderMessage>) => receive(data));
      port.start();
    }
    post({ type: 'join', token: own, language: language() });
    if (releaseLock) return;
    void holdLock().then((lock) => {
      if (lock !== null) post({ type: 'lock', lock });
    });
  }

  const wake = (): void => {
    if (document.visibilityState === 'visible') post({ type: 'wake' });
  };
  function onPageShow({ persisted }: PageTransitionEvent): void {
    if (!persisted) return;
    join();
    onJoined();
  }
  window.addEventListener('online', wake);
  document.addEventListener('visibilitychange', wake);
  window.addEventListener('pagehide', leave);
  window.addEventListener('pageshow', onPageShow);
  join();

  return {
    send: post,
    join,
    dispose() {
      window.removeEventListener('online', wake);
      document.removeEventListener('visibilitychange', wake);
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', onPageShow);
      leave();
      port?.close();
      port = null;
    },
  };
}
