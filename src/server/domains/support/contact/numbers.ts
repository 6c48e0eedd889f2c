import { numberKey, numberWords, formatNumber, toE164Digits } from '../../../../contracts/phone-number.ts';
import type { ContactInfo, YesNo } from '../../../../contracts/support.ts';
import { sql } from 'kysely';
import type { TenantTransaction } from '../../../db/tables.ts';
import { invalid, type KeyedError } from '../../../kernel/errors.ts';

/** Numbers of one contact. */
export const MOST_NUMBERS = 20;

/** A number as callers write it: in any form, active and not the main one unless it is said. */
export interface ContactInfoInput {
  type?: 'WHATSAPP';
  data?: string;
  /** As `data`, which it replaces: the number as forms show it. */
  phone?: string;
  active?: YesNo;
  mainContact?: YesNo;
}

/** A number as it is stored. */
export interface StoredInfo {
  /** Digits with the country code. */
  data: string;
  /** One for all ways of writing it. */
  key: string;
  isActive: boolean;
  isMain: boolean;
  /** Where it stands in the input. */
  path?: string;
}

/**
 * Converts the numbers of a contact to their stored form. The first one is the main one when none is said to be.
 * @param known stored numbers, which stay what they are: 47 90123456 is of Norway there, and else of Brazil without its code
 * @throws AppError VALIDATION_FAILED at the numbers that are none, that stand twice, or that are a second main one
 */
export function readNumbers(
  given: readonly ContactInfoInput[],
  known: ReadonlySet<string> = new Set(),
): StoredInfo[] {
  const errors: KeyedError[] = [];
  const keys = new Map<string, number>();
  const infos: StoredInfo[] = [];
  given.forEach(({ data: sent = '', phone, active, mainContact }, at) => {
    const written = phone ?? sent;
    const path = `/contactInfo/${at}/${phone === undefined ? 'data' : 'phone'}`;
    const data = known.has(written) ? written : toE164Digits(written);
    if (data === null) {
      errors.push({
        path,
        key: 'errors.supportContact.number',
        params: { number: written.slice(0, 40) },
      });
      return;
    }
    const key = numberKey(data);
    const first = keys.get(key);
    if (first !== undefined)
      errors.push({
        path,
        key: 'errors.supportContact.numberTwice',
        params: { number: formatNumber(data), first: first + 1 },
      });
    keys.set(key, first ?? at);
    const isMain = mainContact === 'Y';
    if (isMain && infos.some((one) => one.isMain))
      errors.push({ path: `/contactInfo/${at}/mainContact`, key: 'errors.supportContact.oneMain' });
    infos.push({ data, key, isActive: active !== 'N', isMain, path });
  });
  if (errors.length > 0) throw invalid(errors);
  const [first] = infos;
  if (first && !infos.some((one) => one.isMain)) first.isMain = true;
  return infos;
}

/** Numbers in the contact's own row: as people read them, the main one first, and as they are searched for. */
export function numberTexts(infos: readonly Pick<StoredInfo, 'data' | 'isMain'>[]): {
  numbers: string;
  number_words: string;
} {
  const sorted = infos.toSorted((one, other) => Number(other.isMain) - Number(one.isMain));
  return {
    numbers: sorted.map(({ data }) => formatNumber(data)).join(', '),
    number_words: sorted.map(({ data }) => numberWords(data)).join(' '),
  };
}

/** The numbers of a contact as an earlier answer named them. */
export const storedNumbers = (infos: readonly ContactInfo[]): StoredInfo[] =>
  infos.map(({ data, active, mainContact }) => ({
    data,
    key: numberKey(data),
    isActive: active === 'Y',
    isMain: mainContact === 'Y',
  }));

/** Writes what contacts say of their numbers anew, after numbers were added or moved. */
export async function refreshNumberTexts(
  db: TenantTransaction,
  contactIds: readonly number[],
): Promise<void> {
  const { rows } = await sql<{ id: number; infos: { data: string; isMain: boolean }[] }>`
    select c.id, coalesce((select json_agg(json_build_object('data', i.data, 'isMain', i.is_main) order by i.id)
      from support_contact_info i where i.contact_id = c.id), '[]') as infos
    from support_contact c where c.id = any(${[...contactIds]}::bigint[])`.execute(db);
  for (const { id, infos } of rows) {
    const { numbers, number_words } = numberTexts(infos);
    await sql`update support_contact set numbers = ${numbers}, number_words = ${number_words} where id = ${id}`.execute(
      db,
    );
  }
}
