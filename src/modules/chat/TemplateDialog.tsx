import { Input, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useEffect, useId, useState } from 'react';
import type { Chat, MessageTemplate, Sent } from '../../contracts/support.ts';
import type { Json } from '../../contracts/json.ts';
import type { HostFailure } from '../../engine/core/index.ts';
import { useHost, useText } from '../../engine/react/index.ts';
import { EmptyState, FieldFrame, FormDialog, Icon, SkeletonItem } from '../../ui/index.ts';
import { fieldsOf, filled, isComplete, messageOf } from './core/template.ts';
import { useOpenChat } from './open-chat.ts';

const useStyles = makeStyles({
  surface: { maxWidth: '840px', width: '94vw' },
  columns: {
    display: 'grid',
    gridTemplateColumns: '280px minmax(0, 1fr)',
    columnGap: '20px',
    minHeight: '360px',
    '@media (max-width: 599.98px)': { gridTemplateColumns: '1fr', rowGap: '16px' },
  },
  search: { width: '100%', marginBottom: '8px' },
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
  title: {
    margin: '0 0 6px',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
    fontWeight: tokens.fontWeightSemibold,
  },
  bubble: {
    padding: '10px 12px',
    marginBottom: '12px',
    borderRadius: tokens.borderRadiusXLarge,
    border: `1px solid ${tokens.colorBrandStroke2}`,
    backgroundColor: tokens.colorBrandBackground2,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
  head: { fontWeight: tokens.fontWeightSemibold },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: '4px', marginTop: '6px' },
  button: {
    padding: '2px 8px',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    fontSize: tokens.fontSizeBase200,
  },
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
  const [isSending, setSending] = useState(false);
  const [clientId] = useState(() => crypto.randomUUID());
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
  const mayLater = chosen !== null && isComplete(chosen, values);
  const send = async (): Promise<void> => {
    if (!chosen || isSending) return;
    setSending(true);
    try {
      const target = prepare ? await prepare() : chat;
      const body = messageOf(chosen, values, target.recipientNum, clientId) as unknown as Json;
      const reply = await host.run({
        method: 'post',
        address: `/adm/v2/sup/zap/send-template/${target.id}?channelId=${target.channelId}`,
        body,
      });
      sync.take(null, [(reply as { data: Sent }).data.message]);
      onClose();
    } catch (error) {
      setFailure((error as HostFailure).message);
      setSending(false);
    }
  };
  return (
    <FormDialog
      title={t('chat.templatesTitle')}
      cancel={t('chat.cancel')}
      submit={t('chat.send')}
      disabled={!mayLater || isSending}
      className={styles.surface}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      {failure !== '' && <p role="alert">{failure}</p>}
      <div className={styles.columns}>
        <div>
          <Input
            className={styles.search}
            type="search"
            value={search}
            placeholder={t('chat.searchTemplate')}
            aria-label={t('chat.searchTemplate')}
            contentBefore={<Icon name="search" />}
            onChange={(_, { value }) => setSearch(value)}
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
                    setValues({});
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
            <Filled template={chosen} values={values} onChange={setValues} />
          ) : (
            <p className={styles.meta}>{t('chat.chooseFirst')}</p>
          )}
        </div>
      </div>
    </FormDialog>
  );
}

/** Whether the page has fields for all that a template needs: it has none for the file of a header. */
const isSendable = ({ components }: MessageTemplate): boolean =>
  components.every(({ type, format = 'TEXT' }) => type !== 'HEADER' || format === 'TEXT');

function Filled({
  template,
  values,
  onChange,
}: {
  template: MessageTemplate;
  values: Readonly<Record<string, string>>;
  onChange(values: Readonly<Record<string, string>>): void;
}) {
  const styles = useStyles();
  const t = useText();
  const id = useId();
  const find = (type: string) => template.components.find((one) => one.type === type);
  const [header, body, footer, buttons] = ['HEADER', 'BODY', 'FOOTER', 'BUTTONS'].map(find);
  return (
    <>
      <h3 className={styles.title}>{t('chat.preview')}</h3>
      <div className={styles.bubble} aria-live="polite">
        {header?.text !== undefined && (
          <div className={styles.head}>{filled(header.text, 'header', values)}</div>
        )}
        {filled(body?.text ?? '', 'body', values)}
        {footer?.text !== undefined && <div className={styles.meta}>{footer.text}</div>}
        {buttons?.buttons && (
          <div className={styles.buttons}>
            {buttons.buttons.map(({ text }, at) => (
              <span key={at} className={styles.button}>
                {text}
              </span>
            ))}
          </div>
        )}
      </div>
      {fieldsOf(template).map(({ key, name, example }) => (
        <FieldFrame key={key} id={`${id}${key}`} label={t('chat.field', { name })} bare>
          <Input
            id={`${id}${key}`}
            value={values[key] ?? ''}
            placeholder={example}
            maxLength={1024}
            onChange={(_, { value }) => onChange({ ...values, [key]: value })}
          />
        </FieldFrame>
      ))}
    </>
  );
}
