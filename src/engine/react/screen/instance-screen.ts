import { createScopedScreen } from '../../core/index.ts';
import type { ItemScope, ScopeNames, Screen } from '../../core/index.ts';

/** By the names of an instance, which are the same object while its element is. */
const instanceScreens = new WeakMap<Screen, WeakMap<ScopeNames, Screen>>();

/** Returns the screen as an instance of a repeat sees it. */
export function instanceScreen(screen: Screen, { names, key }: ItemScope): Screen {
  const known = instanceScreens.get(screen) ?? new WeakMap<ScopeNames, Screen>();
  instanceScreens.set(screen, known);
  const scoped = known.get(names) ?? createScopedScreen(screen, names, key);
  known.set(names, scoped);
  return scoped;
}
