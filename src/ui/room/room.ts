import { createContext, useContext } from 'react';

/** The size that an element fills, known before the browser lays it out. */
export interface Room {
  /** Id of the element. */
  of: string;
  /** In pixels; 0: not known. */
  width: number;
  height: number;
}

/** Set by what gives one element its size, for the element's first render. */
export const RoomContext = createContext<Room | null>(null);

/** The known width or height of the element with this id, else 0. To measure it would lay out the page for each of many. */
export function useKnown(side: 'width' | 'height', id: string | undefined): number {
  const room = useContext(RoomContext);
  return room?.of === id ? (room?.[side] ?? 0) : 0;
}
