import { randomBytes } from 'node:crypto';
import type { Wire } from './json.ts';

export type Status = 'accepted' | 'sent' | 'delivered' | 'read' | 'played' | 'failed';

/** A message between a customer and the business. */
export interface Entry {
  /** The message's id on the wire, `wamid.…`. */
  id: string;
  from: 'customer' | 'business';
  /** Milliseconds. */
  at: number;
  type: string;
  /** The part of the message that is named like its type. */
  content: Wire;
  /** Id of the message that it answers. */
  replyTo: string | null;
  /** Of a message of the business. */
  status: Status;
  error: { code: number; title: string; details: string | null } | null;
  callbackData: string | null;
  reactions: { customer: string | null; business: string | null };
  edited: boolean;
  revoked: boolean;
  /** The text of a template as the customer reads it. */
  rendered: RenderedTemplate | null;
}

export interface RenderedTemplate {
  name: string;
  header: { format: string; text: string; mediaId: string | null; link: string | null } | null;
  body: string;
  footer: string | null;
  buttons: { type: string; text: string; value: string }[];
}

/** Somebody who writes to the business from the page /dev/customer. */
export interface Customer {
  id: string;
  name: string;
  company: string;
  /** Digits with the country code, as they are dialled. */
  number: string;
  /** The number as WhatsApp knows it: some Brazilian mobiles have no ninth digit there. */
  waId: string;
  /** The id that the business sees of everybody (BSUID). */
  userId: string;
  /** Name of an account that hides its number. */
  username: string | null;
  /** Whether the number is one of WhatsApp's: messages to others fail with 131026. */
  hasWhatsApp: boolean;
  /** A phone that is off gets messages, but acknowledges none. */
  isPhoneOn: boolean;
  /** Milliseconds of the last message to the business; null without one. */
  lastWroteAt: number | null;
  /** Milliseconds until which the business is shown as typing. */
  typingUntil: number;
  entries: Entry[];
}

/** Ids on the wire are base64 with all of its characters, `=` included. */
export const newMessageId = (): string => `wamid.HBgN${randomBytes(25).toString('base64')}`;

export const newUserId = (): string =>
  `BR.${BigInt(`0x${randomBytes(8).toString('hex')}`)
    .toString()
    .padStart(20, '1')
    .slice(0, 17)}`;

/** Digits of a number, without `+` and separators. */
export const digitsOf = (number: string): string => number.replace(/\D/g, '');

/**
 * Identity of a number: Brazilian mobiles are the same with and without the ninth digit.
 * Landlines begin with 2 to 5 and have none.
 */
export function numberKey(number: string): string {
  const digits = digitsOf(number);
  const mobile = /^55(\d\d)9([6-9]\d{7})$/.exec(digits);
  return mobile ? `55${mobile[1]}${mobile[2]}` : digits;
}

/** The form in which WhatsApp knows a Brazilian number: outside of the regions 11 to 28 without the ninth digit. */
export function usualWaId(number: string): string {
  const digits = digitsOf(number);
  const region = /^55(\d\d)9[6-9]\d{7}$/.exec(digits)?.[1];
  return region && Number(region) > 28 ? numberKey(digits) : digits;
}
