import { createUiStore } from '../ui/index.ts';

const guards = createUiStore<readonly (() => boolean)[]>([]);

// A page with such a listener is not kept for the browser's back button: it is there only while something is guarded.
guards.subscribe((current) => {
  if (current.length > 0) window.addEventListener('beforeunload', warn);
  else window.removeEventListener('beforeunload', warn);
});

function warn(event: BeforeUnloadEvent) {
  if (hasUnsaved()) event.preventDefault();
}

/** Is there anything typed that leaving would lose? */
export function hasUnsaved(): boolean {
  return guards.getState().some((isDirty) => isDirty());
}

/** While `isDirty` answers true, leaving the page or the product asks first. Returns the release. */
export function guardLeaving(isDirty: () => boolean): () => void {
  // A function of its own, so that the same one given twice is released one by one.
  const guard = () => isDirty();
  guards.setState((current) => [...current, guard], true);
  return () => guards.setState((current) => current.filter((other) => other !== guard), true);
}

/** Releases every guard when another person signs in: nothing of the first person may hold the page. */
export function releaseAll(): void {
  guards.setState([], true);
}
