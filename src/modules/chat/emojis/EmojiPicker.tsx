import { makeStyles, SearchBox, tokens } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useHost, useText } from '../../../engine/react/index.ts';
import { findEmojis, type Emoji, type EmojiGroup } from './emoji-list.ts';

/** Emojis of a row. */
const columns = 8;

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', rowGap: '8px', width: '288px', maxWidth: '100%' },
  search: { width: '100%', maxWidth: 'none' },
  list: {
    height: '240px',
    // Room for the ring of the focus.
    margin: '-2px',
    padding: '2px',
    overflowY: 'auto',
    scrollbarWidth: 'thin',
  },
  title: {
    margin: '8px 0 4px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightSemibold,
    ':first-child': { marginTop: 0 },
  },
  grid: { display: 'grid', gridTemplateColumns: `repeat(${columns}, 1fr)` },
  emoji: {
    height: '32px',
    padding: 0,
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    // Systems without coloured emojis draw them in the colour of texts.
    color: tokens.colorNeutralForeground1,
    fontFamily: "'Apple Color Emoji', 'Segoe UI Emoji', 'Noto Color Emoji', sans-serif",
    fontSize: '20px',
    lineHeight: '32px',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
    '@media (pointer: coarse)': { height: '44px' },
  },
  none: { margin: '16px 0', color: tokens.colorNeutralForeground3, textAlign: 'center' },
});

interface Section {
  group: EmojiGroup;
  /** Index of its first emoji among all that were found. */
  from: number;
  inGroup: Emoji[];
}

/** Emojis found, by groups in their order. */
function groupsOf(found: readonly Emoji[]): Section[] {
  const sections: Section[] = [];
  found.forEach((emoji, from) => {
    const last = sections.at(-1);
    if (last?.group === emoji.group) last.inGroup.push(emoji);
    else sections.push({ group: emoji.group, from, inGroup: [emoji] });
  });
  return sections;
}

/** Emojis to choose from, with a search by words. The content of a popover, whose focus begins in the search. */
export function EmojiPicker({ onPick }: { onPick(emoji: string): void }) {
  const styles = useStyles();
  const t = useText();
  const { host } = useHost();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const found = findEmojis(typed);
  const groups = groupsOf(found);
  const titles: Record<EmojiGroup, string> = {
    faces: t('chat.emojis.faces'),
    gestures: t('chat.emojis.gestures'),
    hearts: t('chat.emojis.hearts'),
    work: t('chat.emojis.work'),
    food: t('chat.emojis.food'),
    signs: t('chat.emojis.signs'),
  };
  useEffect(() => search.current?.focus(), []);

  /** Moves the focus along the emojis; before the first row it goes back to the search. */
  const moveTo = (index: number): void => {
    const buttons = list.current?.querySelectorAll<HTMLElement>('button');
    const next = Math.min(found.length - 1, index);
    if (next < 0) search.current?.focus();
    else {
      setActive(next);
      buttons?.[next]?.focus();
    }
  };
  /** The emoji below or above, whose row may be in the next group and shorter. */
  const acrossFrom = (index: number, step: 1 | -1): number => {
    const rows: number[][] = [];
    for (const { from, inGroup } of groups)
      for (let at = 0; at < inGroup.length; at += columns)
        rows.push(inGroup.slice(at, at + columns).map((_, column) => from + at + column));
    const row = rows.findIndex((one) => one.includes(index));
    const next = rows[row + step];
    if (!next) return step < 0 ? -1 : index;
    return next[Math.min(rows[row]!.indexOf(index), next.length - 1)]!;
  };
  const onKeyDown = (event: KeyboardEvent, index: number): void => {
    const to: Partial<Record<string, number>> = {
      ArrowRight: index + 1,
      ArrowLeft: index - 1,
      ArrowDown: acrossFrom(index, 1),
      ArrowUp: acrossFrom(index, -1),
      Home: 0,
      End: found.length - 1,
    };
    const next = to[event.key];
    if (next === undefined) return;
    event.preventDefault();
    moveTo(next);
  };
  const onSearchKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') moveTo(0);
    else if (event.key === 'Enter' && typed.trim() !== '' && found[0]) onPick(found[0].emoji);
    else if (event.key !== 'Enter') return;
    // Enter would send the form or the message that the picker belongs to.
    event.preventDefault();
  };
  return (
    <div className={styles.root}>
      <SearchBox
        ref={search}
        className={styles.search}
        placeholder={t('chat.emojis.search')}
        aria-label={t('chat.emojis.search')}
        value={typed}
        onChange={(_, { value }) => {
          setTyped(value);
          setActive(0);
        }}
        onKeyDown={onSearchKey}
      />
      <div ref={list} className={styles.list}>
        {groups.map(({ group, from, inGroup }) => (
          <section key={group} aria-label={titles[group]}>
            <h3 className={styles.title}>{titles[group]}</h3>
            <div className={styles.grid}>
              {inGroup.map(({ emoji, names }, inTurn) => {
                const at = from + inTurn;
                return (
                  <button
                    key={emoji}
                    type="button"
                    className={styles.emoji}
                    aria-label={names[host.lang]}
                    title={names[host.lang]}
                    tabIndex={at === active ? 0 : -1}
                    onFocus={() => setActive(at)}
                    onKeyDown={(event) => onKeyDown(event, at)}
                    onClick={() => onPick(emoji)}
                  >
                    {emoji}
                  </button>
                );
              })}
            </div>
          </section>
        ))}
        <p role="status" className={styles.none} hidden={found.length > 0}>
          {found.length === 0 && t('chat.emojis.none')}
        </p>
      </div>
    </div>
  );
}
