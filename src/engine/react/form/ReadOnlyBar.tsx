import {
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
} from '@fluentui/react-components';
import { Icon } from '../../../ui/index.ts';
import { useText } from '../hooks.ts';
import { BackButton } from '../screen/BackButton.tsx';

const useStyles = makeStyles({ actions: { flexWrap: 'wrap' } });

/** Why a form that was editable is not any more. */
export type ReadOnlyReason = 'deleted' | 'right' | 'screen';

const texts = {
  deleted: { title: 'form.missing.title', typed: 'form.missing.typed' },
  right: { title: 'form.rightLost.title', typed: 'form.rightLost.typed' },
  screen: { title: 'form.rightLost.screen', typed: 'form.rightLost.typed' },
} as const;

/**
 * Says why the open form cannot be saved any more: its record was deleted, the right to change it ended, or the one to the
 * whole screen. The typed values stay readable, and are not the stored ones.
 */
export function ReadOnlyBar({ reason }: { reason: ReadOnlyReason }) {
  const styles = useStyles();
  const t = useText();
  const isDeleted = reason === 'deleted';
  return (
    <MessageBar
      intent={isDeleted ? 'error' : 'warning'}
      icon={<Icon name={isDeleted ? 'error-circle' : 'warning'} />}
      layout="multiline"
      role="alert"
    >
      <MessageBarBody>
        <MessageBarTitle>{t(texts[reason].title)}</MessageBarTitle>
        {t(texts[reason].typed)}
      </MessageBarBody>
      {isDeleted && (
        <MessageBarActions className={styles.actions}>
          <BackButton size="small" />
        </MessageBarActions>
      )}
    </MessageBar>
  );
}
