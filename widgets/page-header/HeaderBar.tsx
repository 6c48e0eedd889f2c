import { makeStyles, tokens } from '@fluentui/react-components';
import type { PageHeaderProps } from '../../src/engine/core/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';
import { collapsedButtons, SkeletonItem } from '../../src/ui/index.ts';
import { BackLink } from './BackLink.tsx';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px 16px',
    boxSizing: 'border-box',
    flexGrow: 1,
    minWidth: 0,
    minHeight: '52px',
    padding: '4px 12px 4px 20px',
    backgroundColor: tokens.colorNeutralBackground1,
    '@media (max-width: 767.98px)': {
      flexWrap: 'wrap',
      padding: '4px 16px',
      rowGap: '4px',
      columnGap: '8px',
    },
  },
  // Group after the title: as wide as its content, before the free room.
  heading: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minWidth: 0,
    flex: '0 1 auto',
    maxWidth: 'max(60%, 200px)',
    '@media (max-width: 767.98px)': { gap: '4px', flexShrink: 1, maxWidth: '100%' },
  },
  titles: { display: 'flex', alignItems: 'baseline', gap: '8px', minWidth: 0, overflow: 'hidden' },
  // The whole subtitle gives way before the title is cut.
  title: {
    margin: 0,
    flexShrink: 0,
    maxWidth: '100%',
    overflow: 'hidden',
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  // The state needs the room more.
  subtitle: {
    '@media (max-width: 1023.98px)': { display: 'none' },
    margin: 0,
    overflow: 'hidden',
    minWidth: 0,
    color: tokens.colorNeutralForeground3,
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  // The meta gives way: what has no room in its line is left out, and a single text is shortened.
  meta: {
    display: 'flex',
    flex: '1 1 0',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 8px',
    minWidth: 0,
    maxHeight: '24px',
    overflow: 'hidden',
    '& > p, & > span, & > div': {
      flexShrink: 0,
      maxWidth: '100%',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
    },
  },
  actions: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px',
    marginInlineStart: 'auto',
    '@media (max-width: 767.98px)': { columnGap: '4px', ...collapsedButtons },
  },
});

/** The bar of a work surface: one line with its name, its state and its buttons. */
export function HeaderBar({ id, props, slots, childItems, children }: WidgetProps<PageHeaderProps>) {
  const styles = useStyles();
  return (
    <header id={id} className={styles.root}>
      <div className={styles.heading}>
        <BackLink to={props.back} />
        <div className={styles.titles}>
          <h1 className={styles.title}>{props.title || <SkeletonItem width={144} height={22} />}</h1>
          {props.subtitle && <p className={styles.subtitle}>{props.subtitle}</p>}
        </div>
      </div>
      {slots.meta && <div className={styles.meta}>{slots.meta.map(({ element }) => element)}</div>}
      {childItems.length > 0 && <div className={styles.actions}>{children}</div>}
    </header>
  );
}
