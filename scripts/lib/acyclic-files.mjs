// Fails the build when built files import each other in a circle: one of them would start before a part that it needs, and
// a page would fail on a component that is undefined. Merging small files (codeSplitting of vite.config.ts) can close one.

/** The circle that `name` is part of, along the imports of `files` (name → imported names), or undefined. */
export function circleFrom(name, files) {
  const seen = new Set();
  const visit = (at, path) => {
    for (const next of files.get(at) ?? []) {
      if (next === name) return [...path, name];
      if (seen.has(next)) continue;
      seen.add(next);
      const found = visit(next, [...path, next]);
      if (found) return found;
    }
  };
  return visit(name, [name]);
}

/** @type {import('vite').Plugin} */
export const acyclicFiles = {
  name: 'acyclic-files',
  apply: 'build',
  generateBundle(_, bundle) {
    const files = new Map(
      Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.imports]] : [])),
    );
    for (const name of files.keys()) {
      const circle = circleFrom(name, files);
      if (circle) {
        this.error(
          `built files import each other in a circle: ${circle.join(' → ')}. ` +
            'Give what they share a group of its own, or lower entriesAwareMergeThreshold, in vite.config.ts',
        );
      }
    }
  },
};
