import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { Diagnostic } from '../../engine/core/index.ts';
import { EditedDocument, useHost, useText } from '../../engine/react/index.ts';
import { Announcer, PropertyPanel, useEditor, type Draft } from '../../editor/index.ts';
import { SkeletonGroup } from '../../ui/index.ts';
import { Canvas } from './Canvas.tsx';
import { PalettePanel } from './PalettePanel.tsx';
import { usePositionSections } from './PositionSection.tsx';
import { StatusBar } from './StatusBar.tsx';
import { TopBar } from './TopBar.tsx';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateRows: '52px minmax(0, 1fr) 28px',
    height: '100%',
    minWidth: 0,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  main: { display: 'grid', gridTemplateColumns: '248px minmax(0, 1fr) 316px', minHeight: 0 },
  side: { minHeight: 0, overflow: 'hidden', backgroundColor: tokens.colorNeutralBackground1 },
  start: { borderRight: `1px solid ${tokens.colorNeutralStroke2}` },
  end: { borderLeft: `1px solid ${tokens.colorNeutralStroke2}` },
});

/** The surface: bar, palette, canvas, properties and status. */
export function Workbench({ draft }: { draft: Draft }) {
  const styles = useStyles();
  const t = useText();
  const { host } = useHost();
  const sections = usePositionSections();
  const document = useEditedDocument();
  const [diagnostics, setDiagnostics] = useState<readonly Diagnostic[]>([]);
  const validated = useCallback((found: readonly Diagnostic[]) => setDiagnostics(found), []);
  useEffect(() => host.guard(draft.isDirty), [host, draft]);
  // What is not saved yet when the person leaves the page is saved then.
  useEffect(() => () => void draft.flush(), [draft]);
  return (
    <Announcer>
      <EditedDocument
        document={document}
        onValidated={validated}
        fallback={<SkeletonGroup label={t('shell.loading')}>{null}</SkeletonGroup>}
      >
        <div className={styles.root} data-surface="layout-editor">
          <TopBar draft={draft} diagnostics={diagnostics} />
          <div className={styles.main}>
            <aside className={mergeClasses(styles.side, styles.start)} aria-label={t('editor.palette.label')}>
              <PalettePanel />
            </aside>
            <Canvas />
            <aside className={mergeClasses(styles.side, styles.end)} aria-label={t('editor.panel.label')}>
              <PropertyPanel sections={sections} />
            </aside>
          </div>
          <StatusBar draft={draft} diagnostics={diagnostics} />
        </div>
      </EditedDocument>
    </Announcer>
  );
}

/** The document as it is written, whenever it changes. */
function useEditedDocument() {
  const editor = useEditor();
  return useSyncExternalStore(editor.store.subscribe, editor.document);
}
