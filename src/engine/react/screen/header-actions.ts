import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react';
import { useUnmount } from '../../../ui/index.ts';
import type { CompiledNode, NodeSnapshot, Steps } from '../../core/index.ts';
import { useEngine, useNode, useScreen } from '../context.ts';
import type { WidgetChild } from '../contract.ts';
import { useText } from '../hooks.ts';
import { useVisibleChildren } from '../node/useVisibleChildren.ts';
import type { Page } from './page.ts';

/** The children of a page header: those in sight, and the buttons and further menus whose entries its own menu holds. */
export interface HeaderActions {
  inSight: readonly WidgetChild[];
  menu: readonly CompiledNode[];
  /** Whether a button that only goes back gave way to discarding the changes. */
  discards: boolean;
}

/**
 * Divides a page header's children: at most one primary and one secondary button stay in sight, buttons that destroy never
 * do. Narrow, the primary button stays alone, and a button that only goes back, as the header's back arrow does, gives way to
 * one that discards the changes of the page's forms.
 */
export function useHeaderActions(
  children: readonly WidgetChild[],
  { narrow, hasForms }: { narrow: boolean; hasForms: boolean },
): HeaderActions {
  const node = useNode();
  const visible = useVisibleChildren(children);
  return useMemo(() => {
    const nodes = new Map(node.children.map((child) => [child.id, child]));
    const buttons = visible.flatMap(({ id }) => {
      const button = nodes.get(id);
      return button?.type === 'button' && button.repeat === undefined && button.diagnostics.length === 0
        ? [button]
        : [];
    });
    const rank = ({ id }: WidgetChild) => Number(nodes.get(id)?.type === 'menu-button');
    const others = new Set(visible.map(({ id }) => id));
    for (const { id } of buttons) others.delete(id);
    const menus = node.children.filter(
      ({ id, type, props }) => others.has(id) && type === 'menu-button' && props['iconOnly'] === true,
    );
    const harmless = buttons.filter(({ props }) => props['danger'] !== true);
    const primary = harmless.find(({ props }) => props['primary'] === true);
    const replaced = narrow && hasForms ? buttons.filter(goesBack) : [];
    // The one beside the primary button is the one that was written last.
    const secondary = harmless.filter((button) => button !== primary && !replaced.includes(button)).at(-1);
    const stays = new Set([...others, primary?.id, narrow && primary ? undefined : secondary?.id]);
    const menu = buttons.filter((button) => !stays.has(button.id) && !replaced.includes(button));
    // Two menus of three points are one.
    if (menu.length > 0 || replaced.length > 0) for (const { id } of menus) stays.delete(id);
    return {
      // A menu stands at the end, where the header's own would.
      inSight: visible.filter(({ id }) => stays.has(id)).sort((a, b) => rank(a) - rank(b)),
      menu: [...menu, ...menus.filter(({ id }) => !stays.has(id))],
      discards: replaced.length > 0,
    };
  }, [visible, node, narrow, hasForms]);
}

/** Whether all that a button does is to go back. */
function goesBack({ on }: CompiledNode): boolean {
  const steps: Steps = on['press'] ?? [];
  const step = steps[0] as { navigate?: { back?: boolean } } | undefined;
  return steps.length === 1 && step?.navigate?.back === true;
}

/**
 * A node's current state, and its press, for a place that renders another widget for it.
 * @param item of a menu: the press is this entry's.
 */
export function useButtonNode(
  node: CompiledNode,
  item?: { id: string; do: Steps },
): { state: NodeSnapshot; busy: boolean; press(): void } {
  const screen = useScreen();
  const event = item?.id ?? 'press';
  const steps = item?.do ?? node.on['press'];
  const observed = useMemo(() => screen.observeNode(node), [screen, node]);
  const state = useSyncExternalStore(observed.subscribe, observed.get);
  const busy = useMemo(() => screen.busy({ node: node.id, event }), [screen, node, event]);
  const press = useCallback(() => {
    void screen.run({ node: node.id, event }, steps ?? []);
  }, [screen, node, event, steps]);
  return { state, busy: useSyncExternalStore(busy.subscribe, busy.get), press };
}

/** Discards the unsaved changes of a page's forms, and offers to bring them back until the page is left. */
export function useDiscardChanges(page: Page | null): () => void {
  const { host } = useEngine();
  const t = useText();
  const leave = useRef<() => void>(() => undefined);
  useUnmount(() => leave.current());
  return () => {
    const until = new Promise<void>((resolve) => (leave.current = resolve));
    const undos = page?.forms.list.map((form) => form.discard()) ?? [];
    host.notify('info', t('widgets.page-header.discarded'), {
      undo: () => undos.forEach((undo) => undo()),
      until,
    });
  };
}
