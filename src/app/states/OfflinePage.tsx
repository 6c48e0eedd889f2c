import { Button } from '@fluentui/react-components';
import { WifiOff20Regular } from '@fluentui/react-icons/svg/wifi-off';
import { Icon } from '../../ui/index.ts';
import { useApp, useI18n } from '../app-context.ts';
import { StatePage } from './StatePage.tsx';

/** The page of a screen that was never loaded here, while there is no connection. `onBack` is given if there is a way back. */
export default function OfflinePage({ onBack }: { onBack?: (() => void) | undefined }) {
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
        onClick={() => (connection.getState().online ? window.location.reload() : connection.retry())}
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
