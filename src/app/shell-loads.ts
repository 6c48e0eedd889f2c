import type { Recents } from '../client/index.ts';
import type { Load, LoadSnapshot } from '../engine/core/index.ts';
import type { App } from './app-context.ts';

const loading: LoadSnapshot = { status: 'loading', reply: undefined, error: null, refreshing: false };

/** A load that is opened by code which arrives later. */
function openLater(opening: Promise<Load | null>): Load {
  let opened: Load | null = null;
  void opening.then((load) => {
    opened = load;
  });
  return {
    get: () => opened?.get() ?? loading,
    subscribe(listener) {
      let release: (() => void) | null | undefined = null;
      void opening.then((load) => {
        if (release === undefined) return;
        release = load?.subscribe(listener) ?? null;
        listener();
      });
      return () => {
        release?.();
        release = undefined;
      };
    },
    refresh: async () => (await opening)?.refresh(),
  };
}

/**
 * Opens what the shell knows about the person as loads, which need no request; null for any other address. Their code is
 * loaded by the first screen that asks, such as the home page.
 */
export function createShellLoads(app: App, recents: Recents): (address: string) => Load | null {
  const loads = new Map<string, Load>();
  return (address) => {
    if (!address.startsWith('shell:')) return null;
    const load =
      loads.get(address) ??
      openLater(
        import('./shell-data.ts').then(({ createShellData }) => createShellData(app, recents)(address)),
      );
    loads.set(address, load);
    return load;
  };
}
