import {
  Overflow,
  OverflowItem,
  Tab,
  TabList,
  makeStyles,
  mergeClasses,
  tokens,
} from '@fluentui/react-components';
import { useMemo, useState } from 'react';
import { itemScope } from '../../src/engine/core/index.ts';
import type { TabsProps } from '../../src/engine/core/index.ts';
import {
  instanceScreen,
  NodeScope,
  useBinding,
  usePage,
  useText,
  useVisibleChildren,
} from '../../src/engine/react/index.ts';
import type { Resolved, WidgetChild, WidgetProps } from '../../src/engine/react/index.ts';
import { collapsedButtons, CountBadge, Icon, OverflowButton, useNarrow } from '../../src/ui/index.ts';

/** A tab: `id` is its child's, and for one that a repeat made the child's with the element's key. */
type TabItem = Resolved<TabsProps>['items'][number] & WidgetChild;

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  fill: { flex: '1 1 auto', minHeight: 0 },
  row: {
    display: 'flex',
    alignItems: 'center',
    flexShrink: 0,
    minWidth: 0,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  // With the page's header, at the top of what scrolls.
  top: {
    position: 'sticky',
    top: 'var(--page-header)',
    zIndex: 19,
    backgroundColor: tokens.colorNeutralBackground2,
    // Content that passes below runs from edge to edge there, and the row itself does not.
    '@media (max-width: 767.98px)': {
      boxShadow: `-16px 0 ${tokens.colorNeutralBackground2}, 16px 0 ${tokens.colorNeutralBackground2}`,
    },
  },
  list: { minWidth: 0 },
  tabs: { display: 'flex', alignItems: 'center', flex: '1 1 0', minWidth: 0 },
  bar: {
    // The title and its state need the room more than the icons do.
    '@media (max-width: 1179.98px)': { '& .fui-Tab__icon': { display: 'none' } },
    minHeight: '52px',
    backgroundColor: tokens.colorNeutralBackground1,
    '@media (max-width: 767.98px)': { flexWrap: 'wrap' },
  },
  // The tabs take what they need before the start shrinks. Those that do not fit keep their room behind the last: a row as
  // wide as the tabs in sight would show no more of them when there is room again. Fluent counts in whole pixels.
  barTabs: {
    flex: '0 1 auto',
    paddingInlineEnd: '8px',
    '& [data-overflowing]': { display: 'grid', visibility: 'hidden', order: 1 },
    '& [role="tablist"]': { overflowX: 'clip' },
    '@media (max-width: 767.98px)': { flex: '1 1 0', paddingInlineStart: '8px' },
  },
  start: {
    display: 'flex',
    alignItems: 'center',
    flex: '1 1 0',
    minWidth: 0,
    '@media (max-width: 767.98px)': { flex: '1 0 100%' },
  },
  end: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    flexShrink: 0,
    padding: '4px 16px 4px 12px',
    // Beside the title, buttons keep their icon only where it would be cut.
    '@media (max-width: 1023.98px)': { columnGap: '4px', ...collapsedButtons },
  },
  tab: { flexShrink: 0, whiteSpace: 'nowrap' },
  // A long name leaves room for the overflow button.
  name: {
    display: 'inline-block',
    maxWidth: '224px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    verticalAlign: 'bottom',
  },
  count: { marginInlineStart: '6px' },
  panel: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    minWidth: 0,
    paddingTop: '16px',
    '&[hidden]': { display: 'none' },
  },
  // Room for the focus ring of elements at the edge of the scroller.
  panelBar: { padding: 0, margin: 0, overflow: 'auto', '& > section': { padding: '16px 24px 24px' } },
  panelFill: {
    flex: '1 1 auto',
    minHeight: 0,
    overflow: 'auto',
    padding: '16px 2px 2px',
    margin: '0 -2px -2px',
  },
});

const countOf = ({ badge }: TabItem): number => (typeof badge === 'number' ? badge : 0);

function tabItems(items: Resolved<TabsProps>['items'], children: readonly WidgetChild[]): TabItem[] {
  const byId = new Map(children.map((child) => [child.id, child]));
  return items.flatMap((item): TabItem[] => {
    const child = byId.get(item.child);
    const scope = itemScope(item);
    if (!child) return [];
    if (!scope) return [{ ...item, ...child }];
    const instance = { ...scope, of: child.id };
    return [{ ...item, ...child, id: `${child.id}-${scope.key}`, instance }];
  });
}

/** The open tab, and the visited ones, whose children stay mounted and keep their state. */
function useOpenTab(items: readonly TabItem[], bind: string | undefined, only: string | undefined) {
  const [bound, setBound] = useBinding(bind);
  const [own, setOwn] = useState<string>();
  const wanted = only ?? (bind === undefined ? own : bound);
  const open = (items.find(({ id }) => id === wanted) ?? items[0])?.id;
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set());
  if (open !== undefined && !visited.has(open)) setVisited(new Set([...visited, open]));
  return { open, visited, choose: bind === undefined ? setOwn : setBound };
}

/** Children of which one is visible at a time. */
export default function Tabs({ id, props, slots, childItems, fire }: WidgetProps<TabsProps>) {
  const styles = useStyles();
  const t = useText();
  const inPage = usePage(id) !== null && !props.fill;
  const items = useVisibleChildren(
    useMemo(() => tabItems(props.items, childItems), [props.items, childItems]),
    instanceScreen,
  );
  const only = useNarrow() ? props.narrow : undefined;
  const { open, visited, choose } = useOpenTab(items, props.bind, only);
  const select = (tab: string) => {
    if (tab === open) return;
    choose(tab);
    void fire('change', tab);
  };
  if (open === undefined) return null;
  const bar = props.look === 'bar';
  return (
    <div id={id} className={mergeClasses(styles.root, props.fill && styles.fill)}>
      <div className={mergeClasses(styles.row, bar ? styles.bar : inPage && styles.top)}>
        {slots.start && <div className={styles.start}>{slots.start.map(({ element }) => element)}</div>}
        {only === undefined && (
          <Overflow minimumVisible={1} padding={0}>
            <div className={mergeClasses(styles.tabs, bar && styles.barTabs)}>
              <TabList
                className={styles.list}
                selectedValue={open}
                {...(props.label ? { 'aria-label': props.label } : {})}
                onTabSelect={(_, { value }) => select(String(value))}
              >
                {items.map((item) => (
                  <OverflowItem key={item.id} id={item.id} priority={item.id === open ? 2 : 1}>
                    <Tab
                      className={styles.tab}
                      id={`${id}-tab-${item.id}`}
                      value={item.id}
                      {...(visited.has(item.id) ? { 'aria-controls': `${id}-panel-${item.id}` } : {})}
                      {...(item.icon ? { icon: <Icon name={item.icon} /> } : {})}
                    >
                      <span className={styles.name} title={item.title}>
                        {item.title}
                      </span>
                      {countOf(item) > 0 && (
                        <CountBadge className={styles.count} count={countOf(item)} look="quiet" />
                      )}
                    </Tab>
                  </OverflowItem>
                ))}
              </TabList>
              <OverflowButton
                entries={items.map((item) => ({
                  id: item.id,
                  text: item.title,
                  icon: item.icon,
                  count: countOf(item),
                }))}
                label={(count) => t('widgets.tabs.more', { count })}
                onSelect={select}
              />
            </div>
          </Overflow>
        )}
        {only === undefined && slots.end && (
          <div className={styles.end}>{slots.end.map(({ element }) => element)}</div>
        )}
      </div>
      {items
        .filter(({ id: tab }) => visited.has(tab))
        .map(({ id: tab, element, instance }) => (
          <div
            key={tab}
            role="tabpanel"
            id={`${id}-panel-${tab}`}
            {...(only === undefined
              ? { 'aria-labelledby': `${id}-tab-${tab}` }
              : { 'aria-label': items.find((item) => item.id === tab)?.title })}
            tabIndex={0}
            hidden={tab !== open}
            className={mergeClasses(styles.panel, props.fill && styles.panelFill, bar && styles.panelBar)}
          >
            {instance ? (
              <NodeScope names={instance.names} scopeKey={instance.key}>
                {element}
              </NodeScope>
            ) : (
              element
            )}
          </div>
        ))}
    </div>
  );
}
