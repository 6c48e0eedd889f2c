import { useEffect, useMemo } from 'react';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { useHost } from '../../engine/react/index.ts';
import { SavedTitlesContext } from '../../editor/index.ts';
import { loadSavedWidgets, savedWidgetsOf } from './saved-widgets.ts';

/** Loads the saved widgets: palette, panel and structure name them. */
export function SavedTitlesProvider({ children }: { children: ReactNode }) {
  const { host } = useHost();
  useEffect(() => void loadSavedWidgets(host), [host]);
  const rows = useStore(savedWidgetsOf(host), (state) => state.rows);
  const titles = useMemo(() => new Map((rows ?? []).map(({ id, title }) => [id, title])), [rows]);
  return <SavedTitlesContext value={titles}>{children}</SavedTitlesContext>;
}
