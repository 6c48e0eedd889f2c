import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { ChatStatus } from '../../../contracts/support.ts';
import { formatNumber } from '../../../contracts/phone-number.ts';
import { useSettled, useText } from '../../../engine/react/index.ts';
import { useTooltip, Choice, Icon, SearchField } from '../../../ui/index.ts';
import { ChatList } from './ChatList.tsx';
import { FilterPopover } from './FilterPopover.tsx';
import { useChatState, useOpenChat } from '../open-chat.ts';

const NewMessage = lazy(() => import('./NewMessage.tsx'));
const tabs: readonly ChatStatus[] = ['waiting', 'active', 'finished'];
const useStyles = makeStyles({
  head: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', rowGap: '8px', padding: '12px 12px 0' },
  line: {
    display: 'flex',
    columnGap: '8px',
    alignItems: 'center',
    '& > :first-child': { flexGrow: 1, minWidth: 0 },
  },
  tabs: {
    display: 'flex',
    columnGap: '10px',
    padding: '0 2px',
    overflowX: 'auto',
    scrollbarWidth: 'none',
    marginTop: '4px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  tab: {
    display: 'inline-flex',
    alignItems: 'center',
    flexShrink: 0,
    columnGap: '4px',
    height: '36px',
    padding: 0,
    border: 'none',
    borderBottom: '3px solid transparent',
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
    '@media (pointer: coarse)': { height: '44px' },
    // The column is narrower there.
    '@media (min-width: 768px) and (max-width: 1099.98px)': { fontSize: tokens.fontSizeBase200 },
  },
  chosen: { borderBottomColor: tokens.colorBrandStroke1, fontWeight: tokens.fontWeightSemibold },
  count: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
  },
  chosenCount: { color: tokens.colorBrandForeground1 },
});

/** The left column: channel, search, filters, tabs and the chats. */
export function ListColumn() {
  const styles = useStyles();
  const t = useText();
  const { sync, mayWrite } = useOpenChat();
  const channels = useChatState((state) => state.channels)!;
  const channelId = useChatState((state) => state.channelId);
  const tab = useChatState((state) => state.tab);
  const counts = useChatState((state) => state.counts);
  const [isWriting, setWriting] = useState(false);
  const write = useTooltip(t('chat.newMessage'));
  const onTabKey = (event: React.KeyboardEvent, at: number): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const next = tabs[(at + step + tabs.length) % tabs.length]!;
    sync.choose({ tab: next });
    event.currentTarget.parentElement?.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
    event.preventDefault();
  };
  return (
    <>
      <div className={styles.head}>
        <div className={styles.line}>
          <Choice
            aria-label={t('chat.channel')}
            placeholder={t('chat.selectChannel')}
            value={channelId === null ? '' : String(channelId)}
            options={channels.map(({ id, name, whatsapp }) => ({
              value: String(id),
              label: `${name} · ${formatNumber(whatsapp)}`,
            }))}
            onChange={(value) => value !== '' && sync.choose({ channelId: Number(value) })}
          />
          {mayWrite && (
            <Button
              {...write.trigger}
              appearance="primary"
              icon={<Icon name="edit" />}
              aria-label={t('chat.newMessage')}
              onClick={() => setWriting(true)}
            />
          )}
        </div>
        <div className={styles.line}>
          <SearchBox />
          <FilterPopover />
        </div>
        <div className={styles.tabs} role="tablist" aria-label={t('chat.conversations')}>
          {tabs.map((one, at) => (
            <button
              key={one}
              type="button"
              role="tab"
              data-tab={one}
              aria-selected={one === tab}
              tabIndex={one === tab ? 0 : -1}
              className={mergeClasses(styles.tab, one === tab && styles.chosen)}
              onClick={() => sync.choose({ tab: one })}
              onKeyDown={(event) => onTabKey(event, at)}
            >
              {t(`chat.tabs.${one}`)}
              <span className={mergeClasses(styles.count, one === tab && styles.chosenCount)}>
                {counts?.[one]}
              </span>
            </button>
          ))}
        </div>
      </div>
      <ChatList />
      {write.tooltip}
      {isWriting && (
        <Suspense>
          <NewMessage onClose={() => setWriting(false)} />
        </Suspense>
      )}
    </>
  );
}

function SearchBox() {
  const t = useText();
  const { sync } = useOpenChat();
  const [text, setText] = useState('');
  const settled = useSettled(text.trim());
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    const { filter } = sync.getState();
    if (filter.text !== settled) sync.choose({ filter: { ...filter, text: settled } });
  }, [sync, settled]);
  return <SearchField label={t('chat.search')} text={text} maxLength={200} onText={setText} />;
}
