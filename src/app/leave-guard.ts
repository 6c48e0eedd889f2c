import { createUiStore } from '../ui/index.ts';

const guards = createUiStore<readonly (() => boolean)[]>([]);

// This listener keeps a page out of the browser's back-forward cache, so it exists only while something is guarded.
guards.subscribe((current) => {
  if (current.length > 0) window.addEventListener('beforeunload', warn);
  else window.removeEventListener('beforeunload', warn);
});

function warn(event: BeforeUnloadEvent) {
  if (hasUnsaved()) event.preventDefault();
}

/** Whether leaving would lose unsaved input. */
export function hasUnsaved(): boolean {
  return guards.getState().some((isDirty) => isDirty());
}

/** Asks before leaving while `isDirty` returns true. Returns the function that removes the guard. */
export function guardLeaving(isDirty: () => boolean): () => void {
  // A wrapper, so that the same function given twice can be removed one at a time.
  const guard = () => isDirty();
  guards.setState((current) => [...current, guard], true);
  return () => guards.setState((current) => current.filter((other) => other !== guard), true);
}

/** Removes every guard when another person signs in. */
export function releaseAll(): void {
  guards.setState([], true);
}
