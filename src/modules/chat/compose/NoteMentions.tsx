import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { NoteMention } from '../../../contracts/support.ts';
import { offeredPeople, searchedName, useText } from '../../../engine/react/index.ts';
import { PersonAvatar } from '../../../ui/index.ts';
import { useAgents, type Agent } from '../useAgents.ts';
import { useOptionKeys, type OptionKeys } from './useOptionKeys.ts';

const useStyles = makeStyles({
  list: {
    position: 'absolute',
    insetInlineStart: '0',
    insetBlockEnd: '100%',
    minWidth: '240px',
    maxWidth: '100%',
    boxSizing: 'border-box',
    marginBottom: '4px',
    padding: '4px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow16,
    zIndex: 3,
  },
  option: {
    display: 'flex',
    alignItems: 'center',
    columnGap: '8px',
    padding: '6px 8px',
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'pointer',
    overflowWrap: 'anywhere',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    '@media (pointer: coarse)': { minHeight: '44px', boxSizing: 'border-box' },
  },
  active: { backgroundColor: tokens.colorNeutralBackground1Selected },
});

/**
 * Agents behind an @ that begins a word of a note, up to the caret.
 * @param before the text before the caret; null where nobody can be mentioned
 * @param onChoose called with the agent and the length of what was typed for them, the @ included
 */
export function useNoteMentions(
  before: string | null,
  onChoose: (agent: NoteMention, length: number) => void,
): OptionKeys<Agent> {
  const [closed, setClosed] = useState<string | null>(null);
  const searched = before === null ? null : searchedName(before);
  // They are loaded with the first @, and stay.
  const [isNeeded, setNeeded] = useState(false);
  if (searched !== null && !isNeeded) setNeeded(true);
  const agents = useAgents(isNeeded);
  // The list stays away while the word that it was closed at grows.
  const isClosed = closed !== null && before !== null && before.startsWith(closed);
  const found = searched === null || isClosed ? [] : (offeredPeople(agents, searched) as readonly Agent[]);
  return useOptionKeys(
    found,
    ({ id, name }) => onChoose({ id, name }, (searched ?? '').length + 1),
    () => setClosed(before),
  );
}

/** The agents above the field for text, which keeps the focus. */
export function MentionList({
  id,
  mentions: { options, active, choose },
}: {
  id: string;
  mentions: OptionKeys<Agent>;
}) {
  const styles = useStyles();
  const t = useText();
  if (options.length === 0) return null;
  return (
    <div id={id} className={styles.list} role="listbox" aria-label={t('chat.mentionPeople')}>
      {options.map((agent, at) => (
        /* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field for text has the focus and hears the keys */
        <div
          key={agent.id}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === active}
          className={mergeClasses(styles.option, at === active && styles.active)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(agent)}
        >
          <PersonAvatar name={agent.name} image={agent.photourl} size={20} decorative />
          {agent.name}
        </div>
      ))}
    </div>
  );
}
