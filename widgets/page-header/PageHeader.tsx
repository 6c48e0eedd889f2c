import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { PageHeaderProps } from '../../src/engine/core/index.ts';
import {
  useDiscardChanges,
  useHeaderActions,
  useIsDashboard,
  usePage,
  usePageCounts,
  useScreenTitle,
} from '../../src/engine/react/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';
import { collapsedButtons, LazyComponent, lazyComponent, useNarrow } from '../../src/ui/index.ts';
import { BackLink } from './BackLink.tsx';

const narrowQuery = '@media (max-width: 767.98px)';
/** A window with little height too: a desk's at 400 % zoom, or a small phone's on its side. */
const lowQuery = `${narrowQuery} and (max-height: 419.98px)`;

// A long text on the primary button takes the title's room before it takes a second line.
const inNarrowHeader = { flexShrink: 0, maxWidth: 'calc(100% - 104px)' } as const;

/** Content scrolled below the header ends at a line. */
const lineBelow = {
  '@supports (animation-timeline: scroll())': {
    animationName: { to: { boxShadow: `0 1px 0 ${tokens.colorNeutralStroke2}` } },
    animationDuration: '1ms',
    animationTimingFunction: 'linear',
    animationFillMode: 'both',
    animationTimeline: 'scroll(nearest)',
    animationRange: '0 8px',
  },
} as const;

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexShrink: 0,
    flexDirection: 'column',
    minWidth: 0,
    containerType: 'inline-size',
  },
  line: {
    display: 'flex',
    alignItems: 'center',
    columnGap: '16px',
    minHeight: '52px',
    minWidth: 0,
    [narrowQuery]: { columnGap: '8px' },
  },
  // As wide as the page, so that nothing shows beside it; its content has the measure of the body below.
  top: {
    position: 'sticky',
    top: 0,
    zIndex: 20,
    margin: '0 -24px -4px',
    padding: '0 24px',
    backgroundColor: tokens.colorNeutralBackground2,
    '& > *': { boxSizing: 'border-box', width: '100%', maxWidth: 'var(--page-measure)' },
    ...lineBelow,
    [narrowQuery]: { margin: '0 -16px -4px', padding: '0 16px' },
    // Low, only the line of title and buttons stays at the top: its box has the whole page to stay in.
    [lowQuery]: { display: 'contents' },
  },
  topLine: {
    [lowQuery]: {
      position: 'sticky',
      top: 0,
      zIndex: 20,
      boxSizing: 'border-box',
      width: 'calc(100% + 32px)',
      flexShrink: 0,
      margin: '0 -16px -4px',
      padding: '0 16px',
      backgroundColor: tokens.colorNeutralBackground2,
      ...lineBelow,
    },
  },
  meta: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px 8px',
    minWidth: 0,
    overflow: 'hidden',
    '& > p, & > span, & > div': { flexShrink: 0, whiteSpace: 'nowrap' },
    // Narrow, the meta gives way: what has no room in its line is left out, and a text wider than the line is shortened.
    '@media (max-width: 767.98px)': {
      flex: '1 1 0',
      flexWrap: 'wrap',
      // Nothing of a second line is in sight.
      rowGap: '24px',
      maxHeight: '24px',
      '& > p': { maxWidth: '100%', overflow: 'hidden', textOverflow: 'ellipsis' },
    },
  },
  heading: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minWidth: 'min(160px, 40%)',
    flex: '1 1 0',
    '@container (max-width: 480px)': { minWidth: '96px' },
  },
  titles: { display: 'flex', alignItems: 'center', gap: '4px 12px', minWidth: 0 },
  title: {
    margin: 0,
    minWidth: 0,
    overflow: 'hidden',
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    // Narrow, a long title takes two lines of the same room.
    [narrowQuery]: {
      display: '-webkit-box',
      fontSize: tokens.fontSizeBase400,
      lineHeight: tokens.lineHeightBase400,
      overflowWrap: 'anywhere',
      whiteSpace: 'normal',
      WebkitBoxOrient: 'vertical',
      WebkitLineClamp: 2,
    },
  },
  // The title keeps its room before the meta does.
  subtitle: {
    margin: 0,
    minWidth: 0,
    flexShrink: 1000,
    overflow: 'hidden',
    color: tokens.colorNeutralForeground3,
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    [narrowQuery]: { display: 'none' },
  },
  strip: { minHeight: '36px', [lowQuery]: { flexShrink: 0, margin: '-8px 0 -4px' } },
  // The room of the menu's button, whose code comes after the header: the other buttons stand still.
  menu: {
    display: 'flex',
    flexShrink: 0,
    minWidth: '32px',
    '@media (pointer: coarse)': { minWidth: '44px' },
  },
  actions: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minWidth: 0,
    // Beside a long title buttons take another line; only one that is wider than the header breaks a word.
    flexWrap: 'wrap',
    justifyContent: 'flex-end',
    // In a narrow part of a wide page, as in a preview, they look as on a narrow screen.
    '@container (max-width: 480px)': {
      flexWrap: 'nowrap',
      columnGap: '4px',
      ...inNarrowHeader,
      ...collapsedButtons,
    },
    '& .fui-Button': { maxWidth: '100%', overflowWrap: 'break-word' },
    // On narrow screens the primary button keeps its text, the others only their icon and their accessible name.
    [narrowQuery]: { flexWrap: 'nowrap', columnGap: '4px', ...collapsedButtons },
  },
});

// Of work surfaces only.
const headerBar = lazyComponent(async () => ({ default: (await import('./HeaderBar.tsx')).HeaderBar }));
const menu = lazyComponent(() => import('./HeaderMenu.tsx'));
const headerCounts = lazyComponent(() => import('./HeaderCounts.tsx'));

type HeaderProps = WidgetProps<PageHeaderProps>;

/** Title of the screen at the left, its buttons at the right. */
export default function PageHeader(props: HeaderProps) {
  if (props.props.look !== 'bar') return <Header {...props} />;
  return <LazyComponent source={headerBar}>{(HeaderBar) => <HeaderBar {...props} />}</LazyComponent>;
}

/** The header of a page: it stays at the top, and counts the changes and the invalid fields of the page's forms. */
function Header({ id, props, slots, childItems }: HeaderProps) {
  const styles = useStyles();
  const narrow = useNarrow();
  const page = usePage(id);
  const hasForms = page !== null && page.formIds.size > 0;
  const counts = usePageCounts(page);
  const actions = useHeaderActions(childItems, { narrow, hasForms });
  const screenTitle = useScreenTitle();
  const title = props.title || screenTitle;
  const isCounting = counts.changes > 0 || counts.invalid > 0;
  const isDashboard = useIsDashboard();
  // Forms inside cards count too; the code of the counts comes with the first one. Those of a dashboard mostly show a record.
  const counted = ((hasForms && !isDashboard) || isCounting) && (
    <LazyComponent source={headerCounts}>
      {(Counts) => (
        <Counts
          counts={counts}
          narrow={narrow}
          onShowFirst={() => page?.forms.list.find((form) => form.get().invalid > 0)?.showFirstError()}
        />
      )}
    </LazyComponent>
  );
  const discard = useDiscardChanges(page);
  const isView = isDashboard && page !== null;
  const hasMenu = actions.menu.length > 0 || actions.discards || isView;
  return (
    <header id={id} data-page-header="" className={mergeClasses(styles.root, page !== null && styles.top)}>
      <div className={mergeClasses(styles.line, page !== null && styles.topLine)}>
        <Titles title={title} props={props} meta={slots.meta} subtitle={!isCounting} />
        {!narrow && counted}
        {(actions.inSight.length > 0 || hasMenu) && (
          <div className={styles.actions} data-page-actions="">
            {actions.inSight.map(({ element }) => element)}
            {hasMenu && (
              <span className={styles.menu}>
                <LazyComponent source={menu}>
                  {(Menu) => (
                    <Menu
                      title={title}
                      nodes={actions.menu}
                      discard={actions.discards ? discard : null}
                      changes={counts.changes}
                      isView={isView}
                    />
                  )}
                </LazyComponent>
              </span>
            )}
          </div>
        )}
      </div>
      {narrow && counted && <div className={styles.strip}>{counted}</div>}
    </header>
  );
}

function Titles({
  title,
  props,
  meta,
  subtitle,
}: {
  title: string;
  props: HeaderProps['props'];
  meta: HeaderProps['slots'][string] | undefined;
  subtitle: boolean;
}) {
  const styles = useStyles();
  return (
    <div className={styles.heading}>
      <BackLink to={props.back} />
      <div className={styles.titles}>
        <h1 className={styles.title} title={title}>
          {title}
        </h1>
        {meta && <div className={styles.meta}>{meta.map(({ element }) => element)}</div>}
        {subtitle && props.subtitle && <p className={styles.subtitle}>{props.subtitle}</p>}
      </div>
    </div>
  );
}
