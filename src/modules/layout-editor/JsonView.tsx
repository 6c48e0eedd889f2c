import { makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useMemo, useRef, useState } from 'react';
import { deepEqual, isObject, type Json, type JsonObject } from '../../contracts/json.ts';
import { formatJson, outlineRoot, type Screen as CoreScreen } from '../../engine/core/index.ts';
import { Screen, useText } from '../../engine/react/index.ts';
import { nodeAtPointer, pointerOfNode, useEditor } from '../../editor/index.ts';

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
const screenOf = (label: string, value: JsonObject): JsonObject => ({
  kind: 'screen',
  formatVersion: 2,
  id: 'layout-editor-json',
  path: '/layout-editor-json',
  title: '',
  layout: 'work',
  access: { any: [] },
  state: { text: '', place: '' },
  body: [
    {
      id: 'layoutJson',
      type: 'code-editor',
      props: {
        label,
        value: value as Json,
        bind: 'state.text',
        place: 'state.place',
        schema: 'dashboard',
        guard: false,
      },
    },
  ],
});

function parsed(text: string): JsonObject | null {
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * The document as text, in step with the editor both ways: text that is a document is taken over as it is typed; what changes
 * elsewhere is written into the text. The text is never formatted under the caret, and what is no JSON stays as typed.
 */
export default function JsonView() {
  const styles = useStyles();
  const t = useText();
  const editor = useEditor();
  const [initial] = useState(() => editor.document());
  const label = t('editor.json.label');
  const document = useMemo(() => screenOf(label, initial), [label, initial]);
  const [screen, setScreen] = useState<CoreScreen | null>(null);
  /** The document that the text says. */
  const written = useRef<JsonObject>(initial);

  useEffect(() => {
    if (!screen) return undefined;
    const { store } = screen;
    const read = () => {
      const text = store.get(textPath);
      // Without changes the bound text is empty.
      const value = text === '' ? initial : parsed(String(text));
      if (value === null || deepEqual(value, written.current)) return;
      written.current = value;
      editor.dispatch({ type: 'replace', document: value }, { label: 'json', typing: 'json' });
    };
    const releaseText = store.subscribe([textPath], read);
    const releasePlace = store.subscribe([placePath], () => {
      const place = store.get(placePath);
      if (typeof place !== 'string' || place === '') return;
      const key = nodeAtPointer(editor.store.getState().model, place === outlineRoot ? '' : place);
      if (key !== null) editor.select([key]);
    });
    let selection = editor.store.getState().selection;
    const releaseModel = editor.store.subscribe((state) => {
      const now = editor.document();
      if (!deepEqual(now, written.current)) {
        written.current = now;
        store.set(textPath, formatJson(now));
      }
      if (state.selection === selection) return;
      selection = state.selection;
      const key = selection.at(-1);
      const place = store.get(placePath);
      const current =
        typeof place === 'string' ? nodeAtPointer(state.model, place === outlineRoot ? '' : place) : null;
      if (key !== undefined && key !== current) store.set(placePath, pointerOfNode(state.model, key));
    });
    return () => {
      releaseText();
      releasePlace();
      releaseModel();
    };
  }, [screen, editor, initial]);

  return (
    <div className={styles.root} data-json="">
      <Screen document={document} params={noParams} diagnostics={noDiagnostics} onOpen={setScreen} embedded />
    </div>
  );
}

const noParams = {};
const noDiagnostics: readonly never[] = [];
