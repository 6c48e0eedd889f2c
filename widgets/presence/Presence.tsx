import { makeStyles, tokens } from '@fluentui/react-components';
import type { PresenceProps } from '../../src/engine/core/index.ts';
import { useOthersHere, useText } from '../../src/engine/react/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';
import { PersonAvatar, useTooltip } from '../../src/ui/index.ts';

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

/** Avatars of the other people in a record; nothing while the person is alone. */
export default function Presence({ id, props: { entity, record, text } }: WidgetProps<PresenceProps>) {
  const styles = useStyles();
  const t = useText();
  const isKnown = typeof record === 'number' || (typeof record === 'string' && record !== '');
  const { people, total } = useOthersHere(isKnown ? `record:${entity}:${record}` : null);
  const names = people.slice(0, mostNamed).map(({ name }) => name);
  const rest = total - names.length;
  const listed =
    rest > 0 ? t('widgets.presence.more', { names: names.join(', '), count: rest }) : names.join(', ');
  const { trigger, tooltip } = useTooltip(listed);
  if (total === 0) return null;
  const shown = people.slice(0, mostShown);
  return (
    <span id={id} className={styles.root}>
      <span className={styles.text}>{text || t('widgets.presence.here')}</span>
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
