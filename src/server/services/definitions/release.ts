import { randomUUID } from 'node:crypto';

/** Names the check that this process holds documents to: what another release let pass is looked at again. */
export const release = `sources-${randomUUID()}`;
