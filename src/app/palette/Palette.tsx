/* oxlint-disable jsx-a11y/click-events-have-key-events -- the keys of the list are those of its field */
import { Dialog, DialogSurface, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Fragment, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { Icon, Key, useFocusReturn } from '../../ui/index.ts';
import { useI18n } from '../app-context.ts';
import type { Shell } from '../shell-context.ts';
import { pieces } from './match.ts';
import { useFindings } from './useFindings.ts';
import type { Finding } from './useFindings.ts';

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
  finding: {
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
  spoken: {
    position: 'absolute',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  },
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

/** A text with what was searched for in bold. */
function Marked({ text, query }: { text: string; query: string }) {
  const styles = useStyles();
  return pieces(text, query).map((piece, at) =>
    piece.matched ? (
      <span key={at} className={styles.matched}>
        {piece.text}
      </span>
    ) : (
      <Fragment key={at}>{piece.text}</Fragment>
    ),
  );
}

/** Finds screens, recent records and actions of the open screen by the keyboard, over the page as it is. */
export default function Palette({ shell, onClose }: { shell: Shell; onClose(): void }) {
  const styles = useStyles();
  const { t, find } = useI18n();
  const navigate = useNavigate();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  // Over the middle of the page beside the menu.
  const [left] = useState(() => document.getElementById('content')?.getBoundingClientRect().left ?? 0);
  const groups = useFindings(shell, typed);
  const findings = groups.flatMap((group) => group.findings);
  const active = Math.min(chosen, findings.length - 1);
  const query = typed.trimStart().replace(/^>/, '');
  const ready = find('finder.label') !== null;
  useFocusReturn();
  useEffect(() => input.current?.focus(), [ready]);
  useLayoutEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  if (!ready) return null;

  function open(finding: Finding, newTab: boolean) {
    if (finding.path !== undefined && newTab) {
      window.open(finding.path, '_blank', 'noopener');
      return;
    }
    onClose();
    if (finding.path !== undefined) void navigate(finding.path);
    // The action may open a dialog, which takes the focus after it returned to the page.
    else setTimeout(() => finding.run?.());
  }

  function onKeyDown(event: KeyboardEvent) {
    const last = findings.length - 1;
    // A name in the making: its Enter accepts what an input method proposes.
    if (event.nativeEvent.isComposing) return;
    const to: Partial<Record<string, number>> = {
      ArrowDown: active >= last ? 0 : active + 1,
      ArrowUp: active <= 0 ? last : active - 1,
      PageDown: Math.min(last, active + 8),
      PageUp: Math.max(0, active - 8),
    };
    const next = to[event.key];
    const finding = findings[active];
    if (next !== undefined) setChosen(next);
    else if (event.key === 'Enter' && finding) open(finding, event.ctrlKey || event.metaKey);
    else return;
    event.preventDefault();
  }

  const positionOf = (finding: Finding) => findings.indexOf(finding);
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
        aria-label={t('finder.label')}
        backdrop={{ className: styles.backdrop }}
      >
        <div className={styles.search}>
          <Icon name="search" />
          <input
            ref={input}
            className={styles.input}
            type="text"
            role="combobox"
            aria-expanded={findings.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
            aria-label={t('finder.label')}
            placeholder={t('finder.placeholder')}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setChosen(0);
            }}
            onKeyDown={onKeyDown}
          />
          <Key text="Esc" />
        </div>
        <div
          className={styles.results}
          hidden={findings.length === 0}
          id={`${id}-list`}
          role="listbox"
          aria-label={t('finder.label')}
        >
          {groups.map((group) => (
            <div key={group.id} role="group" aria-labelledby={`${id}-${group.id}`}>
              <p className={styles.heading} role="presentation">
                <span id={`${id}-${group.id}`}>{group.title}</span>
                {group.total > group.findings.length && (
                  <span className={styles.count}>
                    {t('finder.some', { shown: group.findings.length, total: group.total })}
                  </span>
                )}
              </p>
              {group.findings.map((finding) => {
                const at = positionOf(finding);
                return (
                  <div
                    key={finding.id}
                    id={`${id}-${at}`}
                    role="option"
                    tabIndex={-1}
                    aria-selected={at === active}
                    className={mergeClasses(styles.finding, at === active && styles.active)}
                    onPointerMove={() => setChosen(at)}
                    // The field keeps the focus.
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={(event) => open(finding, event.ctrlKey || event.metaKey)}
                  >
                    <Icon name={finding.icon} />
                    <span className={styles.title} title={finding.title}>
                      <Marked text={finding.title} query={query} />
                    </span>
                    <span className={styles.detail}>
                      <Marked text={finding.detail} query={query} />
                    </span>
                    <span className={mergeClasses(styles.detail, styles.end)}>
                      <Marked text={finding.end} query={query} />
                    </span>
                    {at === active && <Key text="Enter" />}
                  </div>
                );
              })}
            </div>
          ))}
        </div>
        <div role="status">
          {findings.length > 0 ? (
            <span className={styles.spoken}>{t('finder.found', { count: findings.length })}</span>
          ) : (
            <p className={styles.none}>
              {query.trim() === '' ? t('finder.empty') : t('finder.none', { query: query.trim() })}
            </p>
          )}
        </div>
        <div className={styles.foot} aria-hidden="true">
          <span>
            <Key text="↑" />
            <Key text="↓" />
            {t('finder.choose')}
          </span>
          <span>
            <Key text="Enter" />
            {t('finder.open')}
          </span>
          <span>
            <Key text="Ctrl Enter" />
            {t('finder.newTab')}
          </span>
          <span>
            <Key text=">" />
            {t('finder.onlyActions')}
          </span>
        </div>
      </DialogSurface>
    </Dialog>
  );
}
