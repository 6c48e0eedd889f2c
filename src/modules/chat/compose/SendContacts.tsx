import { makeStyles, Tag, TagGroup, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { formatNumber, toE164Digits } from '../../../contracts/phone-number.ts';
import { fullName, type Chat, type SupportContact } from '../../../contracts/support.ts';
import type { HostFailure } from '../../../engine/core/index.ts';
import { useHost, useText } from '../../../engine/react/index.ts';
import { FormDialog, OptionSearch } from '../../../ui/index.ts';
import { useOpenChat } from '../open-chat.ts';

/** Pause in typing after which contacts are searched (specification 2, section 9). Milliseconds. */
const searchPause = 300;
/** Cards of one message. */
const mostCards = 10;

const useStyles = makeStyles({
  chosen: { display: 'flex', flexWrap: 'wrap', gap: '6px', marginTop: '8px' },
  contact: { display: 'grid', minWidth: 0, overflowWrap: 'anywhere' },
  meta: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

const numbersOf = ({ contactInfo }: SupportContact): string[] =>
  contactInfo
    .filter(({ active, type }) => active === 'Y' && type === 'WHATSAPP')
    .map(({ data }) => toE164Digits(data) ?? data);

/** Contacts with a number that a text finds; null while the first ones are on their way. */
function useContacts(text: string): { contacts: readonly SupportContact[] | null; failure: string } {
  const { host } = useHost();
  const [found, setFound] = useState<readonly SupportContact[] | null>(null);
  const [failure, setFailure] = useState('');
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
          const { rows } = (reply as { data: { rows: SupportContact[] } }).data;
          setFound(rows.filter((contact) => numbersOf(contact).length > 0));
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
  return { contacts: found, failure };
}

/** Composes the cards of contacts: names with the numbers that the customer may write to or call. */
export default function SendContacts({
  chat,
  replyTo,
  onSent,
  onClose,
}: {
  chat: Chat;
  replyTo: number | null;
  onSent(): void;
  onClose(): void;
}) {
  const styles = useStyles();
  const t = useText();
  const { sync } = useOpenChat();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<readonly SupportContact[]>([]);
  const { contacts, failure: notFound } = useContacts(text.trim());
  const isFull = chosen.length === mostCards;
  const toggle = (contact: SupportContact): void =>
    setChosen((now) => {
      if (now.some(({ id }) => id === contact.id)) return now.filter(({ id }) => id !== contact.id);
      return now.length < mostCards ? [...now, contact] : now;
    });
  return (
    <FormDialog
      title={t('chat.cards.title')}
      cancel={t('chat.cancel')}
      submit={t('chat.send')}
      disabled={chosen.length === 0}
      reason={chosen.length === 0 ? t('chat.cards.missing') : ''}
      onSubmit={() => {
        const cards = chosen.map((contact) => ({
          name: fullName(contact),
          phones: numbersOf(contact).map((digits) => `+${digits}`),
        }));
        const names = chosen.map(fullName).join(', ');
        sync.send(chat, { type: 'contacts', text: names, body: { contacts: cards } }, replyTo);
        onSent();
      }}
      onClose={onClose}
    >
      <OptionSearch
        label={t('chat.cards.title')}
        search={t('chat.searchContact')}
        text={text}
        isMultiple
        note={
          notFound ||
          (isFull
            ? t('chat.cards.full', { limit: mostCards })
            : contacts?.length === 0
              ? t('chat.noContacts')
              : '')
        }
        isWrong={notFound !== ''}
        options={(contacts ?? []).map((contact) => ({
          key: contact.id,
          isChosen: chosen.some(({ id }) => id === contact.id),
          content: (
            <span className={styles.contact}>
              <span>{fullName(contact)}</span>
              <span className={styles.meta}>
                {[contact.company, ...numbersOf(contact).map(formatNumber)].filter(Boolean).join(' · ')}
              </span>
            </span>
          ),
        }))}
        onText={setText}
        onChoose={(at) => toggle(contacts![at]!)}
        onClose={onClose}
      >
        {chosen.length > 0 && (
          <TagGroup
            className={styles.chosen}
            aria-label={t('chat.cards.chosen')}
            onDismiss={(_, { value }) => setChosen((now) => now.filter(({ id }) => String(id) !== value))}
          >
            {chosen.map((contact) => (
              <Tag
                key={contact.id}
                value={String(contact.id)}
                dismissible
                dismissIcon={{ 'aria-label': t('chat.remove', { name: fullName(contact) }) }}
              >
                {fullName(contact)}
              </Tag>
            ))}
          </TagGroup>
        )}
      </OptionSearch>
    </FormDialog>
  );
}
