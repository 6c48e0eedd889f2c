import { Overflow, OverflowItem, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { forwardRef } from 'react';
import type { MenuProps } from '../../src/engine/core/index.ts';
import { useText } from '../../src/engine/react/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';
import { CountBadge, Icon, OverflowButton } from '../../src/ui/index.ts';
import { useGroups } from './entries.ts';
import type { Entry, Group } from './entries.ts';

const useStyles = makeStyles({
  nav: { minWidth: 0 },
  columns: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(220px, 100%), 1fr))',
    gap: '4px 16px',
    alignItems: 'start',
    padding: '0 6px 8px',
  },
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  row: { display: 'flex', alignItems: 'center', minWidth: 0, margin: '0 -2px', padding: '2px' },
  // Fluent counts the widths of items, but neither a gap between them nor what is not an item.
  inRow: {
    display: 'flex',
    alignItems: 'center',
    flexShrink: 0,
    paddingInlineEnd: '4px',
    listStyleType: 'none',
  },
  heading: {
    margin: 0,
    padding: '12px 10px 4px',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground3,
  },
  separator: {
    flexShrink: 0,
    width: '1px',
    height: '20px',
    margin: '0 8px 0 4px',
    backgroundColor: tokens.colorNeutralStroke2,
  },
  entry: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    boxSizing: 'border-box',
    width: '100%',
    minHeight: '32px',
    padding: '4px 10px',
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorTransparentBackground,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    color: tokens.colorNeutralForeground2,
    textAlign: 'start',
    textDecorationLine: 'none',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover, color: tokens.colorNeutralForeground1 },
    ':active': { backgroundColor: tokens.colorSubtleBackgroundPressed },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
    '@media (pointer: coarse)': { minHeight: '44px' },
  },
  entryInRow: { width: 'auto', whiteSpace: 'nowrap' },
  current: {
    backgroundColor: tokens.colorNeutralBackground1Selected,
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightSemibold,
    '::before': {
      content: '""',
      position: 'absolute',
      insetInlineStart: 0,
      top: '8px',
      bottom: '8px',
      width: '3px',
      borderRadius: tokens.borderRadiusCircular,
      backgroundColor: tokens.colorBrandStroke1,
    },
  },
  currentInRow: {
    '::before': {
      top: 'auto',
      bottom: 0,
      insetInlineStart: '10px',
      insetInlineEnd: '10px',
      width: 'auto',
      height: '3px',
    },
  },
  words: { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' },
});

interface MenuEntryProps {
  entry: Entry;
  inRow?: boolean;
  onPress: (id: string) => void;
}

interface RowEntryProps extends MenuEntryProps {
  /** Whether it is the first of a group after another. */
  separated: boolean;
}

/** An entry: a link, or a button where it has no address. */
function MenuEntry({ entry, inRow, onPress }: MenuEntryProps) {
  const styles = useStyles();
  const shared = {
    className: mergeClasses(
      styles.entry,
      inRow && styles.entryInRow,
      entry.current && styles.current,
      entry.current && inRow && styles.currentInRow,
    ),
    ...(entry.current ? { 'aria-current': 'page' as const } : {}),
  };
  const content = (
    <>
      {entry.icon && <Icon name={entry.icon} />}
      <span className={styles.words}>{entry.text}</span>
      {entry.count > 0 && <CountBadge count={entry.count} look="quiet" />}
    </>
  );
  if (entry.link) {
    return (
      <a {...shared} {...entry.link}>
        {content}
      </a>
    );
  }
  return (
    <button {...shared} type="button" onClick={() => onPress(entry.id)}>
      {content}
    </button>
  );
}

/** Fluent's overflow measures its items by a reference. */
const RowEntry = forwardRef<HTMLLIElement, RowEntryProps>(function RowEntry({ separated, ...props }, ref) {
  const styles = useStyles();
  return (
    <li ref={ref} className={styles.inRow}>
      {separated && <span aria-hidden="true" className={styles.separator} />}
      <MenuEntry {...props} inRow />
    </li>
  );
});

interface ListProps {
  groups: readonly Group[];
  onPress: (id: string) => void;
}

function Row({ groups, onPress }: ListProps) {
  const styles = useStyles();
  const t = useText();
  const entries = groups.flatMap((group) => group.entries);
  return (
    <Overflow minimumVisible={1} padding={8}>
      <ul className={styles.row}>
        {groups.flatMap((group, index) =>
          group.entries.map((entry, at) => (
            <OverflowItem key={entry.id} id={entry.id} priority={entry.current ? 2 : 1}>
              <RowEntry entry={entry} separated={index > 0 && at === 0} onPress={onPress} />
            </OverflowItem>
          )),
        )}
        <li className={styles.inRow}>
          <OverflowButton
            entries={entries}
            label={(count) => t('widgets.menu.more', { count })}
            onSelect={onPress}
          />
        </li>
      </ul>
    </Overflow>
  );
}

function Column({ groups, onPress }: ListProps) {
  const styles = useStyles();
  return groups.map((group) => (
    <div key={group.id}>
      {group.title !== undefined && <p className={styles.heading}>{group.title}</p>}
      <ul className={styles.list} aria-label={group.title}>
        {group.entries.map((entry) => (
          <li key={entry.id}>
            <MenuEntry entry={entry} onPress={onPress} />
          </li>
        ))}
      </ul>
    </div>
  ));
}

/** Navigation entries. Renders nothing when the person may use none of them. */
export default function Menu({ id, props, fire }: WidgetProps<MenuProps>) {
  const styles = useStyles();
  const groups = useGroups(props);
  if (groups.length === 0) return null;
  const List = props.direction === 'horizontal' ? Row : Column;
  return (
    <nav
      id={id}
      className={mergeClasses(styles.nav, props.direction === 'columns' && styles.columns)}
      aria-label={props.label || undefined}
    >
      <List groups={groups} onPress={(entry) => void fire('press', entry)} />
    </nav>
  );
}
