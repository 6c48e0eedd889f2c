import { makeStyles, tokens } from '@fluentui/react-components';
import { useFormat } from '../../../engine/react/index.ts';
import { Icon } from '../../../ui/index.ts';
import type { QuickTask } from '../core/quick-add.ts';
import { PriorityMark, TagMark } from '../Marks.tsx';
import { useOpenBoard } from '../open-board.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 8px',
    paddingInline: '4px',
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: '20px',
  },
  part: { display: 'inline-flex', alignItems: 'center', columnGap: '4px', minWidth: 0 },
});

/** Parts understood of a line beside its title, before it is added. */
export function Understood({ task }: { task: QuickTask }) {
  const styles = useStyles();
  const format = useFormat();
  const { index } = useOpenBoard();
  const { users, tags, newTags, priorityId, endDate } = task;
  const priority = index.priorities.get(priorityId ?? 0);
  const titles = [...tags.map((id) => index.tags.get(id)?.title ?? ''), ...newTags];
  if (users.length === 0 && titles.length === 0 && !priority && endDate === null) return null;
  return (
    <div className={styles.root} aria-live="polite">
      {users.map((id) => (
        <span key={id} className={styles.part}>
          <Icon name="person" size={14} />
          {index.users.get(id)?.name}
        </span>
      ))}
      {titles.map((title) => (
        <TagMark key={title} title={title} />
      ))}
      {priority && (
        <span className={styles.part}>
          <span aria-hidden>
            <PriorityMark name={priority.key} label={priority.title} />
          </span>
          {priority.title}
        </span>
      )}
      {endDate !== null && (
        <span className={styles.part}>
          <Icon name="calendar" size={14} />
          {format.date(endDate)}
        </span>
      )}
    </div>
  );
}
