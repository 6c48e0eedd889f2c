import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import type { TextDiagnostic, TextPosition } from '../../src/engine/core/index.ts';
import { useText } from '../../src/engine/react/index.ts';
import { Icon, moldeToken } from '../../src/ui/index.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    flexShrink: 0,
    boxSizing: 'border-box',
    padding: '0 12px',
    minHeight: '28px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
  },
  // As wide as its usual text, so that what follows stays where it is when the first check ends.
  summary: { display: 'flex', alignItems: 'center', gap: '8px', flexShrink: 0, minWidth: '132px' },
  problems: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minHeight: '24px',
    padding: '0 4px',
    marginInlineStart: '-4px',
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    background: 'none',
    font: 'inherit',
    fontWeight: tokens.fontWeightSemibold,
    color: moldeToken('errorForeground'),
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
    '@media (pointer: coarse)': { minHeight: '44px' },
  },
  warning: { color: moldeToken('statusBlockedForeground') },
  // Items that have no room in the line are left out.
  more: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '0 12px',
    flex: '1 1 0',
    minWidth: 0,
    maxHeight: tokens.lineHeightBase200,
    overflow: 'hidden',
    '& > *': { whiteSpace: 'nowrap' },
  },
  caret: { marginInlineStart: 'auto', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
});

/** The line below the text: its problems, what the screen says of it, and where the caret stands. */
export function StatusBar({
  diagnostics,
  caret,
  onProblem,
  children,
}: {
  /** Null while the text is checked for the first time. */
  diagnostics: readonly TextDiagnostic[] | null;
  /** Null where no position is displayed. */
  caret: TextPosition | null;
  /** Goes to the first problem. */
  onProblem(diagnostic: TextDiagnostic): void;
  children?: ReactNode;
}) {
  const styles = useStyles();
  const t = useText();
  const errors = diagnostics?.filter(({ severity }) => severity === 'error') ?? [];
  const warnings = (diagnostics?.length ?? 0) - errors.length;
  const first = errors[0] ?? diagnostics?.[0];
  const counts = [
    ...(errors.length > 0 ? [t('codeEditor.diagnostics', { count: errors.length })] : []),
    ...(warnings > 0 ? [t('codeEditor.warnings', { count: warnings })] : []),
  ].join(' · ');
  return (
    <div className={styles.root}>
      <div role="status" className={styles.summary}>
        {first ? (
          <button
            type="button"
            className={mergeClasses(styles.problems, errors.length === 0 && styles.warning)}
            title={t('codeEditor.firstProblem')}
            onClick={() => onProblem(first)}
          >
            <Icon name={errors.length > 0 ? 'error-circle' : 'warning'} size={16} />
            {counts}
          </button>
        ) : (
          <>
            {diagnostics && <Icon name="checkmark-circle" size={16} />}
            {t(diagnostics ? 'codeEditor.noDiagnostics' : 'codeEditor.checking')}
          </>
        )}
      </div>
      <div className={styles.more}>{children}</div>
      {caret && (
        <span className={styles.caret}>
          {t('codeEditor.caret', { line: caret.line, column: caret.column })}
        </span>
      )}
    </div>
  );
}
