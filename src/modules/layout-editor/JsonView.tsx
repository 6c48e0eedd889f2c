import { makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useMemo, useState } from 'react';
import type { JsonObject } from '../../contracts/json.ts';
import { outlineRoot, type Screen as CoreScreen } from '../../engine/core/index.ts';
import { Screen, useHost, useText } from '../../engine/react/index.ts';
import { nodeAtPointer, pointerOfNode, useEditor } from '../../editor/index.ts';
import { createJsonSync } from './json-sync.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    minWidth: 0,
    minHeight: 0,
    padding: '12px',
    backgroundColor: tokens.colorNeutralBackground3,
    '& > *': { flex: '1 1 0', minWidth: 0 },
  },
});

const textPath = ['state', 'text'];
const placePath = ['state', 'place'];

/** A screen with the text of the document alone, in the code editor of the product. */
const screenOf = (label: string, text: string): JsonObject => ({
  kind: 'screen',
  formatVersion: 2,
  id: 'layout-editor-json',
  path: '/layout-editor-json',
  title: '',
  layout: 'work',
  access: { any: [] },
  state: { text, place: '' },
  body: [
    {
      id: 'layoutJson',
      type: 'code-editor',
      props: {
        label,
        // A bound text that equals the value is empty: an empty document is no document.
        value: '',
        bind: 'state.text',
        place: 'state.place',
        schema: 'dashboard',
        guard: false,
      },
    },
  ],
});

/** The document as text, in step with the editor both ways. */
export default function JsonView({ onPending }: { onPending(isPending: boolean): void }) {
  const styles = useStyles();
  const t = useText();
  const { host } = useHost();
  const editor = useEditor();
  const [sync] = useState(() => createJsonSync(editor));
  const label = t('editor.json.label');
  const document = useMemo(() => screenOf(label, sync.initial), [label, sync]);
  const [screen, setScreen] = useState<CoreScreen | null>(null);

  useEffect(() => {
    if (!screen) return undefined;
    const { store } = screen;
    const write = (text: string | null) => {
      if (text !== null) store.set(textPath, text);
    };
    const releaseText = store.subscribe([textPath], () => {
      write(sync.typed(String(store.get(textPath))));
      onPending(sync.isPending());
    });
    // Something may have changed while the code of the text was loaded.
    write(sync.changed());
    const releasePlace = store.subscribe([placePath], () => {
      const place = store.get(placePath);
      if (typeof place !== 'string' || place === '') return;
      const key = nodeAtPointer(editor.store.getState().model, place === outlineRoot ? '' : place);
      if (key !== null) editor.select([key]);
    });
    let selection = editor.store.getState().selection;
    const releaseModel = editor.store.subscribe((state) => {
      write(sync.changed());
      if (state.selection === selection) return;
      selection = state.selection;
      const key = selection.at(-1);
      const place = store.get(placePath);
      const current =
        typeof place === 'string' ? nodeAtPointer(state.model, place === outlineRoot ? '' : place) : null;
      if (key !== undefined && key !== current) store.set(placePath, pointerOfNode(state.model, key));
    });
    const releaseGuard = host.guard(sync.isPending);
    return () => {
      releaseText();
      releasePlace();
      releaseModel();
      releaseGuard();
    };
  }, [screen, sync, editor, host, onPending]);

  return (
    <div className={styles.root} data-json="">
      <Screen document={document} params={noParams} diagnostics={noDiagnostics} onOpen={setScreen} embedded />
    </div>
  );
}

const noParams = {};
const noDiagnostics: readonly never[] = [];
