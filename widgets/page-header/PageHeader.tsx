import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { PageHeaderProps } from '../../src/engine/core/index.ts';
import { useLinkTo, useText } from '../../src/engine/react/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';
import { Icon } from '../../src/ui/index.ts';

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
      '& [data-collapsible]': { minWidth: '32px', paddingInline: '5px' },
      '@media (pointer: coarse)': { '& [data-collapsible]': { minWidth: '44px' } },
      '& [data-collapsible] [data-label]': {
        position: 'absolute',
        width: '1px',
        height: '1px',
        overflow: 'hidden',
        clipPath: 'inset(50%)',
        whiteSpace: 'nowrap',
      },
      '& [data-collapsible] .fui-Button__icon': { marginRight: 0 },
    },
  },
});

/** Title of the screen at the left, its buttons at the right. */
export default function PageHeader({ id, props, childItems: items, children }: WidgetProps<PageHeaderProps>) {
  const styles = useStyles();
  const t = useText();
  const back = useLinkTo()(props.back);
  return (
    <header id={id} className={styles.root}>
      <div className={mergeClasses(styles.heading, back !== null && styles.headingWithBack)}>
        {back !== null && (
          <a className={styles.back} {...back} aria-label={t('widgets.page-header.back')}>
            <Icon name="arrow-left" />
          </a>
        )}
        <div className={styles.titles}>
          <h1 className={styles.title}>{props.title}</h1>
          {props.subtitle && <p className={styles.subtitle}>{props.subtitle}</p>}
        </div>
      </div>
      {items.length > 0 && <div className={styles.actions}>{children}</div>}
    </header>
  );
}
