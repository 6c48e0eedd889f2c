import { useMemo, useSyncExternalStore } from 'react';
import type { ItemScope, Screen } from '../../core/index.ts';
import { useNode, useScreen } from '../context.ts';
import type { WidgetChild } from '../contract.ts';

/**
 * The visible children, for a widget whose own rendering depends on them (a tab each, a tile each). Renders again when
 * one becomes visible or hidden, not when one changes. An instance decides in its own scope.
 * @param items the same list while none of them changes.
 * @param screenOf returns the screen of an instance, for items that may be instances: `instanceScreen`.
 */
export function useVisibleChildren<Child extends WidgetChild>(
  items: readonly Child[],
  screenOf?: (screen: Screen, instance: ItemScope) => Screen,
): readonly Child[] {
  const screen = useScreen();
  const { children, names } = useNode();
  const observed = useMemo(() => {
    const nodes = new Map(children.map((child) => [child.id, child]));
    const states = items.flatMap(({ id, instance }) => {
      const node = nodes.get(instance?.of ?? id);
      // Most children have no condition, and the notice of an invalid child is always visible.
      if (!node || node.diagnostics.length > 0) return [];
      if (node.visible === true && node.access === undefined) return [];
      if (instance) return screenOf ? [{ id, state: screenOf(screen, instance).observeNode(node) }] : [];
      // Each instance decides by itself, also one that stands below an item of a repeat.
      const isRepeated = node.repeat !== undefined || !node.names.every((name) => names.includes(name));
      return isRepeated ? [] : [{ id, state: screen.observeNode(node) }];
    });
    return {
      subscribe(listener: () => void) {
        const releases = states.map(({ state }) => state.subscribe(listener));
        return () => releases.forEach((release) => release());
      },
      hidden: () =>
        states
          .filter(({ state }) => !state.get().visible)
          .map(({ id }) => id)
          .join('\n'),
    };
  }, [screen, children, names, items, screenOf]);
  const hidden = useSyncExternalStore(observed.subscribe, observed.hidden);
  return useMemo(() => {
    const ids = new Set(hidden.split('\n'));
    return hidden === '' ? items : items.filter(({ id }) => !ids.has(id));
  }, [items, hidden]);
}
