import { useEffect, useState } from 'react';
import { toE164Digits } from '../../contracts/phone-number.ts';
import type { SupportContact } from '../../contracts/support.ts';
import type { HostFailure } from '../../engine/core/index.ts';
import { useHost } from '../../engine/react/index.ts';

/** Pause in typing after which contacts are searched (specification 2, section 9). Milliseconds. */
const searchPause = 300;

export const nameOf = ({ name, surname }: SupportContact): string => `${name} ${surname}`.trim();

/** Digits of the numbers that a contact can be written to. */
export const numbersOf = ({ contactInfo }: SupportContact): string[] =>
  contactInfo
    .filter(({ active, type }) => active === 'Y' && type === 'WHATSAPP')
    .map(({ data }) => toE164Digits(data) ?? data);

/** Contacts that a name, a company or a number finds; null while the first ones are on their way. */
export function useContacts(search: string): {
  contacts: readonly SupportContact[] | null;
  failure: string;
} {
  const { host } = useHost();
  const [contacts, setContacts] = useState<readonly SupportContact[] | null>(null);
  const [failure, setFailure] = useState('');
  const text = search.trim();
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      const query = new URLSearchParams({
        type: 'WHATSAPP',
        perPage: '50',
        ...(text === '' ? {} : { text }),
      });
      host.run({ method: 'get', address: `/adm/v2/sup/contact?${query}` }).then(
        (reply) => {
          if (!isCurrent) return;
          setContacts((reply as { data: { rows: SupportContact[] } }).data.rows);
          setFailure('');
        },
        (error: HostFailure) => isCurrent && setFailure(error.message),
      );
    }, searchPause);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [host, text]);
  return { contacts, failure };
}
