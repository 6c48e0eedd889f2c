const guards = new Set<() => boolean>();

/** Is there anything typed that leaving would lose? */
export function hasUnsaved(): boolean {
  return [...guards].some((isDirty) => isDirty());
}

function warn(event: BeforeUnloadEvent) {
  if (hasUnsaved()) event.preventDefault();
}

/** While `isDirty` answers true, leaving the page or the product asks first. Returns the release. */
export function guardLeaving(isDirty: () => boolean): () => void {
  // A function of its own, so that the same one given twice is released one by one.
  const guard = () => isDirty();
  guards.add(guard);
  window.addEventListener('beforeunload', warn);
  return () => {
    guards.delete(guard);
    if (guards.size === 0) window.removeEventListener('beforeunload', warn);
  };
}

/** Somebody else sits here now: nothing of the first person may hold the page. */
export function releaseAll(): void {
  guards.clear();
  window.removeEventListener('beforeunload', warn);
}
