import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import { randomId } from '../../../contracts/random-id.ts';
import type { Chat, MessageTemplate, SendReply } from '../../../contracts/support.ts';
import type { Json } from '../../../contracts/json.ts';
import type { HostFailure, PickedFile } from '../../../engine/core/index.ts';
import { useHost, useText } from '../../../engine/react/index.ts';
import { EmptyState, SearchField, SkeletonItem } from '../../../ui/index.ts';
import { headerKindOf, isComplete, isPlain, isSendable, messageOf, prefilled } from '../core/template.ts';
import { useOpenChat } from '../open-chat.ts';
import { SendDialog } from './SendDialog.tsx';
import { TemplateFields } from './TemplateFields.tsx';

const useStyles = makeStyles({
  surface: { maxWidth: '840px', width: '94vw' },
  columns: {
    display: 'grid',
    gridTemplateColumns: '280px minmax(0, 1fr)',
    columnGap: '20px',
    minHeight: '360px',
    '@media (max-width: 599.98px)': { gridTemplateColumns: '1fr', rowGap: '16px' },
  },
  search: { marginBottom: '8px' },
  list: {
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    maxHeight: '340px',
    overflowY: 'auto',
    '@media (max-width: 599.98px)': { maxHeight: '180px' },
  },
  template: {
    display: 'grid',
    width: '100%',
    padding: '8px 10px',
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    textAlign: 'start',
    cursor: 'pointer',
    overflowWrap: 'anywhere',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  chosen: { backgroundColor: tokens.colorNeutralBackground1Selected },
  meta: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

/** Templates of the channel with a live preview; one is sent once every field is filled. */
export default function TemplateDialog({
  chat,
  onClose,
  prepare,
}: {
  chat: Chat;
  onClose(): void;
  prepare?: () => Promise<Chat>;
}) {
  const styles = useStyles();
  const t = useText();
  const { host } = useHost();
  const { sync } = useOpenChat();
  const [templates, setTemplates] = useState<readonly MessageTemplate[] | null>(null);
  const [failure, setFailure] = useState('');
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<MessageTemplate | null>(null);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [file, setFile] = useState<PickedFile | null>(null);
  /** The file that the server has already: another attempt sends it again without an upload. */
  const uploaded = useRef<{ file: PickedFile; id: number }>(null);
  const [isSending, setSending] = useState(false);
  const [clientId] = useState(randomId);
  useEffect(() => {
    host.run({ method: 'get', address: `/adm/v2/sup/zap/template?channelId=${chat.channelId}` }).then(
      (reply) => setTemplates((reply as { data: { rows: MessageTemplate[] } }).data.rows.filter(isSendable)),
      (error: HostFailure) => setFailure(error.message),
    );
  }, [host, chat.channelId]);
  const wanted = search.trim().toLowerCase();
  const found = (templates ?? []).filter(({ name, components }) =>
    `${name} ${components.map(({ text }) => text ?? '').join(' ')}`.toLowerCase().includes(wanted),
  );
  const kind = chosen && headerKindOf(chosen);
  const isFilled = chosen !== null && isComplete(chosen, values) && (kind === null || file !== null);
  const reason =
    chosen === null
      ? 'chat.chooseFirst'
      : !isPlain(chosen, values)
        ? 'chat.plainFirst'
        : isFilled
          ? null
          : 'chat.fillFirst';
  const upload = async (given: PickedFile): Promise<number> => {
    if (uploaded.current?.file !== given) {
      const reply = await host.run({ method: 'post', address: '/adm/v2/files', parts: { file: given } });
      uploaded.current = { file: given, id: (reply as { data: { id: number } }).data.id };
    }
    return uploaded.current.id;
  };
  const send = async (): Promise<void> => {
    if (!chosen || isSending) return;
    setSending(true);
    try {
      const fileId = file === null ? null : await upload(file);
      const target = prepare ? await prepare() : chat;
      const body = messageOf(chosen, values, target.recipientNum, clientId, fileId) as unknown as Json;
      const reply = await host.run({
        method: 'post',
        address: `/adm/v2/sup/zap/send-template/${target.id}?channelId=${target.channelId}`,
        body,
      });
      sync.take(null, [(reply as { data: SendReply }).data.message]);
      onClose();
    } catch (error) {
      const { errors, message } = error as HostFailure;
      setFailure(errors[0]?.message ?? message);
      setSending(false);
    }
  };
  return (
    <SendDialog
      title={t('chat.templatesTitle')}
      disabled={reason !== null || isSending}
      reason={reason === null ? '' : t(reason)}
      className={styles.surface}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      {failure !== '' && <p role="alert">{failure}</p>}
      <div className={styles.columns}>
        <div>
          <SearchField
            className={styles.search}
            label={t('chat.searchTemplate')}
            text={search}
            onText={setSearch}
          />
          {templates === null && failure === '' && <SkeletonItem height={120} />}
          {templates !== null && found.length === 0 && (
            <EmptyState icon="document-search" tone="neutral" title={t('chat.noTemplates')} text="" />
          )}
          <ul className={styles.list}>
            {found.map((template) => (
              <li key={`${template.name} ${template.language}`}>
                <button
                  type="button"
                  className={mergeClasses(styles.template, template === chosen && styles.chosen)}
                  aria-pressed={template === chosen}
                  onClick={() => {
                    setChosen(template);
                    setValues(prefilled(template, chat, host.user.name));
                    setFile(null);
                  }}
                >
                  {template.name}
                  <span className={styles.meta}>{template.language}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
        <div>
          {chosen ? (
            <TemplateFields
              template={chosen}
              values={values}
              onChange={setValues}
              file={file}
              onFile={setFile}
            />
          ) : (
            <p className={styles.meta}>{t('chat.chooseFirst')}</p>
          )}
        </div>
      </div>
    </SendDialog>
  );
}
