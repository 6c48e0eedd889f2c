import { Button, makeStyles, Spinner } from '@fluentui/react-components';
import { moldeToken } from '../ui/index.ts';
import { useI18n } from './app-context.ts';

const useStyles = makeStyles({
  root: {
    height: '100%',
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '16px',
    color: moldeToken('colorNeutralForeground1'),
  },
});

/** Rendered while the first page's code and data load; `onRetry` is given after they failed to load. */
export function LoadingPage({ onRetry }: { onRetry?: (() => void) | undefined }) {
  const styles = useStyles();
  const { t } = useI18n();
  return (
    <main className={styles.root}>
      {onRetry ? (
        <>
          <p role="alert">{t('login.unavailable')}</p>
          <Button onClick={onRetry}>{t('failure.retry')}</Button>
        </>
      ) : (
        <Spinner label={t('login.welcome')} labelPosition="below" />
      )}
    </main>
  );
}
