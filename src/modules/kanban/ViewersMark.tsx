import { makeStyles, tokens } from '@fluentui/react-components';
import { memo } from 'react';
import { useText } from '../../engine/react/index.ts';
import { PersonAvatar, useTooltip } from '../../ui/index.ts';
import type { Viewer } from './core/viewers.ts';
import { useUi } from './open-board.ts';

/** People shown on a card; the others are a number. */
const mostShown = 2;

const useStyles = makeStyles({
  people: {
    flexShrink: 0,
    display: 'inline-flex',
    alignItems: 'center',
    // Taller than the line, which stays as high as it is without.
    marginBlock: '-3px',
    marginInline: '2px',
    '& > * + *': { marginInlineStart: '-2px' },
    '& > *': {
      boxShadow: `0 0 0 1px ${tokens.colorNeutralBackground1}, 0 0 0 2px ${tokens.colorBrandStroke1}`,
    },
  },
  more: {
    display: 'inline-grid',
    placeItems: 'center',
    boxSizing: 'border-box',
    minWidth: '20px',
    height: '20px',
    paddingInline: '3px',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorNeutralBackground5,
    color: tokens.colorNeutralForeground2,
    fontSize: '9px',
    fontWeight: tokens.fontWeightSemibold,
  },
});

/** Other people who have a card open. It follows them by itself, so that the rest of the card is not rendered. */
export const ViewersMark = memo(function ViewersMark({ cardId }: { cardId: number }) {
  const people = useUi(({ viewers }) => viewers.get(cardId));
  return people && <Mark people={people} />;
});

function Mark({ people }: { people: readonly Viewer[] }) {
  const styles = useStyles();
  const t = useText();
  const names = people.map(({ name }) => name).join(', ');
  const { trigger, tooltip } = useTooltip(t('kanban.openBy', { names }));
  const rest = people.length - mostShown;
  return (
    <>
      <span role="img" className={styles.people} {...trigger}>
        {people.slice(0, mostShown).map(({ id, name, photourl }) => (
          <PersonAvatar key={id} name={name} image={photourl ?? null} size={20} decorative />
        ))}
        {rest > 0 && (
          <span className={styles.more} aria-hidden>
            +{rest}
          </span>
        )}
      </span>
      {tooltip}
    </>
  );
}
