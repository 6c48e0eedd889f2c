import { Button } from '@fluentui/react-components';
import { WifiOff20Regular } from '@fluentui/react-icons/svg/wifi-off';
import { Icon } from '../../ui/index.ts';
import { useApp, useI18n } from '../app-context.ts';
import { StatePage } from './StatePage.tsx';

interface OfflinePageProps {
  /** Given if there is a way back. */
  onBack?: () => void;
  /** Loads what did not arrive, while there is a connection. Default: loads the document anew, as nothing of it is there. */
  onRetry?: () => void;
}

/** The page of a screen that was never loaded here, while there is no connection. */
export default function OfflinePage({ onBack, onRetry = () => window.location.reload() }: OfflinePageProps) {
  const { t } = useI18n();
  const { connection } = useApp();
  return (
    <StatePage
      icon={<WifiOff20Regular fontSize={28} />}
      tone="neutral"
      title={t('offline.title')}
      reason={t('offline.text')}
    >
      <Button
        icon={<Icon name="arrow-clockwise" />}
        onClick={() => (connection.getState().online ? onRetry() : connection.retry())}
      >
        {t('offline.retry')}
      </Button>
      {onBack && (
        <Button appearance="subtle" onClick={onBack}>
          {t('offline.back')}
        </Button>
      )}
    </StatePage>
  );
}
