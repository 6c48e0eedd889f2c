import { makeStyles } from '@fluentui/react-components';
import { WifiOff20Regular } from '@fluentui/react-icons/svg/wifi-off';
import { useEffect, useState } from 'react';
import { moldeToken, statusToken } from '../../ui/index.ts';
import { useConnection, useI18n } from '../app-context.ts';

const useStyles = makeStyles({
  root: {
    boxSizing: 'border-box',
    flexShrink: 0,
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    height: '32px',
    padding: '0 16px',
    overflow: 'hidden',
    whiteSpace: 'nowrap',
    fontSize: moldeToken('fontSizeBase200'),
    lineHeight: moldeToken('lineHeightBase200'),
    backgroundColor: moldeToken(statusToken('blocked', 'Background')),
    color: moldeToken(statusToken('blocked', 'Foreground')),
  },
  rest: { overflow: 'hidden', textOverflow: 'ellipsis' },
});

/** The text of the next attempt, with the seconds until then. Mounted anew for each attempt. */
function Countdown({ until }: { until: number }) {
  const { t } = useI18n();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return t('offline.next', { seconds: Math.max(1, Math.ceil((until - now) / 1000)) });
}

/** The line under the header while the server cannot be reached. The open screen stays, with what was typed. */
export default function OfflineBar() {
  const styles = useStyles();
  const { t } = useI18n();
  const { retryAt } = useConnection();
  return (
    <div className={styles.root}>
      <WifiOff20Regular fontSize={16} />
      <strong role="status">{t('offline.bar')}</strong>
      <span className={styles.rest}>
        {t('offline.kept')}{' '}
        {retryAt === null ? t('offline.trying') : <Countdown key={retryAt} until={retryAt} />}
      </span>
    </div>
  );
}
