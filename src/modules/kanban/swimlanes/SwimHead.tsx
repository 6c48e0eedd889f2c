import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useText } from '../../../engine/react/index.ts';
import { withToggled, CountBadge, Icon } from '../../../ui/index.ts';
import type { BoardLane } from '../core/lists.ts';
import type { Grouping, Swimlane } from '../core/swimlanes.ts';
import { useOpenBoard } from '../open-board.ts';
import { QuickAdd } from '../quick-add/QuickAdd.tsx';

const noneTexts = {
  story: 'kanban.swim.noStory',
  person: 'kanban.swim.noPerson',
  priority: 'kanban.swim.noPriority',
  tag: 'kanban.swim.noTag',
} as const satisfies Record<Grouping, string>;

const useStyles = makeStyles({
  head: { position: 'sticky', insetInlineStart: 0, display: 'flex', alignItems: 'center', minHeight: '40px' },
  // As wide as a lane.
  add: { width: '272px', marginInlineStart: '8px' },
  button: {
    maxWidth: '100%',
    columnGap: '4px',
    paddingInline: '4px 8px',
    justifyContent: 'flex-start',
    fontWeight: tokens.fontWeightSemibold,
  },
  title: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
});

export const titleOfGroup = (
  t: (key: string) => string,
  by: Grouping,
  { title }: Pick<Swimlane, 'title'>,
): string => title ?? t(noneTexts[by]);

/** The head of a swimlane, which opens and closes it. */
export function SwimHead({
  group,
  by,
  isOpen,
  lane,
  sprintId,
}: {
  group: Swimlane;
  by: Grouping;
  isOpen: boolean;
  /** The lane of new cards. */
  lane: BoardLane | null;
  sprintId: number;
}) {
  const styles = useStyles();
  const t = useText();
  const { ui, mayCreate } = useOpenBoard();
  const toggle = () => ui.setState(({ collapsed }) => ({ collapsed: withToggled(collapsed, group.id) }));
  return (
    <div className={styles.head}>
      <Button
        appearance="subtle"
        className={styles.button}
        icon={<Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={16} />}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        <span className={styles.title}>{titleOfGroup(t, by, group)}</span>
      </Button>
      <CountBadge count={group.count} look="quiet" title={t('kanban.cards', { count: group.count })} />
      {isOpen && mayCreate && lane !== null && (
        <span className={styles.add}>
          <QuickAdd
            lane={lane}
            sprintId={sprintId}
            list={t('kanban.swim.cell', { lane: lane.title, swimlane: titleOfGroup(t, by, group) })}
            group={{ by, id: group.id }}
          />
        </span>
      )}
    </div>
  );
}
