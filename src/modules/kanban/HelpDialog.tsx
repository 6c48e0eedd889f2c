import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
} from '@fluentui/react-components';
import { useText } from '../../engine/react/index.ts';
import { Key, useFocusReturn } from '../../ui/index.ts';
import { keyTexts } from './board-keys.ts';
import { useOpenBoard, useUi } from './open-board.ts';

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'auto 1fr',
    columnGap: '16px',
    rowGap: '10px',
    alignItems: 'baseline',
    margin: 0,
  },
  text: { margin: 0 },
});

/** The keys of the board. */
export function HelpDialog() {
  const isOpen = useUi(({ isHelpOpen }) => isHelpOpen);
  return isOpen ? <Keys /> : null;
}

function Keys() {
  useFocusReturn();
  const styles = useStyles();
  const t = useText();
  const { ui } = useOpenBoard();
  return (
    <Dialog open onOpenChange={(_, { open }) => ui.setState({ isHelpOpen: open })}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>{t('kanban.keys')}</DialogTitle>
          <DialogContent>
            <dl className={styles.list}>
              {keyTexts.map(([keys, text]) => [
                <dt key={keys}>
                  <Key text={keys} />
                </dt>,
                <dd key={text} className={styles.text}>
                  {t(`kanban.key.${text}`)}
                </dd>,
              ])}
            </dl>
          </DialogContent>
          <DialogActions>
            <Button onClick={() => ui.setState({ isHelpOpen: false })}>{t('kanban.close')}</Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
