import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { TextDiagnostic } from '../../src/engine/core/index.ts';
import { useText } from '../../src/engine/react/index.ts';
import type { DefinitionTools } from '../../src/engine/react/index.ts';
import { moldeToken } from '../../src/ui/index.ts';
import { messageOf } from './useTextDiagnostics.ts';

const useStyles = makeStyles({
  list: {
    flexShrink: 0,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    listStyleType: 'none',
    margin: 0,
    padding: '4px 0',
    maxHeight: '164px',
    overflowY: 'auto',
  },
  item: { display: 'flex', alignItems: 'center', gap: '8px', paddingInlineEnd: '12px' },
  fix: { flexShrink: 0 },
  diagnostic: {
    display: 'block',
    flex: '1 1 0',
    minWidth: 0,
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

/** Diagnostics of the text; pressing one calls `onPress`, its fix `onFix`. */
export function DiagnosticList({
  diagnostics,
  tools,
  onPress,
  onFix,
}: {
  diagnostics: readonly TextDiagnostic[];
  tools: DefinitionTools;
  onPress(diagnostic: TextDiagnostic): void;
  /** Undefined for a text that cannot be changed. */
  onFix: ((diagnostic: TextDiagnostic) => void) | undefined;
}) {
  const styles = useStyles();
  const t = useText();
  const count = diagnostics.length;
  if (count === 0) return null;
  return (
    <ul className={styles.list} aria-label={t('codeEditor.diagnostics', { count })}>
      {diagnostics.map((diagnostic) => (
        <li
          key={`${diagnostic.pointer} ${diagnostic.code} ${JSON.stringify(diagnostic.values)}`}
          className={styles.item}
        >
          <button type="button" className={styles.diagnostic} onClick={() => onPress(diagnostic)}>
            <span className={styles.position}>
              <span
                className={mergeClasses(styles.line, diagnostic.severity === 'warning' && styles.warning)}
              >
                {t('codeEditor.line', { line: diagnostic.from.line })}
              </span>
              <span className={styles.pointer}>{diagnostic.pointer || '/'}</span>
            </span>
            <span>{messageOf(tools, diagnostic)}</span>{' '}
            <span className={styles.hint}>{tools.hint(diagnostic)}</span>
          </button>
          {diagnostic.fix && onFix && (
            <Button
              size="small"
              className={styles.fix}
              aria-label={t('codeEditor.fixTo', { text: diagnostic.fix.shown })}
              title={t('codeEditor.fixTo', { text: diagnostic.fix.shown })}
              onClick={() => onFix(diagnostic)}
            >
              {t('codeEditor.fix')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
