import { makeResetStyles, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Fragment, memo, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useText } from '../../src/engine/react/index.ts';
import { Icon, PersonAvatar, ToneBadge } from '../../src/ui/index.ts';
import { drawCell, imageOf } from './cell.tsx';
import type { RowTools } from './Line.tsx';
import { windowedAbove } from './lines.ts';
import type { Lines } from './lines.ts';
import { cardRoles, sameRow } from './view.ts';
import type { TableView } from './view.ts';

// One class each: in parts they weigh three times as much.
const useCard = makeResetStyles({
  display: 'flex',
  gap: '12px',
  padding: '12px 4px 12px 16px',
  borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  '@media (hover: hover)': { ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover } },
  // Cards out of sight cost no layout; the height stands in until one was in sight.
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
  ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
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
  ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
});

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  body: { flex: '1 1 0', minWidth: 0 },
  head: { display: 'flex', alignItems: 'center', gap: '8px', minHeight: '22px' },
  title: {
    display: 'flex',
    flex: '1 1 0',
    minWidth: 0,
    alignItems: 'center',
    gap: '8px',
    fontWeight: tokens.fontWeightSemibold,
  },
  // The badges beside it keep their words; the name gives way.
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
  // With many columns what stands after the first line takes as many as it needs: nothing is cut.
  others: { flexWrap: 'wrap' },
  part: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
  // A date that is cut says another date.
  whole: { flexShrink: 0 },
});

/** What the full table adds to cards. */
export interface CardExtras {
  markOf(row: number): number;
  patchOf(row: number): unknown;
  block(line: number, as: 'line' | 'card'): ReactNode;
  cardLead: ((row: number, mark: number) => ReactNode) | null;
  /** Below the last card. */
  cardFoot: ReactNode;
}

const isDate = (view: TableView, column: number) => view.columns[column]?.cell?.startsWith('date') === true;

/** A meta value; a time says by its icon that it is when the row last changed, and leaves out the hour. */
function Meta({
  view,
  column,
  index,
  draw,
}: {
  view: TableView;
  column: number;
  index: number;
  draw: (column: number) => ReactNode;
}) {
  const styles = useStyles();
  const isTime = view.columns[column]?.cell === 'datetime';
  const text = view.text(column, index);
  return (
    <>
      {isTime && <Icon name="history" size={14} label={view.columns[column]?.title ?? ''} />}
      <span className={mergeClasses(styles.part, isDate(view, column) && styles.whole)}>
        {isTime ? text.replace(/ \d\d:\d\d$/, '') : draw(column)}
      </span>
    </>
  );
}

interface CardProps {
  view: TableView;
  index: number;
  line: number;
  tools: RowTools;
  roles: ReturnType<typeof cardRoles>;
  mark: number;
  patch: unknown;
  lead: ((row: number, mark: number) => ReactNode) | null;
}

function DrawnCard({ view, index, line, tools, roles, mark, patch, lead }: CardProps) {
  const styles = useStyles();
  const card = useCard();
  const menu = useMenu();
  const name = view.nameOf(index);
  const titleColumn = view.columns[roles.title];
  const draw = (column: number): ReactNode => {
    const usual = () => drawCell(view, column, index, tools, null);
    return tools.draw ? tools.draw({ view, column, index, mark, patch, stop: tools.stop, usual }) : usual();
  };
  const title = <span className={styles.twoLines}>{view.text(roles.title, index)}</span>;
  // A missing value has no place in a card: two lines are few.
  const meta = roles.meta.filter((column) => {
    const raw = view.raw(column, index);
    return raw !== null && raw !== undefined && raw !== '';
  });
  const [first, ...others] = meta;
  return (
    <li className={card} data-row={view.keyOf(index)} data-line={line}>
      {lead?.(index, mark)}
      {titleColumn?.cell === 'avatar' && (
        <PersonAvatar decorative size={40} name={name} image={imageOf(view, roles.title, index)} />
      )}
      <div className={styles.body}>
        <div className={styles.head}>
          <div className={styles.title}>
            {tools.press ? (
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
                <span key={column}>{draw(column)}</span>
              ))}
            </span>
          )}
        </div>
        {first !== undefined && (
          <div className={styles.meta}>
            <Meta view={view} column={first} index={index} draw={draw} />
          </div>
        )}
        {others.length > 0 && (
          <div className={mergeClasses(styles.meta, styles.others)}>
            {others.map((column, at) => (
              <span key={column} className={mergeClasses(styles.meta, isDate(view, column) && styles.whole)}>
                <Meta view={view} column={column} index={index} draw={draw} />
                {at < others.length - 1 && <span aria-hidden="true">·</span>}
              </span>
            ))}
          </div>
        )}
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
  DrawnCard,
  (before, after) =>
    before.index === after.index &&
    before.line === after.line &&
    before.tools === after.tools &&
    before.mark === after.mark &&
    before.patch === after.patch &&
    sameRow(before.view, after.view, after.index),
);

/** The rows of narrow screens: title, two lines of meta, the state at the right, the menu under the thumb. */
export function Cards({
  view,
  lines,
  tools,
  label,
  extras,
}: {
  view: TableView;
  lines: Lines;
  tools: RowTools;
  label: string;
  extras: CardExtras | null;
}) {
  const styles = useStyles();
  const further = useFurther();
  const t = useText();
  const [shown, setShown] = useState(windowedAbove);
  const inCards = useMemo<RowTools>(() => ({ ...tools, stop: undefined }), [tools]);
  const roles = cardRoles(view.columns);
  const count = Math.min(lines.count, shown);
  const cards: ReactNode[] = [];
  for (let line = 0; line < count; line++) {
    const index = lines.rowOf(line);
    cards.push(
      lines.kind(line) === 'row' ? (
        <Card
          key={view.keyOf(index)}
          view={view}
          index={index}
          line={line}
          tools={inCards}
          roles={roles}
          mark={extras?.markOf(index) ?? 0}
          patch={extras?.patchOf(index)}
          lead={extras?.cardLead ?? null}
        />
      ) : (
        <Fragment key={lines.keyOf(line)}>{extras?.block(line, 'card')}</Fragment>
      ),
    );
  }
  return (
    <>
      <ul className={styles.list} aria-label={label}>
        {cards}
      </ul>
      {count < lines.count && (
        <button type="button" className={further} onClick={() => setShown(shown + windowedAbove)}>
          {t('widgets.table.further', { count: lines.count - count })}
        </button>
      )}
      {extras?.cardFoot}
    </>
  );
}
