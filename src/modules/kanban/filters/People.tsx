import { Button, makeStyles, MenuItem, mergeClasses, tokens } from '@fluentui/react-components';
import { useText } from '../../../engine/react/index.ts';
import { ButtonMenu, Icon, PersonAvatar } from '../../../ui/index.ts';
import { useOpenBoard, useUi } from '../open-board.ts';

/** People of the board beside the search; the others are a number, which opens their list. */
const mostPeople = 4;

const useStyles = makeStyles({
  people: { display: 'flex', columnGap: '2px' },
  person: {
    minWidth: '32px',
    width: '32px',
    height: '32px',
    padding: 0,
    borderRadius: tokens.borderRadiusCircular,
    '@media (pointer: coarse)': { minWidth: '44px', width: '44px', height: '44px' },
  },
  more: { backgroundColor: tokens.colorNeutralBackground5, fontSize: tokens.fontSizeBase200 },
  chosen: { boxShadow: `0 0 0 2px ${tokens.colorBrandStroke1}` },
});

/** The people of the board: a press shows their cards alone. */
export function People() {
  const styles = useStyles();
  const t = useText();
  const { board, ui } = useOpenBoard();
  const filter = useUi((state) => state.filter);
  const toggle = (person: number) =>
    ui.setState({
      filter: {
        ...filter,
        people: filter.people.includes(person)
          ? filter.people.filter((one) => one !== person)
          : [...filter.people, person],
      },
    });
  const rest = board.users.slice(mostPeople);
  const more = t('kanban.morePeople', { count: rest.length });
  return (
    <span className={styles.people}>
      {board.users.slice(0, mostPeople).map(({ id, name, photourl }) => (
        <Button
          key={id}
          appearance="transparent"
          className={mergeClasses(styles.person, filter.people.includes(id) && styles.chosen)}
          aria-pressed={filter.people.includes(id)}
          aria-label={name}
          title={name}
          icon={<PersonAvatar name={name} image={photourl} size={28} decorative />}
          onClick={() => toggle(id)}
        />
      ))}
      {rest.length > 0 && (
        <ButtonMenu
          label={more}
          button={
            <Button
              appearance="transparent"
              className={mergeClasses(
                styles.person,
                styles.more,
                rest.some(({ id }) => filter.people.includes(id)) && styles.chosen,
              )}
              aria-label={more}
              title={more}
            >
              +{rest.length}
            </Button>
          }
        >
          {rest.map(({ id, name, photourl }) => (
            <MenuItem
              key={id}
              icon={
                filter.people.includes(id) ? (
                  <Icon name="checkmark" />
                ) : (
                  <PersonAvatar name={name} image={photourl} size={20} decorative />
                )
              }
              onClick={() => toggle(id)}
            >
              {name}
            </MenuItem>
          ))}
        </ButtonMenu>
      )}
    </span>
  );
}
