import { useMemo } from 'react';
import type { JsonObject } from '../../../contracts/json.ts';
import { useScreen } from '../context.ts';
import type { ControlSurroundings } from './context.ts';

const noRecord: JsonObject = {};

/** The surroundings of a control outside of forms. The node's texts are in the person's language already. */
export function useScreenSurroundings(): ControlSurroundings {
  const screen = useScreen();
  return useMemo(
    () => ({
      text: (text) => (typeof text === 'string' ? text : ''),
      scope: () => screen.scope(),
      labelOf: () => null,
      loaded: () => noRecord,
      valueOf: () => undefined,
      subscribe: () => () => undefined,
    }),
    [screen],
  );
}
