import type { Recents } from '../client/index.ts';
import { menuGroups, type Menu, type MenuItem } from '../contracts/menu.ts';
import type { Load, LoadSnapshot } from '../engine/core/index.ts';
import type { App } from './app-context.ts';
import { titlesOf, visibleMenu } from './layout/visible-menu.ts';
import { firstSegment, menuPath } from './paths.ts';

/** Recent screens and records of a list. */
const maxRecent = 8;

/** The person's recent screens and records, as far as the menu says that they may still read them. */
function recentRows({ i18n }: App, menu: Menu, recents: Recents) {
  const titleOf = titlesOf(i18n);
  const readable = menuGroups(menu).flatMap((group) =>
    group.submenu.filter((item) => item.userPermissions.read).map((item) => ({ group, item })),
  );
  const find = (accept: (item: MenuItem) => boolean) => readable.find(({ item }) => accept(item));
  return recents
    .list()
    .flatMap(({ path, title, record, at }) => {
      const found =
        find(({ key }) => menuPath(key) === path) ??
        (record ? find(({ key }) => firstSegment(key) === firstSegment(path)) : undefined);
      if (!found) return [];
      const { item, group } = found;
      const isScreen = menuPath(item.key) === path;
      return [
        {
          path,
          kind: isScreen ? 'screen' : 'record',
          title: isScreen ? titleOf(item.title) : title,
          screen: titleOf(isScreen ? group.title : item.title),
          icon: item.icon ?? group.icon,
          openedAt: at,
        },
      ];
    })
    .slice(0, maxRecent);
}

/** The groups of the menu that the person sees, with their entries. */
function menuRows({ i18n }: App, menu: Menu) {
  const { overview, settings } = visibleMenu(menu, titlesOf(i18n));
  return [...overview, ...settings];
}

/** Choices of the person for themself, as they hold on this device. */
const choiceRows = ({ i18n, appearance }: App) => [
  { language: i18n.language(), theme: appearance.getState().choice },
];

const readers = { 'shell:recent': recentRows, 'shell:menu': menuRows, 'shell:choices': choiceRows };

/** Opens what the shell knows about the person as loads, which need no request; null for any other address. */
export function createShellData(app: App, recents: Recents): (address: string) => Load | null {
  const { account, appearance, i18n } = app;
  function open(read: (typeof readers)[keyof typeof readers]): Load {
    let basis: readonly unknown[] = [];
    let snapshot: LoadSnapshot | null = null;
    return {
      get() {
        const { menu } = account.getState();
        const now = [menu, i18n.getState(), appearance.getState().choice, recents.list()];
        if (!snapshot || now.some((value, at) => value !== basis[at])) {
          basis = now;
          const state = { error: null, refreshing: false };
          snapshot = menu
            ? { status: 'ready', reply: { rows: read(app, menu, recents) }, ...state }
            : { status: 'loading', reply: undefined, ...state };
        }
        return snapshot;
      },
      subscribe(listener) {
        const releases = [account, appearance, i18n, recents].map((one) => one.subscribe(listener));
        return () => releases.forEach((release) => release());
      },
      refresh: () => Promise.resolve(),
    };
  }
  const loads = new Map(Object.entries(readers).map(([address, read]) => [address, open(read)]));
  return (address) => loads.get(address) ?? null;
}
