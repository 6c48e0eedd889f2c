import { Button, makeStyles, Spinner } from '@fluentui/react-components';
import { moldeToken } from '../ui/index.ts';
import { useConnection, useI18n } from './app-context.ts';

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
  // A font that is on the device: when the product's own arrives, the text would move.
  label: { fontFamily: 'system-ui, sans-serif' },
});

/** Rendered while the first page's code and data load; `onRetry` is given after they failed to load. */
export function LoadingPage({ onRetry }: { onRetry?: (() => void) | undefined }) {
  const styles = useStyles();
  const { t } = useI18n();
  const { online } = useConnection();
  return (
    <main className={styles.root}>
      {onRetry ? (
        <>
          <p role="alert">
            {t('login.unavailable')}
            {!online && `. ${t('failure.network')}`}
          </p>
          <Button onClick={onRetry}>{t('failure.retry')}</Button>
        </>
      ) : (
        <Spinner label={{ children: t('login.welcome'), className: styles.label }} labelPosition="below" />
      )}
    </main>
  );
}
