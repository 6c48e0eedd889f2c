import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useText } from '../../src/engine/react/index.ts';
import { Icon } from '../../src/ui/index.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    flexShrink: 0,
    boxSizing: 'border-box',
    minHeight: '32px',
    padding: '0 4px 0 12px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
    containerType: 'inline-size',
  },
  path: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    flex: '1 1 0',
    minWidth: 0,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    overflow: 'hidden',
    // The end of a long path says most.
    justifyContent: 'flex-start',
    '& > li': { display: 'flex', alignItems: 'center', gap: '4px', whiteSpace: 'nowrap', minWidth: 0 },
    '& > li:last-child': { color: tokens.colorNeutralForeground1, flexShrink: 0 },
    '& > li:not(:last-child) > span': { overflow: 'hidden', textOverflow: 'ellipsis' },
  },
  // The bar is as wide as the editor: what has no room beside the path leaves, the last hint first.
  keys: { whiteSpace: 'nowrap', '@container (max-width: 480px)': { display: 'none' } },
  more: { '@container (max-width: 560px)': { display: 'none' } },
  redo: { '& svg': { transform: 'scaleX(-1)' } },
});

/** The line above the text: the part that the caret stands in, and what can be undone. */
export function EditorBar({
  path,
  history,
  saves,
  onUndo,
  onRedo,
}: {
  path: readonly string[];
  /** Null for a text that cannot be changed. */
  history: { undo: boolean; redo: boolean } | null;
  /** Whether Ctrl+S saves. */
  saves: boolean;
  onUndo(): void;
  onRedo(): void;
}) {
  const styles = useStyles();
  const t = useText();
  return (
    <div className={styles.root}>
      <ol className={styles.path} aria-label={t('codeEditor.path')}>
        {path.map((name, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- names repeat; their places do not
          <li key={at}>
            {at > 0 && <Icon name="chevron-right" size={16} />}
            <span>{name}</span>
          </li>
        ))}
      </ol>
      {history && (
        <>
          <span className={styles.keys}>{t('codeEditor.suggestions')}</span>
          {saves && <span className={mergeClasses(styles.keys, styles.more)}>{t('codeEditor.save')}</span>}
          <span className={mergeClasses(styles.keys, styles.more)}>{t('codeEditor.leave')}</span>
          <Button
            appearance="subtle"
            size="small"
            icon={<Icon name="arrow-undo" size={16} />}
            aria-label={t('codeEditor.undo')}
            title={t('codeEditor.undo')}
            disabled={!history.undo}
            onClick={onUndo}
          />
          <Button
            appearance="subtle"
            size="small"
            className={styles.redo}
            icon={<Icon name="arrow-undo" size={16} />}
            aria-label={t('codeEditor.redo')}
            title={t('codeEditor.redo')}
            disabled={!history.redo}
            onClick={onRedo}
          />
        </>
      )}
    </div>
  );
}
