/** Header of a search: the server refuses it on a route that may write. */
export const readsHeader = 'x-molde-reads';
