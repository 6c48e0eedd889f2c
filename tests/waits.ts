import { vi } from 'vitest';

type WaitFor = typeof vi.waitFor;

/** Ample, as all limits of time in tests: it ends tests that hang, and must not judge how busy the machine is. */
const timeout = 60_000;

const { waitFor } = vi;

const waitAmply: WaitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout, ...options });

// Files that share a process share `vi`, too.
if (waitFor.name !== waitAmply.name) vi.waitFor = waitAmply;
