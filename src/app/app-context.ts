import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { Clock, Connection, Http, SessionStore } from '../client/index.ts';
import type { Appearance } from './appearance/appearance.ts';
import type { I18n } from './i18n/i18n.ts';
import type { Account } from './session/account.ts';

/** The application's services, created once in main.tsx. */
export interface App {
  i18n: I18n;
  session: SessionStore;
  http: Http;
  account: Account;
  connection: Connection;
  clock: Clock;
  appearance: Appearance;
}

export const AppContext = createContext<App | null>(null);

export function useApp(): App {
  const app = useContext(AppContext);
  if (!app) throw new Error('AppContext is missing around this component');
  return app;
}

/** Returns the texts and renders again when the language changes or texts are loaded. */
export function useI18n(): I18n {
  const { i18n } = useApp();
  useStore(i18n);
  return i18n;
}

export function useAccount() {
  return useStore(useApp().account);
}

export function useConnection() {
  return useStore(useApp().connection);
}

export function useAppearance() {
  return useStore(useApp().appearance);
}
