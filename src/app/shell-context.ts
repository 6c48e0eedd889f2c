import { createContext, useContext } from 'react';
import type { Queries, Recents } from '../client/index.ts';
import type { Host, Registry } from '../engine/core/index.ts';
import type { Crumb as ScreenCrumb } from '../engine/react/index.ts';

/** A breadcrumb item; an address or a step back makes it a link. */
export interface Crumb extends ScreenCrumb {
  back?: boolean;
}

/** The services of pages inside the shell. */
export interface Shell {
  host: Host;
  queries: Queries;
  registry: Registry;
  /** Screens and records that the person opened last in this browser. */
  recents: Recents;
  /** Opens the palette over the page. */
  openPalette(): void;
  /** Sets the breadcrumb of the current page. */
  setCrumbs(crumbs: readonly Crumb[]): void;
  /**
   * Gives the whole window to the current page, or takes the header's place back. A place that people stay in keeps the header;
   * the menu is collapsed for both.
   */
  setWork(work: boolean | 'place'): void;
  /** Drops everything that was loaded for this person. */
  dispose(): void;
}

export const ShellContext = createContext<Shell | null>(null);

export function useShell(): Shell {
  const shell = useContext(ShellContext);
  if (!shell) throw new Error('ShellContext is missing around this component');
  return shell;
}
