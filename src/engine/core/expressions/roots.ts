/** The named values expressions see everywhere. */
export const globalRoots = ['params', 'state', 'data', 'user', 'tenant', 'can', 'lang', 'now'] as const;

/** What is only there in its place: row inside rows and `each`, event inside steps, form inside a form. */
export const localRoots = ['form', 'row', 'event'] as const;

export const allRoots: readonly string[] = [...globalRoots, ...localRoots];
