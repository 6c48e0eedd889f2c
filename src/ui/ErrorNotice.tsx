import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Icon } from './Icon.tsx';
import { moldeToken } from './theme/tokens.ts';

export interface ErrorNoticeProps {
  title: string;
  text?: string;
  /** The retry button; without it nothing can be retried. */
  retry?: { text: string; onRetry: () => void; busy?: boolean };
  /** Technical part (document, node, rule) behind a disclosure. */
  details?: { label: string; text: string };
  /** One line beside the icon instead of a centred block. */
  compact?: boolean;
}

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '4px',
    padding: '24px 16px',
    textAlign: 'center',
  },
  compact: {
    flexDirection: 'row',
    justifyContent: 'flex-start',
    flexWrap: 'wrap',
    columnGap: '8px',
    padding: '8px 12px',
    textAlign: 'start',
  },
  icon: { color: moldeToken('errorForeground'), marginBottom: '4px' },
  compactIcon: { marginBottom: 0 },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
  },
  text: {
    margin: 0,
    maxWidth: '440px',
    textWrap: 'balance',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
  },
  actions: { marginTop: '12px' },
  compactActions: { marginTop: 0, marginInlineStart: 'auto' },
  details: {
    width: '100%',
    maxWidth: '60ch',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
  },
  technical: {
    margin: '4px 0 0',
    fontFamily: tokens.fontFamilyMonospace,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    textAlign: 'start',
  },
});

/** A failure in its own place: what failed, and the way to try again. The rest of the screen stays. */
export function ErrorNotice({ title, text, retry, details, compact = false }: ErrorNoticeProps) {
  const styles = useStyles();
  return (
    <div role="alert" className={mergeClasses(styles.root, compact && styles.compact)}>
      <span className={mergeClasses(styles.icon, compact && styles.compactIcon)}>
        <Icon name="error-circle" />
      </span>
      <p className={styles.title}>{title}</p>
      {text !== undefined && text !== '' && <p className={styles.text}>{text}</p>}
      {retry && (
        <div className={mergeClasses(styles.actions, compact && styles.compactActions)}>
          <Button
            size={compact ? 'small' : 'medium'}
            icon={<Icon name="arrow-clockwise" size={compact ? 16 : 20} />}
            disabledFocusable={retry.busy === true}
            onClick={retry.onRetry}
          >
            {retry.text}
          </Button>
        </div>
      )}
      {details && (
        <details className={styles.details}>
          <summary>{details.label}</summary>
          <pre className={styles.technical}>{details.text}</pre>
        </details>
      )}
    </div>
  );
}
