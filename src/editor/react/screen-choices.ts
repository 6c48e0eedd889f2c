import { createContext, useContext, useEffect, useState } from 'react';
import { pathOf, type ScreenParameter } from '../actions/address.ts';

/** A screen or a view that an address can lead to. */
export interface ScreenChoice {
  path: string;
  title: string;
}

/** Screens of the product that the surface knows. Other addresses are typed. */
export const ScreenChoicesContext = createContext<readonly ScreenChoice[]>([]);

export const useScreenChoices = (): readonly ScreenChoice[] => useContext(ScreenChoicesContext);

/** Finds the filters of a screen by its address; none where it cannot be read. */
export const ScreenParametersContext = createContext<(path: string) => Promise<readonly ScreenParameter[]>>(
  () => Promise.resolve([]),
);

const none: readonly ScreenParameter[] = [];

/** The filters of the screen that an address leads to; none until they are known. */
export function useScreenParameters(address: string): readonly ScreenParameter[] {
  const find = useContext(ScreenParametersContext);
  const path = pathOf(address);
  const [known, setKnown] = useState({ path: '', parameters: none });
  useEffect(() => {
    let isGone = false;
    if (path !== '' && !path.includes('{'))
      find(path).then(
        (parameters) => {
          if (!isGone) setKnown({ path, parameters });
        },
        // Without them they are typed into the address.
        () => undefined,
      );
    return () => {
      isGone = true;
    };
  }, [find, path]);
  return known.path === path ? known.parameters : none;
}
