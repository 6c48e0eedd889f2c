import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { TextDiagnostic } from '../../src/engine/core/index.ts';
import { useText } from '../../src/engine/react/index.ts';
import type { DefinitionTools } from '../../src/engine/react/index.ts';
import { Icon, moldeToken } from '../../src/ui/index.ts';
import { messageOf } from './useTextDiagnostics.ts';

const useStyles = makeStyles({
  root: { borderTop: `1px solid ${tokens.colorNeutralStroke2}`, flexShrink: 0 },
  summary: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    margin: 0,
    padding: '4px 12px',
    minHeight: '20px',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
  },
  wrong: { color: moldeToken('errorForeground') },
  list: {
    listStyleType: 'none',
    margin: 0,
    padding: '0 0 4px',
    maxHeight: '164px',
    overflowY: 'auto',
  },
  diagnostic: {
    display: 'block',
    width: '100%',
    boxSizing: 'border-box',
    padding: '6px 12px',
    border: 'none',
    background: 'none',
    color: 'inherit',
    font: 'inherit',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    textAlign: 'start',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  position: { display: 'flex', flexWrap: 'wrap', columnGap: '8px', alignItems: 'baseline' },
  line: { fontWeight: tokens.fontWeightSemibold, color: moldeToken('errorForeground') },
  warning: { color: moldeToken('statusBlockedForeground') },
  pointer: {
    fontFamily: tokens.fontFamilyMonospace,
    color: tokens.colorNeutralForeground3,
    overflowWrap: 'anywhere',
  },
  hint: { color: tokens.colorNeutralForeground3 },
});

/** Diagnostics of the text; pressing one calls `onPress`. The line with their number is always rendered. */
export function DiagnosticList({
  diagnostics,
  tools,
  onPress,
}: {
  diagnostics: readonly TextDiagnostic[] | null;
  tools: DefinitionTools;
  onPress(diagnostic: TextDiagnostic): void;
}) {
  const styles = useStyles();
  const t = useText();
  const count = diagnostics?.length ?? 0;
  return (
    <div className={styles.root}>
      <p role="status" className={mergeClasses(styles.summary, count > 0 && styles.wrong)}>
        {diagnostics === null ? (
          t('widgets.code-editor.checking')
        ) : (
          <>
            <Icon name={count > 0 ? 'error-circle' : 'checkmark-circle'} size={16} />
            {count > 0
              ? t('widgets.code-editor.diagnostics', { count })
              : t('widgets.code-editor.noDiagnostics')}
          </>
        )}
      </p>
      {diagnostics !== null && count > 0 && (
        <ul className={styles.list} aria-label={t('widgets.code-editor.diagnostics', { count })}>
          {diagnostics.map((diagnostic) => (
            <li key={`${diagnostic.pointer} ${diagnostic.code} ${JSON.stringify(diagnostic.values)}`}>
              <button type="button" className={styles.diagnostic} onClick={() => onPress(diagnostic)}>
                <span className={styles.position}>
                  <span
                    className={mergeClasses(styles.line, diagnostic.severity === 'warning' && styles.warning)}
                  >
                    {t('widgets.code-editor.line', { line: diagnostic.from.line })}
                  </span>
                  <span className={styles.pointer}>{diagnostic.pointer || '/'}</span>
                </span>
                <span>{messageOf(tools, diagnostic)}</span>{' '}
                <span className={styles.hint}>{tools.hint(diagnostic)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
