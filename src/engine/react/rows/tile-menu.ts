import { createContext, useContext, useEffect } from 'react';
import type { ChartMenuEntry } from '../../../ui/index.ts';

/** Takes the entries of a widget into the menu of its tile until the returned function is called. */
export type TileMenu = (entries: readonly ChartMenuEntry[]) => () => void;

/** The menu of the tile around; null where there is none. */
export const TileMenuContext = createContext<TileMenu | null>(null);

/** Adds entries to the menu of the tile around. Returns whether there is one; otherwise the widget has its own. */
export function useTileMenu(entries: readonly ChartMenuEntry[]): boolean {
  const add = useContext(TileMenuContext);
  useEffect(() => add?.(entries), [add, entries]);
  return add !== null;
}
