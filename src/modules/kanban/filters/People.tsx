import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { PersonAvatar } from '../../../ui/index.ts';
import { useOpenBoard, useUi } from '../open-board.ts';

/** People of the board that the filter offers beside the search. */
const mostPeople = 5;

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
  chosen: { boxShadow: `0 0 0 2px ${tokens.colorBrandStroke1}` },
});

/** The people of the board: a press shows their cards alone. */
export function People() {
  const styles = useStyles();
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
    </span>
  );
}
