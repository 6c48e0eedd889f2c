import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { memo } from 'react';
import type { Chat } from '../../../contracts/support.ts';
import { useText } from '../../../engine/react/index.ts';
import { PersonAvatar } from '../../../ui/index.ts';
import { Due } from '../conversation/Due.tsx';
import { usePreview } from './preview.ts';
import { TagMarks } from './TagMark.tsx';
import { Ticks } from '../conversation/Ticks.tsx';
import { useChatTimes } from '../conversation/times.ts';

/** Height of a row, and where fingers press it. Pixels. */
export const rowHeight = 68;

const useStyles = makeStyles({
  row: {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: '40px minmax(0, 1fr) auto',
    columnGap: '12px',
    alignItems: 'center',
    width: '100%',
    height: '100%',
    padding: '0 16px',
    border: 'none',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    textAlign: 'start',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  selected: {
    backgroundColor: tokens.colorNeutralBackground1Selected,
    boxShadow: `inset 3px 0 0 ${tokens.colorBrandStroke1}`,
  },
  texts: { display: 'grid', rowGap: '2px', minWidth: 0 },
  head: { display: 'flex', alignItems: 'center', columnGap: '6px', minWidth: 0 },
  name: {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
  },
  preview: {
    display: 'flex',
    alignItems: 'center',
    columnGap: '4px',
    minWidth: 0,
    color: tokens.colorNeutralForeground3,
  },
  text: {
    flexGrow: 1,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeBase300,
  },
  unread: { fontWeight: tokens.fontWeightSemibold, color: tokens.colorNeutralForeground1 },
  end: { display: 'grid', justifyItems: 'end', rowGap: '4px', minHeight: '40px', alignContent: 'center' },
  time: {
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
    fontVariantNumeric: 'tabular-nums',
  },
  newTime: { color: tokens.colorBrandForeground1, fontWeight: tokens.fontWeightSemibold },
  count: {
    minWidth: '20px',
    height: '20px',
    padding: '0 6px',
    boxSizing: 'border-box',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorBrandBackground,
    color: tokens.colorNeutralForegroundOnBrand,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
    lineHeight: '20px',
    textAlign: 'center',
  },
});

/** A chat in the list. */
export const ChatRow = memo(function ChatRow({
  chat,
  isSelected,
  isTabStop,
  at,
  onOpen,
}: {
  chat: Chat;
  isSelected: boolean;
  isTabStop: boolean;
  at: number;
  onOpen(id: number): void;
}) {
  const styles = useStyles();
  const t = useText();
  const times = useChatTimes();
  const preview = usePreview();
  const { lastMessage, unreadCount, attendantName } = chat;
  const isUnread = unreadCount > 0;
  const when = lastMessage && times.short(lastMessage.timestamp);
  return (
    <button
      type="button"
      className={mergeClasses(styles.row, isSelected && styles.selected)}
      aria-current={isSelected || undefined}
      tabIndex={isTabStop ? 0 : -1}
      data-stop={at}
      data-chat={chat.id}
      onClick={() => onOpen(chat.id)}
    >
      <PersonAvatar name={chat.name} size={40} decorative />
      <span className={styles.texts}>
        <span className={styles.head}>
          <span className={mergeClasses(styles.name, isUnread && styles.unread)}>{chat.name}</span>
          <TagMarks tags={chat.tags} />
        </span>
        <span className={mergeClasses(styles.preview, isUnread && styles.unread)}>
          {lastMessage?.sender === 'support' && <Ticks state={lastMessage.state} />}
          <span className={styles.text}>{lastMessage && preview(lastMessage)}</span>
          <Due chat={chat} brief />
        </span>
      </span>
      <span className={styles.end}>
        <span className={mergeClasses(styles.time, isUnread && styles.newTime)}>
          {when && (when.isYesterday ? t('chat.yesterday').toLowerCase() : when.text)}
        </span>
        {isUnread ? (
          <span className={styles.count} aria-label={t('chat.unread', { count: unreadCount })}>
            {unreadCount > 99 ? '99+' : unreadCount}
          </span>
        ) : (
          attendantName !== null && (
            <PersonAvatar name={attendantName} image={chat.attendantPhotourl} size={20} />
          )
        )}
      </span>
    </button>
  );
});
