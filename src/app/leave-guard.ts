import { createUiStore } from '../ui/index.ts';

interface Guard {
  isDirty(): boolean;
  /** By leaving which its input is lost: the page, or only the tab. */
  leaving: 'page' | 'tab';
}

const guards = createUiStore<readonly Guard[]>([]);

// This listener keeps a page out of the browser's back-forward cache, so it exists only while something is guarded.
guards.subscribe((current) => {
  if (current.length > 0) window.addEventListener('beforeunload', warn);
  else window.removeEventListener('beforeunload', warn);
});

function warn(event: BeforeUnloadEvent) {
  if (guards.getState().some((guard) => guard.isDirty())) event.preventDefault();
}

/** Whether leaving the page would lose unsaved input. */
export function hasUnsaved(): boolean {
  return guards.getState().some(({ leaving, isDirty }) => leaving === 'page' && isDirty());
}

/** Asks before leaving while `isDirty` returns true. Returns the function that removes the guard. */
export function guardLeaving(isDirty: () => boolean, leaving: Guard['leaving'] = 'page'): () => void {
  // An object of its own, so that the same function given twice can be removed one at a time.
  const guard: Guard = { isDirty, leaving };
  guards.setState((current) => [...current, guard], true);
  return () => guards.setState((current) => current.filter((other) => other !== guard), true);
}

/** Removes every guard when another person signs in. */
export function releaseAll(): void {
  guards.setState([], true);
}
