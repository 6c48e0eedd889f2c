import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Input,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import { Send20Regular } from '@fluentui/react-icons/svg/send';
import { useEffect, useState } from 'react';
import { formatNumber, toE164Digits } from '../../../contracts/phone-number.ts';
import type { Chat, SupportContact } from '../../../contracts/support.ts';
import type { HostFailure } from '../../../engine/core/index.ts';
import { useHost, useText } from '../../../engine/react/index.ts';
import { Icon, PersonAvatar, ReasonButton, useFocusReturn } from '../../../ui/index.ts';
import { ContactField, ContactFields } from '../customer/ContactFields.tsx';
import { useChatState, useOpenChat } from '../open-chat.ts';
import TemplateDialog from '../compose/TemplateDialog.tsx';
import { touchTargets } from '../touch.ts';

/** Pause in typing after which contacts are searched (specification 2, section 9). Milliseconds. */
const searchPause = 300;

const useStyles = makeStyles({
  surface: touchTargets,
  search: { width: '100%', marginBottom: '8px' },
  list: { margin: '8px 0 0', padding: 0, listStyleType: 'none', height: '320px', overflowY: 'auto' },
  row: { display: 'flex', alignItems: 'center', columnGap: '12px', minHeight: '52px', padding: '0 4px' },
  texts: {
    flexGrow: 1,
    minWidth: 0,
    '& > *': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  },
  meta: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  form: { display: 'grid', justifyItems: 'stretch', rowGap: '8px' },
  create: { justifySelf: 'start' },
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
  const [contacts, setContacts] = useState<readonly SupportContact[] | null>(null);
  const [isCreating, setCreating] = useState(false);
  const [preview, setPreview] = useState<Chat | null>(null);
  useFocusReturn();
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      const query = new URLSearchParams({
        type: 'WHATSAPP',
        perPage: '50',
        ...(search.trim() === '' ? {} : { text: search.trim() }),
      });
      host.run({ method: 'get', address: `/adm/v2/sup/contact?${query}` }).then(
        (reply) => isCurrent && setContacts((reply as { data: { rows: SupportContact[] } }).data.rows),
        (failure: HostFailure) => host.notify('error', failure.message),
      );
    }, searchPause);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [host, search]);

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
  if (preview) return <TemplateDialog chat={preview} prepare={create} onClose={onClose} />;
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <DialogTitle>{t('chat.newTitle')}</DialogTitle>
          <DialogContent>
            {isCreating ? (
              <NewContact typed={search.trim()} onCreated={(contact) => void write(contact)} />
            ) : (
              <>
                <Input
                  className={styles.search}
                  type="search"
                  value={search}
                  placeholder={t('chat.searchContact')}
                  aria-label={t('chat.searchContact')}
                  contentBefore={<Icon name="search" />}
                  onChange={(_, { value }) => setSearch(value)}
                />
                <Button appearance="subtle" icon={<Icon name="add" />} onClick={() => setCreating(true)}>
                  {t('chat.newContact')}
                </Button>
                {contacts?.length === 0 && <p className={styles.meta}>{t('chat.noContacts')}</p>}
                <ul className={styles.list}>
                  {(contacts ?? []).map((contact) => {
                    const name = `${contact.name} ${contact.surname}`.trim();
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
                            void write(contact).catch((failure: HostFailure) =>
                              host.notify('error', failure.message),
                            )
                          }
                        />
                      </li>
                    );
                  })}
                </ul>
              </>
            )}
          </DialogContent>
          <DialogActions>
            <Button onClick={isCreating ? () => setCreating(false) : onClose}>{t('chat.cancel')}</Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}

const previewOf = (contact: SupportContact, recipientNum: string, channelId: number): Chat => ({
  id: 0,
  channelId,
  contact,
  companyName: contact.company,
  name: `${contact.name} ${contact.surname}`.trim(),
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

function NewContact({
  typed,
  onCreated,
}: {
  /** Search without a result: the number or the name of the new contact. */
  typed: string;
  onCreated(contact: SupportContact): void;
}) {
  const styles = useStyles();
  const t = useText();
  const { host } = useHost();
  const [values, setValues] = useState({
    name: isNumber(typed) ? '' : typed,
    surname: '',
    company: '',
    number: isNumber(typed) ? typed : '',
  });
  const [failure, setFailure] = useState('');
  const hasNumber = toE164Digits(values.number) !== null;
  const isReady = values.name.trim() !== '' && hasNumber;
  const create = async (): Promise<void> => {
    const { name, surname, company, number } = values;
    const body = {
      name,
      surname,
      company,
      active: 'Y',
      contactInfo: [{ type: 'WHATSAPP', data: number, active: 'Y', mainContact: 'Y' }],
    };
    try {
      const reply = await host.run({ method: 'post', address: '/adm/v2/sup/contact', body });
      onCreated((reply as { data: SupportContact }).data);
    } catch (error) {
      const { errors, message } = error as HostFailure;
      setFailure(errors[0]?.message ?? message);
    }
  };
  const change = (part: Partial<typeof values>): void => setValues((now) => ({ ...now, ...part }));
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) void create();
      }}
    >
      <ContactFields values={values} onChange={change} />
      <ContactField
        label={t('chat.number')}
        hint={t('chat.number2')}
        value={values.number}
        onChange={(number) => change({ number })}
      />
      {failure !== '' && (
        <p role="alert" className={styles.wrong}>
          {failure}
        </p>
      )}
      <ReasonButton
        className={styles.create}
        type="submit"
        appearance="primary"
        reason={isReady ? '' : t(hasNumber ? 'chat.needsName' : 'chat.needsNumber')}
      >
        {t('chat.create')}
      </ReasonButton>
    </form>
  );
}
