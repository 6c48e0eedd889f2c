import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { PageHeaderProps } from '../../src/engine/core/index.ts';
import { useLinkTo, useText } from '../../src/engine/react/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';
import { collapsedButtons, Icon } from '../../src/ui/index.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexShrink: 0,
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px 16px',
    '@media (max-width: 767.98px)': { columnGap: '8px' },
    paddingTop: '16px',
    minHeight: '32px',
  },
  bar: {
    boxSizing: 'border-box',
    flexGrow: 1,
    flexShrink: 1,
    flexWrap: 'nowrap',
    minWidth: 0,
    minHeight: '52px',
    padding: '4px 12px 4px 20px',
    backgroundColor: tokens.colorNeutralBackground1,
    '@media (max-width: 767.98px)': { flexWrap: 'wrap', padding: '4px 16px', rowGap: '4px' },
  },
  barTitles: { display: 'flex', alignItems: 'baseline', gap: '8px' },
  barTitle: {
    overflow: 'hidden',
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  barSubtitle: {
    '@media (max-width: 767.98px)': { display: 'none' },
    overflow: 'hidden',
    flexShrink: 1000,
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  // What follows the title in a bar: as wide as its content, before the free room.
  barHeading: {
    flex: '0 0 auto',
    maxWidth: 'max(60%, 200px)',
    '@media (max-width: 767.98px)': { flexShrink: 1, maxWidth: '100%' },
  },
  meta: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px 8px',
    minWidth: 0,
    overflow: 'hidden',
    '& > p, & > span, & > div': { flexShrink: 0, whiteSpace: 'nowrap' },
    '@media (max-width: 767.98px)': { flex: '1 1 0', flexWrap: 'wrap', maxHeight: '24px' },
  },
  // In a bar the meta gives way: what has no room in its line is left out, and a single text is shortened.
  barMeta: {
    flex: '1 1 0',
    flexWrap: 'wrap',
    maxHeight: '24px',
    '& > p, & > span, & > div': { maxWidth: '100%', overflow: 'hidden', textOverflow: 'ellipsis' },
  },
  end: { marginInlineStart: 'auto' },
  heading: { display: 'flex', alignItems: 'center', gap: '8px', minWidth: 0, flex: '1 1 120px' },
  // A back link and three buttons leave the title little room.
  headingWithBack: {
    '@media (max-width: 767.98px)': {
      gap: '4px',
      '& h1': { fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400 },
    },
  },
  back: {
    display: 'grid',
    placeItems: 'center',
    width: '32px',
    height: '32px',
    marginLeft: '-8px',
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.colorNeutralForeground2,
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
    '@media (pointer: coarse)': { width: '44px', height: '44px' },
  },
  titles: { minWidth: 0 },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
    overflowWrap: 'anywhere',
    // On narrow screens the title has at most two lines.
    '@media (max-width: 767.98px)': {
      display: '-webkit-box',
      overflow: 'hidden',
      WebkitBoxOrient: 'vertical',
      WebkitLineClamp: 2,
    },
  },
  subtitle: { margin: 0, color: tokens.colorNeutralForeground3 },
  actions: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px',
    // On narrow screens the primary button keeps its text, the others only their icon and their accessible name.
    '@media (max-width: 767.98px)': {
      columnGap: '4px',
      ...collapsedButtons,
    },
  },
});

/** Title of the screen at the left, its buttons at the right. */
export default function PageHeader({
  id,
  props,
  slots,
  childItems: items,
  children,
}: WidgetProps<PageHeaderProps>) {
  const styles = useStyles();
  const t = useText();
  const back = useLinkTo()(props.back);
  const bar = props.look === 'bar';
  return (
    <header id={id} className={mergeClasses(styles.root, bar && styles.bar)}>
      <div
        className={mergeClasses(
          styles.heading,
          bar && styles.barHeading,
          back !== null && styles.headingWithBack,
        )}
      >
        {back !== null && (
          <a className={styles.back} {...back} aria-label={t('widgets.page-header.back')}>
            <Icon name="arrow-left" />
          </a>
        )}
        <div className={mergeClasses(styles.titles, bar && styles.barTitles)}>
          <h1 className={mergeClasses(styles.title, bar && styles.barTitle)}>{props.title}</h1>
          {props.subtitle && (
            <p className={mergeClasses(styles.subtitle, bar && styles.barSubtitle)}>{props.subtitle}</p>
          )}
        </div>
      </div>
      {slots.meta && (
        <div className={mergeClasses(styles.meta, bar && styles.barMeta)}>
          {slots.meta.map(({ element }) => element)}
        </div>
      )}
      {items.length > 0 && <div className={mergeClasses(styles.actions, bar && styles.end)}>{children}</div>}
    </header>
  );
}
