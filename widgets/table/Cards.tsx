import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { memo } from 'react';
import { Icon, PersonAvatar, ToneBadge } from '../../src/ui/index.ts';
import { drawCell, imageOf } from './cell.tsx';
import type { RowTools } from './Rows.tsx';
import { cardRoles } from './view.ts';
import type { TableView } from './view.ts';

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  card: {
    display: 'flex',
    gap: '12px',
    padding: '12px 4px 12px 16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    '@media (hover: hover)': { ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover } },
  },
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
  part: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
  // A date that is cut says another date.
  whole: { flexShrink: 0 },
  menu: {
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
  },
});

const isDate = (view: TableView, column: number) => view.columns[column]?.cell?.startsWith('date') === true;

/** A meta value; a time says by its icon that it is when the row last changed, and leaves out the hour. */
function Meta({
  view,
  column,
  index,
  tools,
}: {
  view: TableView;
  column: number;
  index: number;
  tools: RowTools;
}) {
  const styles = useStyles();
  const isTime = view.columns[column]?.cell === 'datetime';
  const text = view.text(column, index);
  return (
    <>
      {isTime && <Icon name="history" size={14} label={view.columns[column]?.title ?? ''} />}
      <span className={mergeClasses(styles.part, isDate(view, column) && styles.whole)}>
        {isTime ? text.replace(/ \d\d:\d\d$/, '') : drawCell(view, column, index, tools, null)}
      </span>
    </>
  );
}

const Card = memo(function Card({
  view,
  index,
  tools,
  roles,
}: {
  view: TableView;
  index: number;
  tools: RowTools;
  roles: ReturnType<typeof cardRoles>;
}) {
  const styles = useStyles();
  const name = view.nameOf(index);
  const titleColumn = view.columns[roles.title];
  const title = <span className={styles.twoLines}>{view.text(roles.title, index)}</span>;
  // A missing value has no place in a card: two lines are few.
  const meta = roles.meta.filter((column) => {
    const raw = view.raw(column, index);
    return raw !== null && raw !== undefined && raw !== '';
  });
  const [first, ...others] = meta;
  return (
    <li className={styles.card} data-row={view.keyOf(index)}>
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
                <span key={column}>{drawCell(view, column, index, tools, null)}</span>
              ))}
            </span>
          )}
        </div>
        {first !== undefined && (
          <div className={styles.meta}>
            <Meta view={view} column={first} index={index} tools={tools} />
          </div>
        )}
        {others.length > 0 && (
          <div className={styles.meta}>
            {others.map((column, at) => (
              <span key={column} className={mergeClasses(styles.meta, isDate(view, column) && styles.whole)}>
                {at > 0 && <span aria-hidden="true">·</span>}
                <Meta view={view} column={column} index={index} tools={tools} />
              </span>
            ))}
          </div>
        )}
      </div>
      {view.actions(index).length > 0 && (
        <button
          type="button"
          data-more
          className={styles.menu}
          aria-haspopup="menu"
          aria-label={tools.rowLabel(name)}
          onClick={(event) => tools.openMenu(index, event.currentTarget)}
        >
          ⋯
        </button>
      )}
    </li>
  );
});

/** The rows of narrow screens: title, two lines of meta, the state at the right, the menu under the thumb. */
export function Cards({ view, tools, label }: { view: TableView; tools: RowTools; label: string }) {
  const styles = useStyles();
  const roles = cardRoles(view.columns);
  return (
    <ul className={styles.list} aria-label={label}>
      {view.rows.map((_, index) => (
        <Card key={view.keyOf(index)} view={view} index={index} tools={tools} roles={roles} />
      ))}
    </ul>
  );
}
