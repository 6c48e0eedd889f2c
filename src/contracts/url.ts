/** Where an address leads: own is a path of ours, web another site, mail and phone a program of the reader. */
export type UrlKind = 'own' | 'web' | 'mail' | 'phone';

export interface SafeUrl {
  kind: UrlKind;
  /** What may stand in href or src: exactly what was given. */
  href: string;
}

/** Longer ones are nobody's address. */
const maxLength = 2000;

/**
 * What no address holds: browsers drop control characters and white space or read a backslash as a slash, and what is
 * invisible or turns the direction of the text makes an address look like another one.
 */
// eslint-disable-next-line no-control-regex
const hidden = /[\u0000-\u0020\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff\\]/;

/** A segment of one or two dots climbs, percent-encoded ones too. */
const climbs = /(^|\/)(\.|%2e){1,2}(\/|$)/i;

/** A path of our own, with its query: `/admin-user/12?tab=2`. It never leads to another server or above its folder. */
export function isOwnPath(text: string): boolean {
  return (
    text.startsWith('/') &&
    !text.startsWith('//') &&
    !hidden.test(text) &&
    !climbs.test(text.split(/[?#]/, 1)[0] ?? '')
  );
}

const schemes: readonly (readonly [UrlKind, RegExp])[] = [
  // No name and password in front of the host: https://molde.app@evil.example is evil.example.
  ['web', /^https?:\/\/[^/?#@:]+(:\d{1,5})?([/?#].*)?$/i],
  ['web', /^https?:\/\/\[[0-9a-f:.]+\](:\d{1,5})?([/?#].*)?$/i],
  ['mail', /^mailto:[^@?]+@[^@?]+(\?.*)?$/i],
  ['phone', /^tel:\+?[0-9().*#;,=a-z-]+$/i],
];

/**
 * The one judge of addresses that somebody's data or definition gives: http, https, mailto, tel and paths of our own.
 * Null for anything else, whatever it is.
 */
export function safeUrl(value: unknown): SafeUrl | null {
  if (typeof value !== 'string' || value.length > maxLength || hidden.test(value)) return null;
  if (isOwnPath(value)) return { kind: 'own', href: value };
  const found = schemes.find(([, shape]) => shape.test(value));
  return found ? { kind: found[0], href: value } : null;
}

/** Address of a picture: one of ours or https; null for anything else. */
export function pictureUrl(value: unknown): string | null {
  const url = safeUrl(value);
  if (url?.kind === 'own') return url.href;
  return url?.kind === 'web' && /^https:/i.test(url.href) ? url.href : null;
}
