import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useText } from '../../../engine/react/index.ts';
import { Icon } from '../../../ui/index.ts';
import { useOpenBoard } from '../open-board.ts';

const useStyles = makeStyles({
  button: {
    flexShrink: 0,
    alignSelf: 'flex-start',
    height: '40px',
    justifyContent: 'flex-start',
    color: tokens.colorNeutralForeground2,
    whiteSpace: 'nowrap',
  },
});

/** Behind the last lane: a new one, for who administers the board. */
export function NewLane() {
  const styles = useStyles();
  const t = useText();
  const { ui } = useOpenBoard();
  return (
    <Button
      appearance="subtle"
      className={styles.button}
      icon={<Icon name="add" />}
      onClick={() => ui.setState({ lanes: { kind: 'new' } })}
    >
      {t('kanban.lanes.new')}
    </Button>
  );
}
