import { WifiOff20Regular } from '@fluentui/react-icons/svg/wifi-off';
import { useEffect, useState } from 'react';
import { useConnection, useI18n } from '../app-context.ts';

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

/** Details after the first sentence of the bar under the header: what happens to the open screen, and the next attempt. */
export default function OfflineDetails() {
  const { t } = useI18n();
  const { retryAt } = useConnection();
  return (
    <>
      <WifiOff20Regular fontSize={16} />
      <span>
        {t('offline.kept')}{' '}
        {retryAt === null ? t('offline.trying') : <Countdown key={retryAt} until={retryAt} />}
      </span>
    </>
  );
}
