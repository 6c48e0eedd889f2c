import { createContext, useContext } from 'react';
import type { Queries } from '../client/index.ts';
import type { Host, Registry } from '../engine/core/index.ts';
import type { Crumb as ScreenCrumb } from '../engine/react/index.ts';

/** An item of the breadcrumb as it is shown; an address or a step back makes it a link. */
export interface Crumb extends ScreenCrumb {
  back?: boolean;
}

/** What the pages inside the shell work with. */
export interface Shell {
  host: Host;
  queries: Queries;
  registry: Registry;
  /** What the header shows for the page at work. */
  setCrumbs(crumbs: readonly Crumb[]): void;
  /** Forgets everything that was loaded for this person. */
  dispose(): void;
}

export const ShellContext = createContext<Shell | null>(null);

export function useShell(): Shell {
  const shell = useContext(ShellContext);
  if (!shell) throw new Error('ShellContext is missing around this component');
  return shell;
}
