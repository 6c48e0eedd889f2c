import {
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
} from '@fluentui/react-components';
import { Icon } from '../../../ui/index.ts';
import { useText } from '../hooks.ts';
import { BackButton } from '../BackButton.tsx';

const useStyles = makeStyles({ actions: { flexWrap: 'wrap' } });

/** The record of the open form was deleted: the typed values stay readable, and a link leads out. */
export function RecordDeletedBar() {
  const styles = useStyles();
  const t = useText();
  return (
    <MessageBar intent="error" icon={<Icon name="error-circle" />} layout="multiline" role="alert">
      <MessageBarBody>
        <MessageBarTitle>{t('widgets.frame.gone.title')}</MessageBarTitle>
        {t('widgets.frame.gone.typed')}
      </MessageBarBody>
      <MessageBarActions className={styles.actions}>
        <BackButton size="small" />
      </MessageBarActions>
    </MessageBar>
  );
}
