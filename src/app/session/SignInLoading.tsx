import { Button, makeStyles, Spinner } from '@fluentui/react-components';
import { moldeToken } from '../../ui/index.ts';
import { useI18n } from '../app-context.ts';

const useStyles = makeStyles({
  root: {
    minHeight: '100%',
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '16px',
    color: moldeToken('colorNeutralForeground1'),
  },
});

/** Before the sign-in page's configuration is there: the specified words, or the way to try again. */
export function SignInLoading({ failed, retry }: { failed: boolean; retry(): void }) {
  const styles = useStyles();
  const { t } = useI18n();
  return (
    <main className={styles.root}>
      {failed ? (
        <>
          <p role="alert">{t('login.unavailable')}</p>
          <Button onClick={retry}>{t('failure.retry')}</Button>
        </>
      ) : (
        <Spinner label={t('login.welcome')} labelPosition="below" />
      )}
    </main>
  );
}
