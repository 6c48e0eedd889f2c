import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Icon } from '../marks/Icon.tsx';
import { moldeToken, statusToken } from '../theme/tokens.ts';

export interface ErrorNoticeProps {
  title: string;
  text?: string;
  /** The retry button; absent if nothing can be retried. */
  retry?: { text: string; onRetry: () => void; busy?: boolean };
  /** Technical part (document, node, rule) behind a disclosure. */
  details?: { label: string; text: string };
  /** Beside the icon instead of in a centred block. */
  compact?: boolean;
  /** One line, inside a live region: longer text is cut off, and the browser's tooltip contains all of it. */
  line?: boolean;
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
    // The rows of a notice in a tall tile stay together.
    alignContent: 'center',
    columnGap: '8px',
    padding: '8px 12px',
    textAlign: 'start',
  },
  line: {
    flexWrap: 'nowrap',
    minHeight: '40px',
    boxSizing: 'border-box',
    padding: '4px 12px 4px 16px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: moldeToken(statusToken('late', 'Background')),
  },
  lineTitle: { flexShrink: 0 },
  lineText: {
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground2,
    '@container (max-width: 560px)': { display: 'none' },
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

/** Replaces content that failed, with a retry. The rest of the screen stays. */
export function ErrorNotice({ title, text, retry, details, compact, line }: ErrorNoticeProps) {
  const styles = useStyles();
  const beside = compact === true || line === true;
  return (
    <div
      {...(line ? {} : { role: 'alert' })}
      className={mergeClasses(styles.root, beside && styles.compact, line && styles.line)}
    >
      <span className={mergeClasses(styles.icon, beside && styles.compactIcon)}>
        <Icon name="error-circle" />
      </span>
      <p className={mergeClasses(styles.title, line && styles.lineTitle)}>{title}</p>
      {text !== undefined && text !== '' && (
        <p className={mergeClasses(styles.text, line && styles.lineText)} {...(line ? { title: text } : {})}>
          {text}
        </p>
      )}
      {retry && (
        <div className={mergeClasses(styles.actions, beside && styles.compactActions)}>
          <Button
            size={beside ? 'small' : 'medium'}
            icon={<Icon name="arrow-clockwise" size={beside ? 16 : 20} />}
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
