import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Send20Regular } from '@fluentui/react-icons/svg/send';
import { useState } from 'react';
import { formatNumber, toE164Digits } from '../../../contracts/phone-number.ts';
import { fullName, type Chat, type SupportContact } from '../../../contracts/support.ts';
import type { HostFailure } from '../../../engine/core/index.ts';
import { useHost, useText } from '../../../engine/react/index.ts';
import {
  FormDialog,
  Icon,
  PersonAvatar,
  ReasonButton,
  SearchField,
  useFocusReturn,
} from '../../../ui/index.ts';
import { ContactField, ContactFields } from '../customer/ContactFields.tsx';
import { useChatState, useOpenChat } from '../open-chat.ts';
import TemplateDialog from '../compose/TemplateDialog.tsx';
import { touchTargets } from '../touch.ts';
import { useContacts } from '../useContacts.ts';

const useStyles = makeStyles({
  surface: touchTargets,
  search: { marginBottom: '8px' },
  list: { margin: '8px 0 0', padding: 0, listStyleType: 'none', height: '320px', overflowY: 'auto' },
  row: { display: 'flex', alignItems: 'center', columnGap: '12px', minHeight: '52px', padding: '0 4px' },
  texts: {
    flexGrow: 1,
    minWidth: 0,
    '& > *': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  },
  meta: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  form: { display: 'grid', justifyItems: 'stretch', rowGap: '8px' },
  wrong: { color: tokens.colorPaletteRedForeground1 },
});

const numberOf = ({ contactInfo }: SupportContact): string | undefined =>
  contactInfo.find(({ active, type }) => active === 'Y' && type === 'WHATSAPP')?.data;

/**
 * Begins a chat with a contact. The one that there is opens; else a template is chosen for a chat that exists on the page alone,
 * until it is sent (specification 2, section 4).
 */
export default function NewMessage({ onClose }: { onClose(): void }) {
  const styles = useStyles();
  const t = useText();
  const { host } = useHost();
  const { open, sync } = useOpenChat();
  const channelId = useChatState((state) => state.channelId)!;
  const [search, setSearch] = useState('');
  const { rows: contacts, failure } = useContacts(search.trim());
  const [values, setValues] = useState<NewContact | null>(null);
  const [refusal, setRefusal] = useState('');
  const [preview, setPreview] = useState<Chat | null>(null);
  useFocusReturn();

  async function write(contact: SupportContact): Promise<void> {
    const number = numberOf(contact);
    if (number === undefined) return;
    const digits = toE164Digits(number) ?? number;
    const reply = await host.run({
      method: 'get',
      address: `/adm/v2/sup/zap/chat?channelId=${channelId}&text=${encodeURIComponent(digits)}&perPage=5`,
    });
    const known = (reply as { data: { rows: Chat[] } }).data.rows.find(
      ({ contact: own }) => own?.id === contact.id,
    );
    if (known) {
      sync.take(known, []);
      open(known.id);
      return onClose();
    }
    setPreview(previewOf(contact, digits, channelId));
  }
  /** The chat really begins with its first template. */
  async function create(): Promise<Chat> {
    const { contact, recipientNum, name } = preview!;
    const body = {
      name,
      contactId: contact!.id,
      recipientNum,
      channelId,
      attendantId: host.user.id,
      isActive: 'Y',
      isFinished: 'N',
    };
    const reply = await host.run({ method: 'post', address: '/adm/v2/sup/zap/chat', body });
    const chat = (reply as { data: Chat }).data;
    sync.take(chat, []);
    open(chat.id);
    return chat;
  }
  async function createContact({ name, surname, company, number }: NewContact): Promise<void> {
    const body = {
      name,
      surname,
      company,
      active: 'Y',
      contactInfo: [{ type: 'WHATSAPP', data: number, active: 'Y', mainContact: 'Y' }],
    };
    try {
      const reply = await host.run({ method: 'post', address: '/adm/v2/sup/contact', body });
      void write((reply as { data: SupportContact }).data);
    } catch (error) {
      const { errors, message } = error as HostFailure;
      setRefusal(errors[0]?.message ?? message);
    }
  }
  if (preview) return <TemplateDialog chat={preview} prepare={create} onClose={onClose} />;
  if (values) {
    const change = (part: Partial<NewContact>): void => setValues({ ...values, ...part });
    const missing = missingOf(values);
    return (
      <FormDialog
        title={t('chat.newTitle')}
        cancel={t('chat.cancel')}
        submit={t('chat.create')}
        disabled={missing !== null}
        reason={missing === null ? '' : t(missing)}
        className={styles.surface}
        contentClassName={styles.form}
        onSubmit={() => void createContact(values)}
        onClose={() => setValues(null)}
      >
        <ContactFields values={values} onChange={change} />
        <ContactField
          label={t('chat.number')}
          hint={t('chat.number2')}
          value={values.number}
          onChange={(number) => change({ number })}
        />
        {refusal !== '' && (
          <p role="alert" className={styles.wrong}>
            {refusal}
          </p>
        )}
      </FormDialog>
    );
  }
  return (
    <FormDialog
      title={t('chat.newTitle')}
      cancel={t('chat.cancel')}
      className={styles.surface}
      onClose={onClose}
    >
      <SearchField
        className={styles.search}
        label={t('chat.searchContact')}
        text={search}
        onText={setSearch}
      />
      <Button
        appearance="subtle"
        icon={<Icon name="add" />}
        onClick={() => {
          setValues(newContactOf(search.trim()));
          setRefusal('');
        }}
      >
        {t('chat.newContact')}
      </Button>
      {failure && (
        <p role="alert" className={styles.wrong}>
          {failure.message}
        </p>
      )}
      {contacts?.length === 0 && <p className={styles.meta}>{t('chat.noContacts')}</p>}
      <ul className={styles.list}>
        {(contacts ?? []).map((contact) => {
          const name = fullName(contact);
          const number = numberOf(contact);
          return (
            <li key={contact.id} className={styles.row}>
              <PersonAvatar name={name} size={40} decorative />
              <div className={styles.texts}>
                <div>{name}</div>
                <div className={styles.meta}>
                  {[contact.company, number && formatNumber(toE164Digits(number) ?? number)]
                    .filter(Boolean)
                    .join(' · ')}
                </div>
              </div>
              <ReasonButton
                icon={<Send20Regular />}
                aria-label={t('chat.writeTo', { name })}
                reason={number === undefined ? t('chat.noNumber') : ''}
                onClick={() =>
                  void write(contact).catch((error: HostFailure) => host.notify('error', error.message))
                }
              />
            </li>
          );
        })}
      </ul>
    </FormDialog>
  );
}

const previewOf = (contact: SupportContact, recipientNum: string, channelId: number): Chat => ({
  id: 0,
  channelId,
  contact,
  companyName: contact.company,
  name: fullName(contact),
  attendantId: null,
  attendantName: null,
  attendantPhotourl: null,
  lastMessage: null,
  unreadCount: 0,
  isActive: 'Y',
  isFinished: 'N',
  tags: [],
  senderNum: '',
  recipientNum,
  queueId: null,
  queueName: null,
  answerWarnAt: null,
  answerDueAt: null,
  windowEndsAt: null,
  createdAt: contact.createdAt,
  version: 0,
});

/** Whether what was searched for is meant as a number. */
const isNumber = (text: string): boolean => /^[\d\s()+.-]*$/.test(text) && /\d/.test(text);

interface NewContact {
  name: string;
  surname: string;
  company: string;
  number: string;
}

/** @param typed search without a result: the number or the name of the new contact. */
const newContactOf = (typed: string): NewContact => ({
  name: isNumber(typed) ? '' : typed,
  surname: '',
  company: '',
  number: isNumber(typed) ? typed : '',
});

/** Key of the text that says which part a contact lacks to be created; null for a whole one. */
function missingOf({ name, number }: NewContact): 'chat.needsNumber' | 'chat.needsName' | null {
  if (toE164Digits(number) === null) return 'chat.needsNumber';
  return name.trim() === '' ? 'chat.needsName' : null;
}
