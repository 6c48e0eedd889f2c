import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { PersonAvatar } from './PersonAvatar.tsx';
import { useTooltip } from '../dialogs/useTooltip.tsx';
import { visuallyHidden } from '../visually-hidden.ts';

/** People whose avatars are shown; the others are a number. */
const mostShown = 4;
/** People whom the tooltip names. */
const mostNamed = 12;

const useStyles = makeStyles({
  root: { display: 'inline-flex', alignItems: 'center', columnGap: '8px', minWidth: 0 },
  text: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    whiteSpace: 'nowrap',
    // Narrow, the avatars have what room there is.
    '@media (max-width: 767.98px)': { display: 'none' },
  },
  whole: { flexShrink: 0 },
  hidden: visuallyHidden,
  people: {
    display: 'inline-flex',
    alignItems: 'center',
    '& > * + *': { marginInlineStart: '-6px' },
    '& > *': { boxShadow: `0 0 0 2px ${tokens.colorNeutralBackground2}` },
  },
  more: {
    display: 'inline-grid',
    placeItems: 'center',
    boxSizing: 'border-box',
    minWidth: '24px',
    height: '24px',
    paddingInline: '4px',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorNeutralBackground5,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase100,
    fontWeight: tokens.fontWeightSemibold,
  },
});

interface PeopleHereProps {
  id?: string;
  people: readonly { id: number; name: string; photourl?: string | null }[];
  /** Number of people, of whom the list has the first ones. */
  total: number;
  /** Text before the avatars where there is room. */
  text: string;
  /** The text is for screen readers only. */
  quiet?: boolean;
  /** Names those that fit, and how many there are besides. */
  more(names: string, count: number): string;
}

/** Avatars of the other people who are in the same; nothing while the person is alone. */
export function PeopleHere({ id, people, total, text, quiet = false, more }: PeopleHereProps) {
  const styles = useStyles();
  const names = people.slice(0, mostNamed).map(({ name }) => name);
  const rest = total - names.length;
  const { trigger, tooltip } = useTooltip(rest > 0 ? more(names.join(', '), rest) : names.join(', '));
  if (total === 0) return null;
  const shown = people.slice(0, mostShown);
  return (
    <span id={id} className={mergeClasses(styles.root, quiet && styles.whole)}>
      <span className={quiet ? styles.hidden : styles.text}>{text}</span>
      <span role="img" className={styles.people} {...trigger}>
        {shown.map((person) => (
          <PersonAvatar
            key={person.id}
            name={person.name}
            image={person.photourl ?? null}
            size={24}
            decorative
          />
        ))}
        {total > shown.length && (
          <span className={styles.more} aria-hidden>
            +{total - shown.length}
          </span>
        )}
      </span>
      {tooltip}
    </span>
  );
}
