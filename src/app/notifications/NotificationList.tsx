import {
  Button,
  makeStyles,
  mergeClasses,
  Popover,
  PopoverSurface,
  tokens,
} from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import {
  chatAddress,
  isByRule,
  taskAddress,
  type Notification,
  type NotificationKind,
} from '../../contracts/notification.ts';
import type { Host, HostFailure } from '../../engine/core/index.ts';
import { formatterFor } from '../../engine/react/index.ts';
import { EmptyState, PersonAvatar, SkeletonGroup, SkeletonItem } from '../../ui/index.ts';
import { useI18n } from '../app-context.ts';

/** Notifications that are read at once. */
const most = 30;

const useStyles = makeStyles({
  surface: {
    display: 'flex',
    flexDirection: 'column',
    width: 'min(380px, calc(100vw - 16px))',
    maxHeight: 'min(560px, 80dvh)',
    boxSizing: 'border-box',
    padding: 0,
    overflow: 'hidden',
  },
  head: {
    flexShrink: 0,
    display: 'flex',
    alignItems: 'center',
    minHeight: '48px',
    padding: '0 8px 0 16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  title: {
    flexGrow: 1,
    margin: 0,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
  },
  list: { margin: 0, padding: '4px', overflowY: 'auto', listStyleType: 'none' },
  row: {
    display: 'grid',
    gridTemplateColumns: '28px minmax(0, 1fr) 8px',
    columnGap: '10px',
    alignItems: 'start',
    width: '100%',
    height: 'auto',
    padding: '8px 12px',
    fontWeight: tokens.fontWeightRegular,
    textAlign: 'start',
  },
  text: { overflowWrap: 'anywhere' },
  task: { color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200 },
  time: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  unread: {
    width: '8px',
    height: '8px',
    marginTop: '6px',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorBrandBackground,
  },
  name: { fontWeight: tokens.fontWeightSemibold },
  loading: { display: 'grid', rowGap: '8px', padding: '12px 16px' },
});

const isOfChat = (kind: NotificationKind): boolean => ['note', 'transfer', 'answer'].includes(kind);

/** The last notifications of the person; a press opens the task, and marks it as read. */
export default function NotificationList({
  host,
  target,
  news,
  onClose,
}: {
  host: Host;
  target: HTMLElement;
  news: number;
  onClose(): void;
}) {
  const styles = useStyles();
  const [rows, setRows] = useState<readonly Notification[] | null>(null);
  const { t } = useI18n();
  const format = formatterFor(host.lang, host.tenant.timeZone);
  useEffect(() => {
    let isShown = true;
    host.run({ method: 'get', address: `/adm/v2/notifications?perPage=${most}` }).then(
      (reply) => {
        if (isShown) setRows((reply as { data: { rows: Notification[] } }).data.rows);
      },
      (failure: unknown) => {
        if (isShown) host.notify('error', (failure as HostFailure).message);
      },
    );
    return () => {
      isShown = false;
    };
  }, [host, news]);
  const read = async (ids?: number[]) => {
    try {
      await host.run({ method: 'put', address: '/adm/v2/notifications/read', body: ids ? { ids } : {} });
    } catch (failure) {
      host.notify('error', (failure as HostFailure).message);
    }
  };
  const open = ({ id, isRead, task, chat }: Notification) => {
    if (!isRead) void read([id]);
    if (!task && !chat) return;
    onClose();
    host.navigate(task ? taskAddress(task) : chatAddress(chat!.id));
  };
  const nameOf = ({ task, chat, kind }: Notification): string => {
    if (task) return `${task.code} ${task.title}`;
    if (chat) return chat.name;
    return isOfChat(kind) ? t('kanban.notifications.goneChat') : t('kanban.notifications.gone');
  };
  return (
    <Popover
      open
      trapFocus
      positioning={{ target, position: 'below', align: 'end' }}
      onOpenChange={(_, change) => {
        if (change.open) return;
        onClose();
        target.focus();
      }}
    >
      <PopoverSurface className={styles.surface} aria-label={t('kanban.notifications.title')}>
        <div className={styles.head}>
          <h2 className={styles.title}>{t('kanban.notifications.title')}</h2>
          <Button
            appearance="subtle"
            size="small"
            disabled={!rows?.some(({ isRead }) => !isRead)}
            onClick={() => void read()}
          >
            {t('kanban.notifications.readAll')}
          </Button>
        </div>
        {rows === null ? (
          <SkeletonGroup label={t('kanban.notifications.title')} className={styles.loading}>
            <SkeletonItem height={40} />
            <SkeletonItem height={40} />
            <SkeletonItem height={40} />
          </SkeletonGroup>
        ) : rows.length === 0 ? (
          <EmptyState
            icon="checkmark-circle"
            tone="neutral"
            title={t('kanban.notifications.none')}
            text={t('kanban.notifications.noneText')}
          />
        ) : (
          <ul className={styles.list} aria-label={t('kanban.notifications.title')}>
            {rows.map((row) => {
              const { id, actor, kind, at, isRead, count } = row;
              return (
                <li key={id}>
                  <Button appearance="subtle" className={styles.row} onClick={() => open(row)}>
                    <PersonAvatar
                      name={actor?.name ?? ''}
                      image={actor?.photourl ?? null}
                      size={28}
                      decorative
                    />
                    <span>
                      <span className={styles.text}>
                        <span className={styles.name}>
                          {actor?.name ??
                            (isByRule(kind)
                              ? t('kanban.notifications.rule')
                              : t('kanban.notifications.someone'))}
                        </span>{' '}
                        {t(`kanban.notifications.kind.${kind}`, { count })}
                      </span>
                      <br />
                      <span className={styles.task}>{nameOf(row)}</span>{' '}
                      <time className={styles.time} dateTime={at}>
                        · {format.relative(at, host.now())}
                      </time>
                    </span>
                    <span className={mergeClasses(!isRead && styles.unread)}>
                      {!isRead && <span className="field-spoken">{t('kanban.notifications.unread')}</span>}
                    </span>
                  </Button>
                </li>
              );
            })}
          </ul>
        )}
      </PopoverSurface>
    </Popover>
  );
}
