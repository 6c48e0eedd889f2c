import type { ServerFrame } from '../../contracts/events.ts';
import type { Language } from '../../contracts/language.ts';

/** Message of a page to the holder of the connection, which may be shared with other tabs. */
export type PageMessage =
  /** First of all, and again with another token. */
  | { type: 'join'; token: string; language: Language }
  /** Name of a lock that the page holds as long as it lives, so that a page that crashed is missed. */
  | { type: 'lock'; lock: string }
  | { type: 'follow'; topics: string[] }
  | { type: 'unfollow'; topics: string[] }
  /** The network may be back, or the page is visible again. */
  | { type: 'wake' }
  | { type: 'leave' };

/** Message of the holder of the connection to a page. */
export type HolderMessage =
  | { type: 'frame'; frame: ServerFrame }
  /** Events of the topic may have been missed: what was loaded may be outdated. */
  | { type: 'missed'; topic: string }
  /** The digest of the person's permissions, and whether they have just changed. */
  | { type: 'rights'; rights: string; changed: boolean }
  /** The server accepts the token no more. */
  | { type: 'ended' };
