import { ErrorNotice } from '../../../../ui/index.ts';
import { useText } from '../../hooks.ts';

/** Replaces a part of a form whose code failed to load. */
export function FailedPart({ retry }: { retry: () => void }) {
  const t = useText();
  return (
    <ErrorNotice
      compact
      title={t('form.partFailed')}
      retry={{ text: t('widgets.form.retry'), onRetry: retry }}
    />
  );
}
