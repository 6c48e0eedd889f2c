import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Icon } from '../marks/Icon.tsx';
import { moldeToken } from '../theme/tokens.ts';

/** A page header with little room for its title. */
const little = '@container (max-width: 860px)';
/** As large a number as the room is made for. */
const many = 88;

const useStyles = makeStyles({
  // As high as the header's line from the start, like the places in it.
  root: {
    display: 'flex',
    alignSelf: 'stretch',
    gap: '4px 16px',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightSemibold,
    whiteSpace: 'nowrap',
  },
  // Beside a title with little room they stand below each other.
  beside: {
    flexShrink: 0,
    [little]: {
      flexDirection: 'column',
      justifyContent: 'center',
      gap: 0,
      '& > *': { minHeight: '24px' },
      '& button': { minHeight: '24px' },
    },
  },
  // Narrow, a line of its own below the title, which stands there without counts too.
  strip: { boxSizing: 'border-box', minHeight: '36px', justifyContent: 'space-between' },
  // The room of the longest count is reserved, and a count starts at its left edge: none moves when it or the other changes.
  place: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-start',
    justifyContent: 'center',
    '::after': {
      content: 'attr(data-room)',
      height: 0,
      overflow: 'hidden',
      visibility: 'hidden',
      paddingInlineStart: '22px',
    },
  },
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
  /** The sentences for a number of changes and of invalid fields, and for none in narrow windows. */
  texts: { changes(count: number): string; invalid(count: number): string; unchanged: string };
  /** Leads to the first invalid field. */
  onShowFirst(): void;
}

/** Counts of the invalid fields and of the unsaved changes of forms. */
export function FormCounts({ changes, invalid, narrow, texts, onShowFirst }: FormCountsProps) {
  const styles = useStyles();
  return (
    <div className={mergeClasses(styles.root, narrow ? styles.strip : styles.beside)} role="status">
      <span className={styles.place} data-room={texts.invalid(many)}>
        {invalid > 0 && (
          <button type="button" className={styles.invalid} onClick={onShowFirst}>
            <Icon name="error-circle" size={16} />
            {texts.invalid(invalid)}
          </button>
        )}
        {narrow && changes === 0 && invalid === 0 && <span className={styles.none}>{texts.unchanged}</span>}
      </span>
      <span className={styles.place} data-room={texts.changes(many)}>
        {changes > 0 && (
          <span className={styles.changes}>
            <span className={styles.dot} aria-hidden="true" />
            {texts.changes(changes)}
          </span>
        )}
      </span>
    </div>
  );
}
