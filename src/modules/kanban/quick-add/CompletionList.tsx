/* oxlint-disable jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the focus stays in the field, whose keys choose an option */
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useText } from '../../../engine/react/index.ts';
import { Icon, PersonAvatar } from '../../../ui/index.ts';
import type { Completion } from '../core/completion.ts';
import { PriorityMark } from '../Marks.tsx';
import { useOpenBoard } from '../open-board.ts';

const useStyles = makeStyles({
  list: {
    position: 'absolute',
    bottom: '100%',
    insetInline: '8px',
    zIndex: 2,
    margin: 0,
    padding: '4px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow16,
  },
  option: {
    display: 'flex',
    alignItems: 'center',
    columnGap: '8px',
    minHeight: '32px',
    padding: '0 8px',
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'pointer',
    '@media (pointer: coarse)': { minHeight: '44px' },
  },
  active: { backgroundColor: tokens.colorNeutralBackground1Hover },
  label: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
});

/** Completions of the word that is being typed. */
export function CompletionList({
  id,
  options,
  active,
  onTake,
}: {
  id: string;
  options: readonly Completion[];
  active: number;
  onTake(option: Completion): void;
}) {
  const styles = useStyles();
  const t = useText();
  return (
    <div id={id} className={styles.list} role="listbox" aria-label={t('kanban.add.completions')}>
      {options.map((option, at) => (
        <div
          key={option.key}
          id={`${id}-${at}`}
          className={mergeClasses(styles.option, at === active && styles.active)}
          role="option"
          aria-selected={at === active}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(option)}
        >
          <Sign option={option} />
          <span className={styles.label}>
            {option.kind === 'new-tag' ? t('kanban.add.newTag', { title: option.label }) : option.label}
          </span>
        </div>
      ))}
    </div>
  );
}

function Sign({ option: { kind, id, label } }: { option: Completion }) {
  const { index } = useOpenBoard();
  if (kind === 'person')
    return <PersonAvatar name={label} image={index.users.get(id)?.photourl ?? null} size={24} decorative />;
  if (kind === 'priority')
    return (
      <span aria-hidden>
        <PriorityMark name={index.priorities.get(id)?.key ?? ''} label={label} />
      </span>
    );
  return <Icon name={kind === 'new-tag' ? 'add' : 'tag'} size={16} />;
}
