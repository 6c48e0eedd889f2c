/**
 * Trims a line of text to its stored form. The fields of a form do so visibly when they lose the focus; the server does so
 * for other callers.
 */
export function trimText(text: string): string {
  return text.trim();
}

/** A text without case and accents, for searching in the browser. The server's searches fold alike in the database. */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
