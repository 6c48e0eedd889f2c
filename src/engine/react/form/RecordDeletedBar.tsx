import {
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
} from '@fluentui/react-components';
import { useText } from '../hooks.ts';
import { BackButton } from '../BackButton.tsx';

const useStyles = makeStyles({ actions: { flexWrap: 'wrap' } });

/** The record was deleted under the open form: what is typed stays to be looked at, and the way out is named. */
export function RecordDeletedBar() {
  const styles = useStyles();
  const t = useText();
  return (
    <MessageBar intent="error" layout="multiline" role="alert">
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
