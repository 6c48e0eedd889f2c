import { createContext, useContext } from 'react';

/** A screen or a view that an address can lead to. */
export interface ScreenChoice {
  path: string;
  title: string;
}

/** What the surface knows of the product's screens. Other addresses are typed. */
export const ScreenChoicesContext = createContext<readonly ScreenChoice[]>([]);

export const useScreenChoices = (): readonly ScreenChoice[] => useContext(ScreenChoicesContext);
