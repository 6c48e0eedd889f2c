import { impossibleParameters, type Query, type QueryParameter } from './address-query.ts';
import type { Host } from '../contract.ts';
import type { SourceState } from '../compiled-screen.ts';
import type { Store } from './store.ts';
import type { Texts } from '../language/texts.ts';

export interface AddressFallback {
  /** Checks the parameters of an address that was opened. */
  visit(query: Query): void;
  stop(): void;
}

/**
 * Replaces values of an address that a screen cannot show by the initial ones, and says so. Parameters cannot hold some of
 * them; the server refuses others, of a source's list, and no control of the screen may be able to change those.
 */
export function createAddressFallback(context: {
  host: Host;
  store: Store;
  texts: Texts;
  parameters(): readonly QueryParameter[];
}): AddressFallback {
  const { host, store, texts, parameters } = context;
  /** Names of parameters of lists that no reply has confirmed yet. */
  let unconfirmed = new Set<string>();
  let release: (() => void) | null = null;

  function stop(): void {
    release?.();
    release = null;
  }

  function notify(names: readonly string[]): void {
    const list = names.join(', ');
    if (list !== '')
      host.notify('warning', texts.translate('failures.addressValues', { names: list }) ?? list);
  }

  function check(): void {
    const open = parameters().filter(({ name, list }) => list !== undefined && unconfirmed.has(name));
    for (const source of new Set(open.map(({ list }) => list!))) {
      const state = store.get(['data', source]) as SourceState | undefined;
      if (state?.status !== 'ready' && state?.status !== 'error') continue;
      // The rows of another address do not confirm this one.
      if (state.stale) continue;
      const own = open.filter(({ list }) => list === source);
      for (const { name } of own) unconfirmed.delete(name);
      if (state.error?.status !== 400 && state.error?.status !== 422) continue;
      store.batch(() => own.forEach(({ path, initial }) => store.set(path, initial)));
      notify(own.map(({ name }) => name));
    }
    if (unconfirmed.size === 0) stop();
  }

  return {
    visit(query) {
      stop();
      const lists = parameters().filter(({ list, name }) => list !== undefined && Object.hasOwn(query, name));
      const impossible = impossibleParameters(parameters(), query);
      unconfirmed = new Set(lists.map(({ name }) => name).filter((name) => !impossible.includes(name)));
      notify(impossible);
      if (unconfirmed.size === 0) return;
      release = store.subscribe([['data']], check);
      check();
    },
    stop,
  };
}
