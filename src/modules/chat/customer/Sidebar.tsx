import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { formatNumber } from '../../../contracts/phone-number.ts';
import type { Chat, SupportContact } from '../../../contracts/support.ts';
import type { Json } from '../../../contracts/json.ts';
import type { HostFailure } from '../../../engine/core/index.ts';
import { useHost, useText } from '../../../engine/react/index.ts';
import { Icon, PersonAvatar, ReasonButton, useTooltip } from '../../../ui/index.ts';
import { ChatTags } from './ChatTags.tsx';
import { ContactFields } from './ContactFields.tsx';
import { FinishButton } from '../conversation/FinishButton.tsx';
import { useChatState, useOpenChat } from '../open-chat.ts';
import { QueueSelect } from './QueueSelect.tsx';
import { useChatTimes } from '../conversation/times.ts';

const useStyles = makeStyles({
  body: { flexGrow: 1, minHeight: 0, overflowY: 'auto' },
  card: {
    position: 'relative',
    display: 'grid',
    justifyItems: 'center',
    rowGap: '4px',
    padding: '20px 16px 16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    textAlign: 'center',
  },
  edit: { position: 'absolute', insetInlineEnd: '12px', insetBlockStart: '12px' },
  name: {
    margin: '8px 0 0',
    fontSize: tokens.fontSizeBase400,
    fontWeight: tokens.fontWeightSemibold,
    overflowWrap: 'anywhere',
  },
  company: { color: tokens.colorNeutralForeground3 },
  section: { padding: '16px 20px', borderBottom: `1px solid ${tokens.colorNeutralStroke2}` },
  title: { margin: '0 0 8px', fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  facts: {
    display: 'grid',
    gridTemplateColumns: '92px minmax(0, 1fr)',
    columnGap: '12px',
    rowGap: '8px',
    margin: 0,
    '& dt': { color: tokens.colorNeutralForeground3 },
    '& dd': { margin: 0, overflowWrap: 'anywhere' },
  },
  actions: { display: 'flex', justifyContent: 'flex-end', columnGap: '8px', marginTop: '8px' },
  foot: { flexShrink: 0, padding: '16px 20px', borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
  form: { display: 'grid', rowGap: '4px', width: '100%', textAlign: 'start' },
});

/** The right column: the contact with its company, and the end of the conversation. */
export function Sidebar({ chatId }: { chatId: number }) {
  const styles = useStyles();
  const t = useText();
  const { mayWrite } = useOpenChat();
  const times = useChatTimes();
  const chat = useChatState((state) => state.chats.get(chatId));
  const [isEditing, setEditing] = useState(false);
  const edit = useTooltip(t('chat.edit'));
  if (!chat) return null;
  const { contact } = chat;
  return (
    <>
      <div className={styles.body}>
        <div className={styles.card}>
          {mayWrite && !isEditing && (
            <Button
              {...edit.trigger}
              className={styles.edit}
              appearance="subtle"
              icon={<Icon name="edit" />}
              onClick={() => setEditing(true)}
            />
          )}
          <PersonAvatar name={chat.name} size={72} decorative />
          {isEditing ? (
            <ContactForm chat={chat} onClose={() => setEditing(false)} />
          ) : (
            <>
              <h2 className={styles.name}>{chat.name}</h2>
              <div className={styles.company}>{chat.companyName}</div>
            </>
          )}
        </div>
        {!isEditing && (
          <>
            <section className={styles.section}>
              <h3 className={styles.title}>{t('chat.contact')}</h3>
              <dl className={styles.facts}>
                <dt>{t('chat.mobile')}</dt>
                <dd>{chat.recipientNum === '' ? t('chat.numberHidden') : formatNumber(chat.recipientNum)}</dd>
                <dt>{t('chat.name')}</dt>
                <dd>{contact?.name ?? chat.name}</dd>
                <dt>{t('chat.surname')}</dt>
                <dd>{contact?.surname}</dd>
                <dt>{t('chat.created')}</dt>
                <dd>{times.date(contact?.createdAt ?? chat.createdAt)}</dd>
              </dl>
            </section>
            <section className={styles.section}>
              <h3 className={styles.title}>{t('chat.companyTitle')}</h3>
              <dl className={styles.facts}>
                <dt>{t('chat.companyName')}</dt>
                <dd>{chat.companyName || t('chat.unknown')}</dd>
              </dl>
            </section>
          </>
        )}
        <section className={styles.section}>
          <h3 className={styles.title}>{t('chat.queue')}</h3>
          <QueueSelect chat={chat} />
        </section>
        <section className={styles.section}>
          <h3 className={styles.title}>{t('chat.tags.title')}</h3>
          <ChatTags chat={chat} />
        </section>
      </div>
      {mayWrite && (
        <div className={styles.foot}>
          <FinishButton chat={chat} />
        </div>
      )}
      {edit.tooltip}
    </>
  );
}

/** Changes the contact, or makes one of the chat where there is none. */
function ContactForm({ chat, onClose }: { chat: Chat; onClose(): void }) {
  const styles = useStyles();
  const t = useText();
  const { host } = useHost();
  const { contact } = chat;
  const [values, setValues] = useState({
    name: contact?.name ?? chat.name,
    surname: contact?.surname ?? '',
    company: contact?.company ?? '',
    additionalInfo: contact?.additionalInfo ?? '',
  });
  const [isBusy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      if (contact)
        await host.run({
          method: 'put',
          address: `/adm/v2/sup/contact/${contact.id}`,
          body: { ...values, fromChat: 'Y' } as Json,
          version: contact.version,
        });
      else
        await host.run({
          method: 'post',
          address: '/adm/v2/sup/contact',
          body: {
            ...values,
            active: 'Y',
            fromChat: 'Y',
            chatId: chat.id,
            contactInfo: infoOf(chat),
          } as unknown as Json,
        });
      host.notify('success', t('chat.saved'));
      onClose();
    } catch (error) {
      const { errors, message } = error as HostFailure;
      host.notify('error', errors[0]?.message ?? message);
      setBusy(false);
    }
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (values.name.trim() !== '' && !isBusy) void save();
      }}
    >
      <ContactFields values={values} onChange={(change) => setValues((now) => ({ ...now, ...change }))} />
      <div className={styles.actions}>
        <Button onClick={onClose}>{t('chat.cancel')}</Button>
        <ReasonButton
          type="submit"
          appearance="primary"
          disabledFocusable={isBusy}
          reason={values.name.trim() === '' ? t('chat.needsName') : ''}
        >
          {t('chat.save')}
        </ReasonButton>
      </div>
    </form>
  );
}

const infoOf = ({ recipientNum }: Chat): SupportContact['contactInfo'] =>
  recipientNum === '' ? [] : [{ type: 'WHATSAPP', data: `+${recipientNum}`, active: 'Y', mainContact: 'Y' }];
