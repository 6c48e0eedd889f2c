import { makeResetStyles, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Fragment, memo, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { isBlank, useText } from '../../src/engine/react/index.ts';
import { PersonAvatar, ToneBadge } from '../../src/ui/index.ts';
import { imageOf, renderCell } from './cell-content.tsx';
import { cardRoles, priorityOf } from './columns.ts';
import { windowedAbove } from './lines.ts';
import type { Lines } from './lines.ts';
import { currentFlag, rowFlags } from './Rows.tsx';
import type { RowFeatures, RowTools } from './Rows.tsx';
import { focusRing } from './styles.ts';
import { sameRow } from './view.ts';
import type { TableView } from './view.ts';

// One class each: as atomic classes they take three times the bytes.
const useCard = makeResetStyles({
  position: 'relative',
  boxSizing: 'border-box',
  display: 'flex',
  alignItems: 'center',
  gap: '12px',
  minHeight: '76px',
  padding: '8px 4px 8px 16px',
  borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  backgroundColor: tokens.colorNeutralBackground1,
  '@media (hover: hover)': { ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover } },
  // Controls of their own lie above the button of the name, which covers the card.
  '& a, & label, & [data-more]': { position: 'relative', zIndex: 1 },
});

/** The name, alone in its line. */
const useName = makeResetStyles({
  display: 'block',
  maxWidth: '100%',
  padding: 0,
  border: 'none',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  backgroundColor: 'transparent',
  color: 'inherit',
  fontFamily: 'inherit',
  fontSize: tokens.fontSizeBase300,
  lineHeight: tokens.lineHeightBase300,
  fontWeight: tokens.fontWeightSemibold,
  textAlign: 'start',
  outlineStyle: 'none',
});

const useFurther = makeResetStyles({
  width: '100%',
  minHeight: '44px',
  border: 'none',
  backgroundColor: 'transparent',
  color: tokens.colorBrandForegroundLink,
  font: 'inherit',
  cursor: 'pointer',
  ':focus-visible': focusRing,
});

const useMenu = makeResetStyles({
  alignSelf: 'center',
  flexShrink: 0,
  width: '44px',
  height: '44px',
  padding: 0,
  border: 'none',
  borderRadius: tokens.borderRadiusMedium,
  backgroundColor: 'transparent',
  color: tokens.colorNeutralForeground2,
  fontSize: tokens.fontSizeBase500,
  lineHeight: 1,
  cursor: 'pointer',
  '@media (hover: hover)': { ':hover': { backgroundColor: tokens.colorNeutralBackground1Pressed } },
  ':focus-visible': focusRing,
});

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  // Cards out of view cost no layout; this height counts until one was in view.
  long: { '& > li': { contentVisibility: 'auto', containIntrinsicBlockSize: 'auto 76px' } },
  selected: { backgroundColor: tokens.colorBrandBackground2 },
  body: { flex: '1 1 0', minWidth: 0 },
  // The button of the name reaches over the whole card.
  press: {
    cursor: 'pointer',
    '::after': { content: '""', position: 'absolute', inset: 0 },
    ':focus-visible::after': focusRing,
  },
  line: {
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    minWidth: 0,
    minHeight: '18px',
    overflow: 'hidden',
    fontSize: tokens.fontSizeBase200,
    lineHeight: '18px',
    color: tokens.colorNeutralForeground3,
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
  },
  // Where the card opens no record, nothing of it is left out.
  whole: { flexWrap: 'wrap' },
  value: {
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
  following: { '& + &::before': { content: '"·"', marginInlineEnd: '6px' } },
  // A line that wraps ends with the point: none begins with it.
  followed: { ':not(:last-child)::after': { content: '"·"', marginInlineStart: '6px' } },
  after: { '::before': { content: '"·"', marginInlineEnd: '6px' } },
  state: { display: 'flex', flexShrink: 0, gap: '6px' },
  atEnd: { marginInlineStart: 'auto' },
  badge: { flexShrink: 0, maxWidth: '100%' },
  titled: { display: 'inline-flex', alignItems: 'center', gap: '4px' },
  // The column's head names the node where there are columns.
  node: {
    position: 'relative',
    zIndex: 1,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '12px',
  },
  label: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
  // The other values make room first: a date that is cut reads as another date.
  date: { flexShrink: 0.0001 },
  // Where only a date could make room, it has its place or none.
  dateOrNone: { flexWrap: 'wrap', height: '18px' },
});

/** Features of cards. */
export interface CardFeatures extends RowFeatures {
  cardLead: ((row: number, flags: number) => ReactNode) | null;
  /** Below the last card. */
  cardFooter: ReactNode;
}

/** A number, or a yes or no, means nothing without its title; of other values their column says so. */
const needsTitle = (view: TableView, column: number, index: number): boolean =>
  view.columns[column]?.labelled === true ||
  typeof view.raw(column, index) === 'boolean' ||
  cellKind(view, column) === 'number';

const cellKind = (view: TableView, column: number) => view.columns[column]?.cell ?? '';

interface CardProps {
  view: TableView;
  index: number;
  line: number;
  tools: RowTools;
  roles: ReturnType<typeof cardRoles>;
  flags: number;
  state: unknown;
  lead: CardFeatures['cardLead'];
}

/** Most values in the third line of a card that opens its record; a badge and a second state take the place of one each. */
const mostOthers = 2;

/** Values below the name: the most important one, and the others in the order of the columns. */
function cardLines(
  view: TableView,
  meta: readonly number[],
  index: number,
  pressable: boolean,
  taken: number,
  hasNode: (column: number) => boolean,
): { first: number | undefined; others: number[] } {
  const priority = (column: number) => priorityOf(view.columns[column]);
  const [first, ...others] = meta
    .filter((column) => !hasNode(column) && !isBlank(view.raw(column, index)))
    .sort((a, b) => priority(a) - priority(b));
  const shown = pressable ? others.slice(0, Math.max(0, mostOthers - taken)) : others;
  return { first, others: shown.sort((a, b) => a - b) };
}

function CardContent({ view, index, line, tools, roles, flags, state, lead }: CardProps) {
  const styles = useStyles();
  const card = useCard();
  const nameClass = useName();
  const menu = useMenu();
  const { tabIndex } = tools;
  const cell = (column: number): ReactNode => {
    const plain = () => renderCell(view, column, index, tools, false);
    return tools.renderCell
      ? tools.renderCell({ view, column, index, flags, state, tabIndex, plain })
      : plain();
  };
  /** A value below the title; a time is marked by its icon as the last change, and its hour left out. */
  const hasNode = (column: number) => view.columns[column]?.child !== undefined;
  /** A list is read by the day; the record has the time. */
  const metaValue = (column: number): ReactNode =>
    cellKind(view, column) === 'datetime' && view.columns[column]?.precise !== true
      ? view.text(column, index).replace(/ \d\d:\d\d$/, '')
      : titled(column);
  const titled = (column: number): ReactNode =>
    needsTitle(view, column, index) ? (
      <span className={styles.titled}>
        {`${view.columns[column]?.title}: `}
        {cell(column)}
      </span>
    ) : (
      cell(column)
    );
  const name = view.nameOf(index);
  const badges = view.badges(roles.title, index);
  const pressable = tools.press !== null;
  const taken = (badges.length > 0 ? 1 : 0) + Math.max(0, roles.state.length - 1);
  // A missing value takes no room: a card has few lines.
  const { first, others } = cardLines(view, roles.meta, index, pressable, taken, hasNode);
  const states = roles.state.length > 0 && (
    <span className={styles.state}>
      {roles.state.map((column) => (
        <span key={column}>{titled(column)}</span>
      ))}
    </span>
  );
  const isDate = (column: number) => cellKind(view, column).startsWith('date');
  const third = badges.length > 0 || others.length > 0;
  const title = hasNode(roles.title) ? cell(roles.title) : view.text(roles.title, index);
  const value = (column: number, after: boolean) => (
    <span
      key={column}
      className={mergeClasses(
        styles.value,
        pressable ? styles.following : styles.followed,
        pressable && after && styles.after,
        isDate(column) && styles.date,
      )}
    >
      {metaValue(column)}
    </span>
  );
  return (
    <li
      className={mergeClasses(
        card,
        (flags & (rowFlags.selected | rowFlags.current)) !== 0 && styles.selected,
      )}
      {...(flags & rowFlags.current ? { 'aria-current': true } : {})}
      data-row={view.keyOf(index)}
      data-line={line}
    >
      {lead?.(index, flags)}
      {cellKind(view, roles.title) === 'avatar' && (
        <PersonAvatar decorative size={40} name={name} image={imageOf(view, roles.title, index)} />
      )}
      <div className={styles.body}>
        {pressable && !hasNode(roles.title) ? (
          <button
            type="button"
            className={mergeClasses(nameClass, styles.press)}
            onClick={() => tools.press?.(index)}
          >
            {title}
          </button>
        ) : (
          <span className={nameClass}>{title}</span>
        )}
        {(first !== undefined || (!third && states)) && (
          <div className={styles.line}>
            {first !== undefined && value(first, false)}
            {!third && states && (
              <span className={first === undefined ? undefined : styles.atEnd}>{states}</span>
            )}
          </div>
        )}
        {third && (
          <div
            className={mergeClasses(
              styles.line,
              pressable && others.every(isDate) && styles.dateOrNone,
              !pressable && styles.whole,
            )}
          >
            {states}
            {badges.map((badge) => (
              <span key={badge.text} className={styles.badge}>
                <ToneBadge tone={badge.tone ?? 'neutral'} text={badge.text} />
              </span>
            ))}
            {others.map((column, at) => value(column, at === 0 && (states !== false || badges.length > 0)))}
          </div>
        )}
        {roles.meta.filter(hasNode).map((column) => (
          <div key={column} className={styles.node}>
            <span className={styles.label}>{view.columns[column]?.title}</span>
            {cell(column)}
          </div>
        ))}
      </div>
      {view.actions(index).length > 0 && (
        <button
          type="button"
          data-more
          className={menu}
          aria-haspopup="menu"
          aria-label={tools.rowLabel(name)}
          onClick={(event) => tools.openMenu(index, event.currentTarget)}
        >
          ⋯
        </button>
      )}
    </li>
  );
}

const Card = memo(
  CardContent,
  (before, after) =>
    before.index === after.index &&
    before.line === after.line &&
    before.tools === after.tools &&
    before.flags === after.flags &&
    before.state === after.state &&
    sameRow(before.view, after.view, after.index),
);

/**
 * Number of cards from which those out of view are not laid out. The browser asks of each whether it is near the view, in each
 * frame of a scroll: on a page of many short lists this costs more than it saves.
 */
const longFrom = 25;

/** Rows on narrow screens: the name alone, a line of meta, a line with state, badges and what meta is left. */
export function Cards({
  view,
  lines,
  tools,
  current,
  label,
  features,
}: {
  view: TableView;
  lines: Lines;
  tools: RowTools;
  /** Key of the row that is open beside the list. */
  current: string | null;
  label: string;
  features: CardFeatures | null;
}) {
  const styles = useStyles();
  const further = useFurther();
  const t = useText();
  const [limit, setLimit] = useState(windowedAbove);
  const cardTools = useMemo<RowTools>(() => ({ ...tools, tabIndex: undefined }), [tools]);
  const roles = cardRoles(view.columns);
  const count = Math.min(lines.count, limit);
  return (
    <>
      <ul className={mergeClasses(styles.list, count >= longFrom && styles.long)} aria-label={label}>
        {Array.from({ length: count }, (_, line) => {
          const index = lines.rowOf(line);
          return lines.kind(line) === 'row' ? (
            <Card
              key={view.keyOf(index)}
              view={view}
              index={index}
              line={line}
              tools={cardTools}
              roles={roles}
              flags={(features?.flagsOf(index) ?? 0) + currentFlag(view.keyOf(index), current)}
              state={features?.stateOf(index)}
              lead={features?.cardLead ?? null}
            />
          ) : (
            <Fragment key={lines.keyOf(line)}>{features?.renderLine(line, 'card')}</Fragment>
          );
        })}
      </ul>
      {count < lines.count && (
        <button type="button" className={further} onClick={() => setLimit(limit + windowedAbove)}>
          {t('widgets.table.further', { count: lines.count - count })}
        </button>
      )}
      {features?.cardFooter}
    </>
  );
}
