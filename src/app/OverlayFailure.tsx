import { makeStyles } from '@fluentui/react-components';
import { moldeToken } from '../ui/index.ts';
import { useI18n } from './app-context.ts';

const useStyles = makeStyles({
  root: {
    position: 'fixed',
    top: '60px',
    right: '16px',
    zIndex: 1_000_011,
    width: 'min(360px, calc(100vw - 32px))',
    padding: '12px',
    boxSizing: 'border-box',
    border: `1px solid ${moldeToken('colorNeutralStroke1')}`,
    borderRadius: moldeToken('borderRadiusMedium'),
    boxShadow: moldeToken('shadow8'),
    color: moldeToken('colorNeutralForeground1'),
    backgroundColor: moldeToken('colorNeutralBackground1'),
  },
  text: { margin: '0 0 8px', overflowWrap: 'anywhere' },
});

/** Replaces an overlay whose code failed to load: its texts and a retry. It uses no deferred code itself. */
export function OverlayFailure({ texts, retry }: { texts: readonly string[]; retry(): void }) {
  const styles = useStyles();
  const { t } = useI18n();
  if (texts.length === 0) return null;
  return (
    <div role="alert" className={styles.root}>
      {texts.map((text) => (
        <p key={text} className={styles.text}>
          {text}
        </p>
      ))}
      <button type="button" onClick={retry}>
        {t('shell.partRetry')}
      </button>
    </div>
  );
}
