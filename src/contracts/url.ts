/** Target of an address: `own` is a path of this product, `web` another site, `mail` and `phone` a program. */
export type UrlKind = 'own' | 'web' | 'mail' | 'phone';

export interface SafeUrl {
  kind: UrlKind;
  /** The address unchanged, safe in href and src. */
  href: string;
}

/** Characters of an address. */
const maxLength = 2000;

/**
 * Characters that no address contains. Browsers drop control characters and white space and read a backslash as a slash;
 * invisible characters and direction overrides make an address look like another one.
 */
// eslint-disable-next-line no-control-regex
const hidden = /[\u0000-\u0020\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff\\]/;

/** Segments of one or two dots, also percent-encoded, which lead to a parent folder. */
const parentSegments = /(^|\/)(\.|%2e){1,2}(\/|$)/i;

/** Whether a text is an own path with its query, such as `/admin-user/12?tab=2`, without another host or parent folders. */
export function isOwnPath(text: string): boolean {
  return (
    text.startsWith('/') &&
    !text.startsWith('//') &&
    !hidden.test(text) &&
    !parentSegments.test(text.split(/[?#]/, 1)[0] ?? '')
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
 * Validates an address from data or a definition. It accepts http, https, mailto, tel and own paths, and returns null for
 * anything else.
 */
export function safeUrl(value: unknown): SafeUrl | null {
  if (typeof value !== 'string' || value.length > maxLength || hidden.test(value)) return null;
  if (isOwnPath(value)) return { kind: 'own', href: value };
  const found = schemes.find(([, shape]) => shape.test(value));
  return found ? { kind: found[0], href: value } : null;
}

/** Validates the address of a picture: an own path or https; null for anything else. */
export function pictureUrl(value: unknown): string | null {
  const url = safeUrl(value);
  if (url?.kind === 'own') return url.href;
  return url?.kind === 'web' && /^https:/i.test(url.href) ? url.href : null;
}

/** A percent-encoded text decoded, or unchanged if it is not encoded as it should be. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
