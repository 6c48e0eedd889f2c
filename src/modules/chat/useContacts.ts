import type { SupportContact } from '../../contracts/support.ts';
import { searchPause } from '../../engine/react/index.ts';
import { useSearchedRows } from './list/useRows.ts';

/** Contacts for WhatsApp that a text finds; the first ones without a text. */
export function useContacts(text: string) {
  const query = new URLSearchParams({ type: 'WHATSAPP', perPage: '50', ...(text !== '' && { text }) });
  return useSearchedRows<SupportContact>(`/adm/v2/sup/contact?${query}`, searchPause);
}
