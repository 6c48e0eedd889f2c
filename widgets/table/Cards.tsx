import { makeResetStyles, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Fragment, memo, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { isBlank, useText } from '../../src/engine/react/index.ts';
import { Icon, PersonAvatar, ToneBadge } from '../../src/ui/index.ts';
import { imageOf, renderCell } from './cell-content.tsx';
import { cardRoles, orderField, orderText, parseOrder } from './columns.ts';
import type { Column, Order } from './columns.ts';
import { windowedAbove } from './lines.ts';
import type { Lines } from './lines.ts';
import { Range } from './Pager.tsx';
import type { PagerProps } from './Pager.tsx';
import type { RowFeatures, RowTools } from './Rows.tsx';
import { focusRing } from './styles.ts';
import { sameRow } from './view.ts';
import type { TableView } from './view.ts';

const coarse = '@media (pointer: coarse)';

// One class each: as atomic classes they take three times the bytes.
const useCard = makeResetStyles({
  display: 'flex',
  gap: '12px',
  padding: '12px 4px 12px 16px',
  borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  '@media (hover: hover)': { ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover } },
  // Cards out of view cost no layout; this height counts until one was in view.
  contentVisibility: 'auto',
  containIntrinsicBlockSize: 'auto 84px',
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
  body: { flex: '1 1 0', minWidth: 0 },
  title: { display: 'flex', alignItems: 'center', gap: '8px', minHeight: '22px' },
  names: {
    display: 'flex',
    flex: '1 1 0',
    minWidth: 0,
    alignItems: 'center',
    gap: '8px',
    fontWeight: tokens.fontWeightSemibold,
  },
  // The name shrinks, and the badges beside it do not.
  name: { flex: '0 9999 auto', minWidth: 0 },
  twoLines: {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 2,
    overflow: 'hidden',
    overflowWrap: 'anywhere',
  },
  state: { display: 'flex', flexShrink: 0, gap: '6px' },
  meta: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    minWidth: 0,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase300,
    color: tokens.colorNeutralForeground3,
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
  },
  // With many columns the further values take as many lines as they need: nothing is cut.
  others: { flexWrap: 'wrap' },
  value: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
  // The column's head names the node where there are columns.
  node: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '12px' },
  label: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
  // A date that is cut reads as another date.
  whole: { flexShrink: 0 },
  head: {
    display: 'flex',
    flexShrink: 0,
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '12px',
    minHeight: '32px',
    padding: '0 16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
    [coarse]: { minHeight: '44px' },
  },
  order: {
    // As wide as the selected text, where the browser supports it.
    fieldSizing: 'content',
    minWidth: 0,
    minHeight: '24px',
    marginInlineStart: '-4px',
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: 'inherit',
    fontFamily: 'inherit',
    fontSize: 'inherit',
    textOverflow: 'ellipsis',
    ':focus-visible': focusRing,
    [coarse]: { minHeight: '44px' },
  },
});

/** Bar above the cards: selects the order, as cards have no heads to press, and shows the range of rows on the page. */
export function CardsHead({
  columns,
  order,
  paging,
  onOrder,
}: {
  columns: readonly Column[];
  order: Order | null;
  paging: Pick<PagerProps, 'page' | 'perPage' | 'total'> | null;
  onOrder(order: Order): void;
}) {
  const styles = useStyles();
  const t = useText();
  const sortable = columns.filter((column) => column.sort);
  if (sortable.length === 0 && !paging) return null;
  const current = order ? orderText(order) : '';
  return (
    <div className={styles.head}>
      {sortable.length > 0 ? (
        <select
          className={styles.order}
          aria-label={t('widgets.table.order')}
          value={current}
          onChange={(event) => {
            const next = parseOrder(event.currentTarget.value);
            if (next) onOrder(next);
          }}
        >
          {!sortable.some((column) => orderField(column) === order?.field) && (
            <option value={current}>{t('widgets.table.order')}</option>
          )}
          {sortable.flatMap((column) =>
            [false, true].map((descending) => {
              const value = orderText({ field: orderField(column), descending });
              return (
                <option key={value} value={value}>
                  {t(descending ? 'widgets.table.sortedDescending' : 'widgets.table.sortedAscending', {
                    column: column.title,
                  })}
                </option>
              );
            }),
          )}
        </select>
      ) : (
        <span />
      )}
      {paging && (
        <span role="status">
          <Range {...paging} />
        </span>
      )}
    </div>
  );
}

/** Features of cards. */
export interface CardFeatures extends RowFeatures {
  cardLead: ((row: number, flags: number) => ReactNode) | null;
  /** Below the last card. */
  cardFooter: ReactNode;
}

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

function CardContent({ view, index, line, tools, roles, flags, state, lead }: CardProps) {
  const styles = useStyles();
  const card = useCard();
  const menu = useMenu();
  const { tabIndex } = tools;
  const cell = (column: number): ReactNode => {
    const plain = () => renderCell(view, column, index, tools, false);
    return tools.renderCell
      ? tools.renderCell({ view, column, index, flags, state, tabIndex, plain })
      : plain();
  };
  /** A value below the title; a time is marked by its icon as the last change, and its hour left out. */
  const metaValue = (column: number) => {
    const kind = cellKind(view, column);
    return (
      <>
        {kind === 'datetime' && <Icon name="history" size={14} label={view.columns[column]?.title ?? ''} />}
        <span className={mergeClasses(styles.value, kind.startsWith('date') && styles.whole)}>
          {kind === 'datetime' ? view.text(column, index).replace(/ \d\d:\d\d$/, '') : cell(column)}
        </span>
      </>
    );
  };
  const name = view.nameOf(index);
  const hasNode = (column: number) => view.columns[column]?.child !== undefined;
  const title = hasNode(roles.title) ? (
    cell(roles.title)
  ) : (
    <span className={styles.twoLines}>{view.text(roles.title, index)}</span>
  );
  // A missing value takes no room: a card has few lines.
  const [first, ...others] = roles.meta.filter(
    (column) => !hasNode(column) && !isBlank(view.raw(column, index)),
  );
  return (
    <li className={card} data-row={view.keyOf(index)} data-line={line}>
      {lead?.(index, flags)}
      {cellKind(view, roles.title) === 'avatar' && (
        <PersonAvatar decorative size={40} name={name} image={imageOf(view, roles.title, index)} />
      )}
      <div className={styles.body}>
        <div className={styles.title}>
          <div className={styles.names}>
            {tools.press && !hasNode(roles.title) ? (
              <button
                type="button"
                className={`${tools.styles.link} ${styles.name}`}
                onClick={() => tools.press?.(index)}
              >
                {title}
              </button>
            ) : (
              <span className={styles.name}>{title}</span>
            )}
            {view.badges(roles.title, index).map((badge) => (
              <ToneBadge key={badge.text} tone={badge.tone ?? 'neutral'} text={badge.text} />
            ))}
          </div>
          {roles.state.length > 0 && (
            <span className={styles.state}>
              {roles.state.map((column) => (
                <span key={column}>{cell(column)}</span>
              ))}
            </span>
          )}
        </div>
        {first !== undefined && <div className={styles.meta}>{metaValue(first)}</div>}
        {others.length > 0 && (
          <div className={mergeClasses(styles.meta, styles.others)}>
            {others.map((column, at) => (
              <span
                key={column}
                className={mergeClasses(
                  styles.meta,
                  cellKind(view, column).startsWith('date') && styles.whole,
                )}
              >
                {metaValue(column)}
                {at < others.length - 1 && <span aria-hidden="true">·</span>}
              </span>
            ))}
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

/** Rows on narrow screens: the title, its values in lines below it, the state and the menu button at the end. */
export function Cards({
  view,
  lines,
  tools,
  label,
  features,
}: {
  view: TableView;
  lines: Lines;
  tools: RowTools;
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
      <ul className={styles.list} aria-label={label}>
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
              flags={features?.flagsOf(index) ?? 0}
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
