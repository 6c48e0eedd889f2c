import { createContext } from 'react';

/** Writes a contained error to the page's log. */
export function logError(error: unknown): void {
  // oxlint-disable-next-line no-console -- the log is where contained errors go: thrown anew they would count as uncaught
  console.error(error);
}

/** The function by which error boundaries report: the engine's host inside of an EngineProvider, else the browser's log. */
export const ErrorReportContext = createContext<(error: unknown) => void>(logError);
