/* oxlint-disable jsx-a11y/click-events-have-key-events -- the keys of the list are those of its field */
import { Dialog, DialogSurface, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Fragment, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { Icon } from '../marks/Icon.tsx';
import { Key } from '../marks/Key.tsx';
import { useFocusReturn } from '../focus/useFocusReturn.ts';
import { visuallyHidden } from '../visually-hidden.ts';

/** A piece of a text; `matched` says whether it is part of what was searched for. */
export interface TextPiece {
  text: string;
  matched: boolean;
}

/** One line of a palette. */
export interface PaletteEntry {
  id: string;
  icon: string;
  title: string;
  /** Beside the title. */
  detail: string;
  /** At the right end. */
  end: string;
}

export interface PaletteGroup<Entry> {
  id: string;
  title: string;
  /** At the right end of the group's title: how many of the found entries are listed. */
  count?: string | undefined;
  entries: readonly Entry[];
}

export interface PaletteDialogProps<Entry extends PaletteEntry> {
  /** Accessible name of the dialog, of its field and of its list. */
  label: string;
  placeholder: string;
  typed: string;
  groups: readonly PaletteGroup<Entry>[];
  /** Result of the search, for screen readers; without entries, the sentence in their place. */
  status: string;
  /** Keys and what they do, below the list. */
  keys: readonly { keys: readonly string[]; text: string }[];
  /** Left edge of the area over which the dialog is centred, in pixels. */
  left?: number;
  /** Splits a text at what was searched for, which is emphasised. */
  piecesOf(text: string): readonly TextPiece[];
  onType(text: string): void;
  /** Called when an entry is chosen; `newTab` with Ctrl or Cmd. */
  onOpen(entry: Entry, newTab: boolean): void;
  onClose(): void;
}

const narrow = '@media (max-width: 767.98px)';
const touch = '@media (pointer: coarse)';

const useStyles = makeStyles({
  surface: {
    position: 'fixed',
    inset: '72px 16px auto',
    boxSizing: 'border-box',
    display: 'flex',
    flexDirection: 'column',
    width: 'auto',
    maxWidth: '640px',
    maxHeight: 'calc(100vh - 88px)',
    margin: '0 auto',
    padding: 0,
    overflow: 'hidden',
    boxShadow: tokens.shadow64,
    [narrow]: { inset: '8px 8px auto 8px', maxHeight: 'calc(100dvh - 16px)' },
    '@media (max-height: 480px)': { top: '8px', maxHeight: 'calc(100dvh - 16px)' },
  },
  backdrop: { backgroundColor: 'transparent' },
  search: {
    flexShrink: 0,
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    padding: '0 16px',
    height: '52px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    color: tokens.colorNeutralForeground3,
  },
  input: {
    flexGrow: 1,
    minWidth: 0,
    height: '100%',
    padding: 0,
    border: 'none',
    outline: 'none',
    background: 'none',
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase400,
    '::placeholder': { color: tokens.colorNeutralForeground3, opacity: 1 },
  },
  results: { flexGrow: 1, minHeight: 0, overflowY: 'auto', padding: '8px', scrollbarWidth: 'thin' },
  heading: {
    display: 'flex',
    justifyContent: 'space-between',
    gap: '8px',
    margin: 0,
    padding: '4px 8px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightSemibold,
  },
  count: { fontWeight: tokens.fontWeightRegular },
  entry: {
    boxSizing: 'border-box',
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    height: '36px',
    padding: '0 8px',
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.colorNeutralForeground1,
    cursor: 'pointer',
    '& svg': { flexShrink: 0, color: tokens.colorNeutralForeground2 },
    [touch]: { height: '44px' },
  },
  active: { backgroundColor: tokens.colorBrandBackground2 },
  title: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  detail: {
    flexGrow: 1,
    flexShrink: 4,
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  end: { flexShrink: 0, maxWidth: '35%', flexGrow: 0, textAlign: 'end' },
  matched: { fontWeight: tokens.fontWeightSemibold, color: tokens.colorBrandForeground2 },
  none: { margin: 0, padding: '16px', color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere' },
  spoken: visuallyHidden,
  foot: {
    flexShrink: 0,
    display: 'flex',
    alignItems: 'center',
    gap: '16px',
    padding: '0 16px',
    height: '38px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground2,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    '& > span': { display: 'flex', alignItems: 'center', gap: '6px' },
    '& > span:last-child': { marginInlineStart: 'auto' },
    [narrow]: { display: 'none' },
    [touch]: { display: 'none' },
    '@media (max-height: 480px)': { display: 'none' },
  },
});

/** A field and the entries found for it, over the page as it is. The keyboard chooses in the list while the field has the focus. */
export function PaletteDialog<Entry extends PaletteEntry>({
  label,
  placeholder,
  typed,
  groups,
  status,
  keys,
  left = 0,
  piecesOf,
  onType,
  onOpen,
  onClose,
}: PaletteDialogProps<Entry>) {
  const styles = useStyles();
  const id = useId();
  const [chosen, setChosen] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const entries = groups.flatMap((group) => group.entries);
  const active = Math.min(chosen, entries.length - 1);
  useFocusReturn();
  useEffect(() => input.current?.focus(), []);
  useLayoutEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);

  function onKeyDown(event: KeyboardEvent) {
    const last = entries.length - 1;
    // A name in the making: its Enter accepts what an input method proposes.
    if (event.nativeEvent.isComposing) return;
    const to: Partial<Record<string, number>> = {
      ArrowDown: active >= last ? 0 : active + 1,
      ArrowUp: active <= 0 ? last : active - 1,
      PageDown: Math.min(last, active + 8),
      PageUp: Math.max(0, active - 8),
    };
    const next = to[event.key];
    const entry = entries[active];
    if (next !== undefined) setChosen(next);
    else if (event.key === 'Enter' && entry) onOpen(entry, event.ctrlKey || event.metaKey);
    else return;
    event.preventDefault();
  }

  const marked = (text: string) =>
    piecesOf(text).map((piece, at) =>
      piece.matched ? (
        <span key={at} className={styles.matched}>
          {piece.text}
        </span>
      ) : (
        <Fragment key={at}>{piece.text}</Fragment>
      ),
    );
  return (
    <Dialog
      open
      onOpenChange={(_, change) => {
        if (!change.open) onClose();
      }}
    >
      <DialogSurface
        className={styles.surface}
        style={{ left: left + 16 }}
        aria-label={label}
        backdrop={{ className: styles.backdrop }}
      >
        <div className={styles.search}>
          <Icon name="search" />
          <input
            ref={input}
            className={styles.input}
            type="text"
            role="combobox"
            aria-expanded={entries.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
            aria-label={label}
            placeholder={placeholder}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => {
              onType(event.target.value);
              setChosen(0);
            }}
            onKeyDown={onKeyDown}
          />
          <Key text="Esc" />
        </div>
        <div
          className={styles.results}
          hidden={entries.length === 0}
          id={`${id}-list`}
          role="listbox"
          aria-label={label}
        >
          {groups.map((group) => (
            <div key={group.id} role="group" aria-labelledby={`${id}-${group.id}`}>
              <p className={styles.heading} role="presentation">
                <span id={`${id}-${group.id}`}>{group.title}</span>
                {group.count !== undefined && <span className={styles.count}>{group.count}</span>}
              </p>
              {group.entries.map((entry) => {
                const at = entries.indexOf(entry);
                return (
                  <div
                    key={entry.id}
                    id={`${id}-${at}`}
                    role="option"
                    tabIndex={-1}
                    aria-selected={at === active}
                    className={mergeClasses(styles.entry, at === active && styles.active)}
                    onPointerMove={() => setChosen(at)}
                    // The field keeps the focus.
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={(event) => onOpen(entry, event.ctrlKey || event.metaKey)}
                  >
                    <Icon name={entry.icon} />
                    <span className={styles.title} title={entry.title}>
                      {marked(entry.title)}
                    </span>
                    <span className={styles.detail}>{marked(entry.detail)}</span>
                    <span className={mergeClasses(styles.detail, styles.end)}>{marked(entry.end)}</span>
                    {at === active && <Key text="Enter" />}
                  </div>
                );
              })}
            </div>
          ))}
        </div>
        <div role="status">
          {entries.length > 0 ? (
            <span className={styles.spoken}>{status}</span>
          ) : (
            <p className={styles.none}>{status}</p>
          )}
        </div>
        <div className={styles.foot} aria-hidden="true">
          {keys.map((one) => (
            <span key={one.text}>
              {one.keys.map((key) => (
                <Key key={key} text={key} />
              ))}
              {one.text}
            </span>
          ))}
        </div>
      </DialogSurface>
    </Dialog>
  );
}
