/**
 * Trims a line of text to its stored form. The fields of a form do so visibly when they lose the focus; the server does so
 * for other callers.
 */
export function trimText(text: string): string {
  return text.trim();
}
