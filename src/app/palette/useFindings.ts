import { useMemo, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { useStore } from 'zustand';
import { screenActions } from '../../engine/core/index.ts';
import type { PaletteEntry, PaletteGroup } from '../../ui/index.ts';
import { useI18n } from '../app-context.ts';
import { useVisibleMenu } from '../layout/visible-menu.ts';
import { firstSegment } from '../paths.ts';
import type { Shell } from '../shell-context.ts';
import { matches } from './match.ts';
import { openScreen } from './open-screen.ts';

/** One line of the palette: a screen with the menu's group as its detail, a record with its place at the end, or an action. */
export interface Finding extends PaletteEntry {
  /** Address of a screen or record. */
  path?: string;
  /** Runs an action of the screen. */
  run?: () => void;
}

/** Records that are shown at most. */
const mostRecords = 5;

const byTitle = (query: string) => (one: Finding) => matches(query, one.title, one.detail, one.end);

/** Returns what the palette lists: screens of the menu, recent records and actions of the open screen. `>` keeps actions only. */
export function useFindings(shell: Shell, typed: string): PaletteGroup<Finding>[] {
  const { t } = useI18n();
  const { pathname } = useLocation();
  const { overview, settings } = useVisibleMenu('');
  const recents = useSyncExternalStore(shell.recents.subscribe, shell.recents.list);
  const { screen } = useStore(openScreen);
  const actions = useMemo(() => (screen ? screenActions(screen) : []), [screen]);
  const onlyActions = typed.trimStart().startsWith('>');
  const query = (onlyActions ? typed.trimStart().slice(1) : typed).trim();

  const entries = [...overview, ...settings].flatMap((group) =>
    group.entries.map((entry) => ({ ...entry, group: group.title })),
  );
  const iconOf = (path: string) =>
    entries.find((entry) => firstSegment(entry.path) === firstSegment(path))?.icon ?? 'document';
  const screens = entries.map(({ path, title, icon, group }): Finding => {
    return { id: `go ${path}`, icon, title, detail: group, end: '', path };
  });
  const records = recents
    .filter(({ record, path }) => record && path !== pathname)
    .map(({ path, title, place }): Finding => {
      return { id: `record ${path}`, icon: iconOf(path), title, detail: '', end: place, path };
    });
  const ofScreen = actions.map(({ id, text, icon, run }): Finding => {
    return { id: `action ${id}`, icon: icon ?? 'flash', title: text, detail: '', end: '', run };
  });

  const found = (list: Finding[]) => (query === '' ? list : list.filter(byTitle(query)));
  const groupOf = (id: string, title: string, all: Finding[], most = Infinity): PaletteGroup<Finding> => {
    const count = all.length > most ? t('finder.some', { shown: most, total: all.length }) : undefined;
    return { id, title, count, entries: all.slice(0, most) };
  };
  const groups = onlyActions
    ? []
    : [
        // Without a query, what was open before comes first; a new person starts with the menu.
        ...(query === '' && records.length > 0 ? [] : [groupOf('go', t('finder.go'), found(screens))]),
        groupOf('records', t(query === '' ? 'finder.recent' : 'finder.records'), found(records), mostRecords),
      ];
  return [...groups, groupOf('actions', t('finder.actions'), found(ofScreen))].filter(
    ({ entries: listed }) => listed.length > 0,
  );
}
