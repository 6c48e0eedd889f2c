/** A comment as rich text: paragraphs, without markup of its own. */
export const asRichText = (text: string): string =>
  text
    .trim()
    .split(/\n+/)
    .map((line) => `<p>${line.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`)
    .join('');
