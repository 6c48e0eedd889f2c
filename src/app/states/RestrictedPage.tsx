import { useI18n } from '../app-context.ts';
import { HomeButton, StatePage } from './StatePage.tsx';

/** The page that the guard opens instead of one that exists and that the person may not read. */
export default function RestrictedPage() {
  const { t } = useI18n();
  return (
    <StatePage
      icon="lock-closed"
      tone="warning"
      title={t('restricted.title')}
      reason={t('restricted.text')}
      text={t('restricted.hint')}
    >
      <HomeButton />
    </StatePage>
  );
}
