import type { SetStep } from '../generated/documents.ts';
import { bindPath } from '../paths.ts';
import type { Verb } from './context.ts';
import { resolveValue } from './values.ts';

/** Writes into the screen's state; all values are worked out before the first is written. */
export const set: Verb<SetStep> = async ({ set: values }, { screen, scope }) => {
  const now = scope();
  const resolved = await Promise.all(
    Object.entries(values).map(
      async ([bind, value]) => [bindPath(bind), await resolveValue(value, now)] as const,
    ),
  );
  screen.store.batch(() => {
    for (const [path, value] of resolved) {
      // Only the state is a screen's to write.
      if (path[0] !== 'state' || path.length < 2)
        throw new Error(`${path.join('.')} is no place in the state`);
      screen.store.set(path, value);
    }
  });
  return 'done';
};
