import { makeStyles, tokens } from '@fluentui/react-components';
import type { CodeEditorProps } from '../../src/engine/core/index.ts';
import { useText } from '../../src/engine/react/index.ts';
import type { Resolved } from '../../src/engine/react/index.ts';
import { SkeletonGroup, SkeletonItem } from '../../src/ui/index.ts';
import { isDocumentEditor } from './editor-text.ts';
import { useFrameStyles } from './editor-styles.ts';

/** Indentation and width of the placeholder of each line, in characters. */
const lines = [
  [0, 1],
  [2, 18],
  [2, 20],
  [2, 26],
  [2, 34],
  [2, 14],
  [4, 30],
  [4, 38],
  [2, 2],
  [2, 12],
  [4, 16],
  [6, 28],
  [6, 24],
  [4, 1],
] as const;

const useStyles = makeStyles({
  bar: { flexShrink: 0, height: '32px', borderBottom: `1px solid ${tokens.colorNeutralStroke2}` },
  text: { flex: '1 1 0', minHeight: '80px', overflow: 'hidden', padding: '8px 0 8px 60px' },
  line: { display: 'flex', alignItems: 'center', height: '19px' },
  status: { flexShrink: 0, height: '28px', borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
});

/** The editor's frame with grey lines, where its text will stand. */
export function EditorSkeleton({
  id,
  label,
  props,
}: {
  id: string;
  label: string;
  props: Resolved<CodeEditorProps>;
}) {
  const frame = useFrameStyles();
  const styles = useStyles();
  const t = useText();
  const hasStatus = props.original === undefined && (props.language ?? 'json') === 'json';
  return (
    <section id={id} aria-label={label} className={frame.root} data-surface="">
      {isDocumentEditor(props) && <div className={styles.bar} />}
      <SkeletonGroup label={t('widgets.frame.loading')} className={styles.text}>
        {lines.map(([indent, width], at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the lines never change
          <div key={at} className={styles.line} style={{ paddingInlineStart: `${indent}ch` }}>
            <SkeletonItem width={`${width}ch`} height={10} />
          </div>
        ))}
      </SkeletonGroup>
      {hasStatus && <div className={styles.status} />}
    </section>
  );
}
