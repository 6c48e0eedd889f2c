import { Button, makeStyles } from '@fluentui/react-components';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { moldeToken } from '../ui/index.ts';
import { useApp, useI18n } from './app-context.ts';

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
  actions: { display: 'flex', gap: '8px' },
});

/**
 * Replaces a page whose code or data failed to load. The retry reloads the document, because a page of an old release
 * requests files that a new release has removed.
 */
export function FailedPage({ text = '' }: { text?: string }) {
  const { t } = useI18n();
  return (
    <Notice title={t('failure.page')} text={text}>
      <Button appearance="primary" onClick={() => window.location.reload()}>
        {t('failure.reload')}
      </Button>
    </Notice>
  );
}

interface OfflineNoticeProps {
  /** Loads the code of the offline page. */
  retry?: () => void;
  /** Loads what did not arrive, while there is a connection. */
  onRetry?: () => void;
  onBack?: () => void;
}

/**
 * Stands for the offline page while its code is missing. A reload without a connection would lose the app: it offers none,
 * and loads the code once there is a connection.
 */
export function OfflineNotice({ retry, onRetry, onBack }: OfflineNoticeProps) {
  const styles = useStyles();
  const { t } = useI18n();
  const { connection } = useApp();
  useEffect(
    () =>
      connection.subscribe(({ online }) => {
        if (online) retry?.();
      }),
    [connection, retry],
  );
  const onTry = () => {
    if (!connection.getState().online) return connection.retry();
    retry?.();
    onRetry?.();
  };
  return (
    <Notice title={t('offline.title')} text={t('offline.text')}>
      <div className={styles.actions}>
        <Button onClick={onTry}>{t('offline.retry')}</Button>
        {onBack && (
          <Button appearance="subtle" onClick={onBack}>
            {t('offline.back')}
          </Button>
        )}
      </div>
    </Notice>
  );
}

function Notice({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const styles = useStyles();
  return (
    <div className={styles.root} role="alert">
      <strong>{title}</strong>
      {text !== '' && <span>{text}</span>}
      {children}
    </div>
  );
}
