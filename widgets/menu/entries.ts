import { itemScope, type MenuProps } from '../../src/engine/core/index.ts';
import { useCan, useLinkTo, useScreenAddress } from '../../src/engine/react/index.ts';
import type { LinkTarget, Resolved } from '../../src/engine/react/index.ts';
import { currentIndex } from './current-entry.ts';

type Item = Resolved<MenuProps>['items'][number];

/** An entry with all that its rendering needs. */
export interface Entry {
  id: string;
  text: string;
  icon: string | undefined;
  count: number;
  link: LinkTarget | null;
  current: boolean;
}

export interface Group {
  id: string;
  /** Undefined for entries outside of groups. */
  title: string | undefined;
  entries: readonly Entry[];
}

/** The entries of a group; those of a group that a repeat made have its key in their ids, as each group has them. */
function entriesOf(group: Item, isAllowed: (item: Item) => boolean): Item[] {
  const scope = itemScope(group);
  const entries = (group.items ?? []).filter(isAllowed);
  return entries.map((item) =>
    scope === undefined || itemScope(item) ? item : { ...item, id: `${item.id}-${scope.key}` },
  );
}

/** The entries that the person may use, in their groups, with the current one. */
export function useGroups(props: Resolved<MenuProps>): Group[] {
  const can = useCan();
  const linkTo = useLinkTo();
  const here = useScreenAddress();
  const isAllowed = (item: Item) => item.visible !== false && (!item.access || can(item.access));
  const groups: { id: string; title: string | undefined; items: Item[] }[] = [];
  for (const item of props.items.filter(isAllowed)) {
    const before = groups.at(-1);
    if (item.items) groups.push({ id: item.id, title: item.text, items: entriesOf(item, isAllowed) });
    else if (before && before.title === undefined) before.items.push(item);
    else groups.push({ id: item.id, title: undefined, items: [item] });
  }
  const items = groups.flatMap((group) => group.items);
  const links = new Map(
    items.map((item) => [item, linkTo(typeof item.link === 'string' ? item.link : undefined)]),
  );
  const currentAt = currentIndex(
    items.map((item) => links.get(item)?.href),
    here,
  );
  const current = props.current === undefined ? items[currentAt]?.id : props.current;
  return groups
    .filter((group) => group.items.length > 0)
    .map(({ id, title, items: own }) => ({
      id,
      title,
      entries: own.map((item) => ({
        id: item.id,
        text: item.text,
        icon: typeof item.icon === 'string' ? item.icon : undefined,
        count: typeof item.badge === 'number' ? item.badge : 0,
        link: links.get(item) ?? null,
        current: item.id === current,
      })),
    }));
}
