import { Button, makeStyles } from '@fluentui/react-components';
import { moldeToken } from '../ui/index.ts';
import { useI18n } from './app-context.ts';

const useStyles = makeStyles({
  root: {
    minHeight: '100%',
    boxSizing: 'border-box',
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '12px',
    padding: '16px',
    textAlign: 'center',
    color: moldeToken('colorNeutralForeground1'),
  },
});

/**
 * Replaces a page whose code or data failed to load. The retry reloads the document, because a page of an old release
 * requests files that a new release has removed.
 */
export function FailedPage({ text = '' }: { text?: string }) {
  const styles = useStyles();
  const { t } = useI18n();
  return (
    <main className={styles.root} role="alert">
      <strong>{t('failure.page')}</strong>
      {text !== '' && <span>{text}</span>}
      <Button appearance="primary" onClick={() => window.location.reload()}>
        {t('failure.reload')}
      </Button>
    </main>
  );
}
