import { makeStyles, Tag, TagGroup, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { formatNumber, toE164Digits } from '../../../contracts/phone-number.ts';
import { fullName, type SupportContact } from '../../../contracts/support.ts';
import { useText } from '../../../engine/react/index.ts';
import { OptionSearch } from '../../../ui/index.ts';
import { useOpenChat } from '../open-chat.ts';
import { useContacts } from '../useContacts.ts';
import { SendDialog, type SendProps } from './SendDialog.tsx';

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

/** Composes the cards of contacts: names with the numbers that the customer may write to or call. */
export default function SendContacts({ chat, replyTo, onSent, onClose }: SendProps) {
  const styles = useStyles();
  const t = useText();
  const { sync } = useOpenChat();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<readonly SupportContact[]>([]);
  const { rows, failure, isPending } = useContacts(text.trim());
  const contacts = rows?.filter((contact) => numbersOf(contact).length > 0) ?? null;
  const isFull = chosen.length === mostCards;
  const toggle = (contact: SupportContact): void =>
    setChosen((now) => {
      if (now.some(({ id }) => id === contact.id)) return now.filter(({ id }) => id !== contact.id);
      return now.length < mostCards ? [...now, contact] : now;
    });
  return (
    <SendDialog
      title={t('chat.cards.title')}
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
        isPending={isPending}
        isMultiple
        note={
          failure?.message ||
          (isFull
            ? t('chat.cards.full', { limit: mostCards })
            : contacts?.length === 0
              ? t('chat.noContacts')
              : '')
        }
        isWrong={failure !== null}
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
    </SendDialog>
  );
}
