import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { HttpFailure } from '../../client/index.ts';
import { Icon, notify } from '../../ui/index.ts';
import { useI18n } from '../app-context.ts';
import { HomeButton, StatePage } from './StatePage.tsx';

/** Dates of the interface are DD/MM/YYYY in all languages. */
const moment = new Intl.DateTimeFormat('en-GB', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

const useStyles = makeStyles({
  code: {
    width: '100%',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexWrap: 'wrap',
    gap: '4px',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
  },
  id: { fontFamily: tokens.fontFamilyMonospace },
});

/** The page of a screen whose definition the server failed to send. The call's id and time can be copied for the log. */
export default function ServerFailurePage({
  failure,
  busy,
  onRetry,
}: {
  failure: HttpFailure;
  busy: boolean;
  onRetry(): void;
}) {
  const styles = useStyles();
  const { t } = useI18n();
  const [time] = useState(() => moment.format());
  const code = failure.requestId ?? failure.code;
  return (
    <StatePage
      icon="error-circle"
      tone="danger"
      title={t('serverFailure.title')}
      reason={failure.status >= 500 ? t('serverFailure.text') : failure.message}
    >
      <Button icon={<Icon name="arrow-clockwise" />} disabledFocusable={busy} onClick={onRetry}>
        {t('failure.retry')}
      </Button>
      <HomeButton subtle />
      <span className={styles.code}>
        {t('serverFailure.code')} <span className={styles.id}>{code}</span> · {time}
        <Button
          size="small"
          appearance="subtle"
          icon={<Icon name="copy" size={16} />}
          aria-label={t('serverFailure.copy')}
          title={t('serverFailure.copy')}
          onClick={() =>
            navigator.clipboard
              .writeText(`${code} ${time}`)
              .then(() => notify('success', t('serverFailure.copied')))
              .catch(() => notify('error', t('serverFailure.notCopied')))
          }
        />
      </span>
    </StatePage>
  );
}
