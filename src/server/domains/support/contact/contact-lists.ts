import type { Context } from '../../../kernel/contract.ts';
import { EntityLists, type ListInput } from '../../../kernel/entity/list.ts';
import { findContacts } from './list.ts';
import { contactFilters } from './support-contact-schema.ts';

/** Lists of contacts by their entity, that find a text as the page of contacts does, and people who are there twice. */
export class ContactLists extends EntityLists {
  override get query() {
    return { ...super.query, doubles: contactFilters.doubles };
  }

  override async keys(ctx: Context, { text, doubles, ...input }: ListInput, most: number): Promise<number[]> {
    const keys = await super.keys(ctx, input, most);
    const wanted = { text: String(text ?? '').trim(), doubles: doubles === 'Y' };
    // Of too many records some are missing, which the caller refuses.
    if (keys.length > most || (wanted.text === '' && !wanted.doubles)) return keys;
    const found = await findContacts(ctx, {
      ...wanted,
      company: '',
      active: null,
      consent: null,
      type: null,
    });
    return keys.filter((key) => found.has(key));
  }
}
