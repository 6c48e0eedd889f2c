import { createStore, type StoreApi } from 'zustand/vanilla';
import type { PaletteWidget } from '../../contracts/saved-widget.ts';
import type { Host } from '../../engine/core/index.ts';

/** The saved widgets that can be inserted; null until they are loaded. */
type SavedWidgets = StoreApi<{ rows: readonly PaletteWidget[] | null }>;

const stores = new WeakMap<Host, SavedWidgets>();

/** The saved widgets of a session, which palette and panel share. */
export function savedWidgetsOf(host: Host): SavedWidgets {
  const known = stores.get(host);
  if (known) return known;
  const made: SavedWidgets = createStore(() => ({ rows: null }));
  stores.set(host, made);
  return made;
}

/** Loads them again. Without them the palette has those of the product alone. */
export async function loadSavedWidgets(host: Host): Promise<void> {
  try {
    const reply = await host.run({ method: 'get', address: '/adm/v2/widget-palette' });
    savedWidgetsOf(host).setState({ rows: (reply as { data: { rows: PaletteWidget[] } }).data.rows });
  } catch (error) {
    host.report({ document: 'layout-editor', node: 'palette', error });
  }
}
