import { useMemo, useSyncExternalStore } from 'react';
import type { Screen } from '../core/index.ts';
import { useNode, useScreen } from './context.ts';

interface RoomState {
  /** Where the filter bar of the source stands; null: the source has none in sight. */
  element: HTMLElement | null;
  /** Something else stands there, and the filters give way. */
  isTaken: boolean;
}

/** The room of a source's filter bar, which the bar of a selection of the source's rows takes. */
class BarRoom {
  private state: RoomState = { element: null, isTaken: false };
  private readonly listeners = new Set<() => void>();

  readonly get = (): RoomState => this.state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /** Ref of the filter bar's element. */
  readonly place = (element: HTMLElement | null): void => this.set({ ...this.state, element });

  /** @returns the function that gives the room back. */
  readonly take = (): (() => void) => {
    this.set({ ...this.state, isTaken: true });
    return () => this.set({ ...this.state, isTaken: false });
  };

  private set(next: RoomState): void {
    if (next.element === this.state.element && next.isTaken === this.state.isTaken) return;
    this.state = next;
    for (const listener of this.listeners) listener();
  }
}

const rooms = new WeakMap<Screen, Map<string, BarRoom>>();

/** The room of the filter bar of the node's source. A node without a source shares it with nobody. */
function useRoom(): BarRoom {
  const screen = useScreen();
  const { source } = useNode();
  return useMemo(() => {
    if (source === null) return new BarRoom();
    const own = rooms.get(screen) ?? new Map<string, BarRoom>();
    rooms.set(screen, own);
    const found = own.get(source) ?? new BarRoom();
    own.set(source, found);
    return found;
  }, [screen, source]);
}

/** For the filter bar: `place` is the ref of its room. It renders again when something takes the room, not when it has it. */
export function useFilterBarRoom(): Pick<RoomState, 'isTaken'> & Pick<BarRoom, 'place'> {
  const room = useRoom();
  return { isTaken: useSyncExternalStore(room.subscribe, () => room.get().isTaken), place: room.place };
}

/** For what takes the room of the filter bar of the node's source. */
export function useBarRoom(): Pick<RoomState, 'element'> & Pick<BarRoom, 'take'> {
  const room = useRoom();
  return { element: useSyncExternalStore(room.subscribe, () => room.get().element), take: room.take };
}
