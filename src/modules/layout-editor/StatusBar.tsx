import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useStore } from 'zustand';
import { useText } from '../../engine/react/index.ts';
import {
  ancestorsOf,
  nodesAtPointers,
  useEditor,
  useEditorState,
  useMainKey,
  useNodeName,
  type Draft,
} from '../../editor/index.ts';
import { Icon } from '../../ui/index.ts';
import type { Finding } from './view-context.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    paddingInline: '16px',
    minWidth: 0,
    backgroundColor: tokens.colorNeutralBackground1,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    whiteSpace: 'nowrap',
  },
  trail: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    flex: '1 1 0',
    minWidth: 0,
    overflow: 'hidden',
  },
  crumb: {
    minWidth: 0,
    height: '24px',
    padding: '0 4px',
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightRegular,
    color: 'inherit',
  },
  problems: { display: 'flex', alignItems: 'center', gap: '4px' },
  keys: { '@media (pointer: coarse), (max-width: 1023.98px)': { display: 'none' } },
  bad: { color: tokens.colorStatusDangerForeground1 },
});

function Crumb({ nodeKey }: { nodeKey: string }) {
  const styles = useStyles();
  const editor = useEditor();
  const name = useNodeName(nodeKey);
  return (
    <>
      <Icon name="chevron-right" size={12} />
      <Button
        appearance="transparent"
        size="small"
        className={styles.crumb}
        onClick={() => editor.select([nodeKey])}
      >
        {name}
      </Button>
    </>
  );
}

/** Where the selection is, what is wrong, and how much there is. */
export function StatusBar({
  draft,
  findings,
  isTextBroken,
}: {
  draft: Draft;
  findings: readonly Finding[];
  /** Whether the JSON text is no document. */
  isTextBroken: boolean;
}) {
  const styles = useStyles();
  const t = useText();
  const editor = useEditor();
  const key = useMainKey();
  const trail = useEditorState(({ model }) =>
    key === null ? '' : [...ancestorsOf(model, key), key].join('\n'),
  );
  const count = useEditorState(({ model }) => Object.keys(model.nodes).length);
  const failure = useStore(draft.store, (state) => state.failure);
  const errors = findings.filter(({ severity }) => severity === 'error');
  const problems = errors.length;
  const warnings = findings.length - problems;
  const showFirst = () => {
    const { model } = editor.store.getState();
    const [first] = [
      ...nodesAtPointers(
        model,
        (problems > 0 ? errors : findings).map(({ pointer }) => pointer),
      ),
    ];
    editor.select(first === undefined ? [] : [first]);
  };
  return (
    <footer className={styles.root}>
      <nav className={styles.trail} aria-label={t('editor.status.trail')}>
        <Button
          appearance="transparent"
          size="small"
          className={styles.crumb}
          onClick={() => editor.select([])}
        >
          {t('editor.status.view')}
        </Button>
        {trail !== '' && trail.split('\n').map((one) => <Crumb key={one} nodeKey={one} />)}
      </nav>
      {failure !== null && (
        <span className={`${styles.problems} ${styles.bad}`} role="alert">
          <Icon name="warning" size={14} />
          {failure.message}
        </span>
      )}
      {isTextBroken ? (
        <span className={mergeClasses(styles.problems, styles.bad)} role="alert">
          <Icon name="error-circle" size={14} />
          {t('editor.json.broken')}
        </span>
      ) : findings.length > 0 ? (
        <Button
          appearance="transparent"
          size="small"
          className={mergeClasses(styles.crumb, styles.problems, problems > 0 && styles.bad)}
          icon={<Icon name={problems > 0 ? 'error-circle' : 'warning'} size={14} />}
          onClick={showFirst}
        >
          {[
            ...(problems > 0 ? [t('editor.status.problems', { count: problems })] : []),
            ...(warnings > 0 ? [t('editor.status.warnings', { count: warnings })] : []),
          ].join(' · ')}
        </Button>
      ) : (
        <span className={styles.problems}>
          <Icon name="checkmark-circle" size={14} />
          {t('editor.status.fine')}
        </span>
      )}
      <span>{t('editor.status.widgets', { count })}</span>
      <span className={styles.keys}>{t('editor.status.areas')}</span>
    </footer>
  );
}
