/**
 * One line of text as it is kept: white space around it is no part of it. The form's fields do this in sight, as they are
 * left; the server does it to what others send.
 */
export function trimText(text: string): string {
  return text.trim();
}
