import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Icon } from './Icon.tsx';
import { moldeToken } from './theme/tokens.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px 16px',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightSemibold,
    whiteSpace: 'nowrap',
  },
  // Narrow, a line of its own below the title, which stands there without counts too.
  strip: { boxSizing: 'border-box', minHeight: '36px', justifyContent: 'space-between' },
  invalid: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    minHeight: '24px',
    padding: 0,
    border: 'none',
    background: 'none',
    font: 'inherit',
    color: moldeToken('errorForeground'),
    textDecorationLine: 'underline',
    cursor: 'pointer',
    borderRadius: tokens.borderRadiusSmall,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
    '@media (pointer: coarse)': { minHeight: '36px' },
  },
  changes: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    color: moldeToken('statusBlockedForeground'),
  },
  dot: {
    width: '6px',
    height: '6px',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: moldeToken('statusBlockedSolid'),
  },
  none: { color: tokens.colorNeutralForeground3, fontWeight: tokens.fontWeightRegular },
});

export interface FormCountsProps {
  /** Number of unsaved changes. */
  changes: number;
  /** Number of invalid fields. */
  invalid: number;
  narrow: boolean;
  /** The sentences for these numbers, and for none in narrow windows. */
  texts: { changes: string; invalid: string; unchanged: string };
  /** Leads to the first invalid field. */
  onShowFirst(): void;
}

/** Counts of the invalid fields and of the unsaved changes of forms. */
export function FormCounts({ changes, invalid, narrow, texts, onShowFirst }: FormCountsProps) {
  const styles = useStyles();
  return (
    <div className={mergeClasses(styles.root, narrow && styles.strip)} role="status">
      {invalid > 0 && (
        <button type="button" className={styles.invalid} onClick={onShowFirst}>
          <Icon name="error-circle" size={16} />
          {texts.invalid}
        </button>
      )}
      {changes > 0 && (
        <span className={styles.changes}>
          <span className={styles.dot} aria-hidden="true" />
          {texts.changes}
        </span>
      )}
      {narrow && changes === 0 && invalid === 0 && <span className={styles.none}>{texts.unchanged}</span>}
    </div>
  );
}
