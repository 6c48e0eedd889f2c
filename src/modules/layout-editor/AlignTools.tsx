import { makeStyles } from '@fluentui/react-components';
import { useText } from '../../engine/react/index.ts';
import { alignSelection, useAnnounce, useEditor, type Edge } from '../../editor/index.ts';
import type { IconName } from '../../ui/index.ts';
import { Tool } from './TopBar.tsx';

const useStyles = makeStyles({ root: { display: 'flex', flexWrap: 'wrap', gap: '4px' } });

const edges: readonly (readonly [Edge, IconName])[] = [
  ['left', 'align-left'],
  ['right', 'align-right'],
  ['top', 'align-top'],
  ['bottom', 'align-bottom'],
  ['width', 'arrow-autofit-width'],
  ['height', 'arrow-autofit-height'],
];

/** Aligns several widgets with the one that was selected last. */
export function AlignTools() {
  const styles = useStyles();
  const t = useText();
  const editor = useEditor();
  const announce = useAnnounce();
  return (
    <div className={styles.root}>
      {edges.map(([edge, icon]) => (
        <Tool
          key={edge}
          icon={icon}
          text={t(`editor.align.${edge}`)}
          onPress={() => announce(alignSelection(editor, edge))}
        />
      ))}
    </div>
  );
}
