import { makeStyles } from '@fluentui/react-components';
import { Editor, loader } from '@monaco-editor/react';
import {
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type Ref,
  type RefObject,
} from 'react';
import type { EditingSchema } from '../../src/engine/core/index.ts';
import { applyInlineStyles } from './inline-styles.ts';
import { editor, monaco, Uri } from './monaco.ts';
import {
  createText,
  editorOptions,
  nextAddress,
  type EditedText,
  type Labels,
  type TextEditor,
  type TextEvents,
  type TextMarker,
} from './text-editor.ts';
import { followTheme, themeName } from './theme.ts';

// Without it the library would load Monaco from another server.
loader.config({ monaco });

export interface TextSurfaceProps extends TextEvents {
  /** The element around it, whose theme it has. */
  container: RefObject<HTMLElement | null>;
  ref: Ref<TextEditor>;
  /** The text to begin with. From then on the editor has it, so that typing is ahead of what React has rendered. */
  text: string;
  /** Read-only text to compare with; undefined for a plain editor. */
  original: string | undefined;
  language: 'json' | 'text';
  readOnly: boolean;
  sideBySide: boolean;
  labels: Labels;
  /** Id of the text that describes the editor. */
  describedBy: string;
  /** Null until they are loaded. */
  schemas: readonly EditingSchema[] | null;
  markers: readonly TextMarker[];
  /** Called with the number of differences after each comparison. The same function each time. */
  onCompared(differences: number): void;
}

const useStyles = makeStyles({
  surface: {
    position: 'absolute',
    inset: 0,
    display: 'flex',
    '& > div': { flex: '1 1 0', minWidth: 0 },
  },
});

/** An editor, or a comparison of its text with another one. A change between them, or of the language, mounts it anew. */
export function TextSurface(props: TextSurfaceProps) {
  const Surface = props.original === undefined ? PlainSurface : ComparingSurface;
  return <Surface key={props.language} {...props} />;
}

/** The text of the widget, from before its editor is mounted. */
function useEditedText(props: TextSurfaceProps): { address: string; text: RefObject<EditedText | null> } {
  const { ref, language, schemas, markers } = props;
  const [address] = useState(nextAddress);
  const text = useRef<EditedText>(null);
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  useLayoutEffect(() => {
    const created = createText(address, latest.current.text, language, {
      onChange: (next) => latest.current.onChange(next),
      complete: (next, offset) => latest.current.complete(next, offset),
      onSave: () => latest.current.onSave(),
      onCaret: (caret) => latest.current.onCaret(caret),
      onHistory: (history) => latest.current.onHistory(history),
    });
    text.current = created;
    return () => created.dispose();
  }, [address, language]);
  useImperativeHandle<TextEditor | null, TextEditor | null>(ref, () => text.current, []);
  useEffect(() => {
    if (schemas) text.current?.setSchemas(schemas);
  }, [schemas]);
  useEffect(() => text.current?.setMarkers(markers), [markers]);
  return { address, text };
}

/** Gives the typing surface, which is the library's, its description: that of its group is read by few screen readers. */
function describe({ container, describedBy }: TextSurfaceProps): void {
  for (const surface of container.current!.querySelectorAll('textarea'))
    surface.setAttribute('aria-describedby', describedBy);
}

/** Follows the theme and the styles around an editor, from before it is mounted. */
function useSurroundings({ container }: TextSurfaceProps): void {
  useEffect(() => {
    const element = container.current!;
    const stops = [applyInlineStyles(element), followTheme(element)];
    return () => stops.forEach((stop) => stop());
  }, [container]);
}

function PlainSurface(props: TextSurfaceProps) {
  const { container, readOnly, labels } = props;
  const styles = useStyles();
  const { address, text } = useEditedText(props);
  useSurroundings(props);
  const options = useMemo(
    () => ({ ...editorOptions, readOnly, ariaLabel: labels.text }),
    [readOnly, labels.text],
  );
  return (
    // The library finds the text by its address.
    <Editor
      path={address}
      keepCurrentModel
      saveViewState={false}
      theme={themeName}
      options={options}
      loading={null}
      wrapperProps={{ className: styles.surface, style: undefined }}
      onMount={(codeEditor) => {
        text.current!.mount(container.current!, codeEditor);
        describe(props);
      }}
    />
  );
}

/** The library's comparison disposes its models before the editor, which Monaco reports as an error, so this is our own. */
function ComparingSurface(props: TextSurfaceProps) {
  const { container, original = '', language, readOnly, sideBySide, labels, onCompared } = props;
  const styles = useStyles();
  const element = useRef<HTMLDivElement>(null);
  const mounted = useRef<editor.IStandaloneDiffEditor>(null);
  const { address, text } = useEditedText(props);
  useSurroundings(props);
  const options = useMemo(
    () => ({
      ...editorOptions,
      readOnly,
      renderSideBySide: sideBySide,
      ariaLabel: labels.text,
      modifiedAriaLabel: labels.text,
      originalAriaLabel: labels.original,
    }),
    [readOnly, sideBySide, labels],
  );
  const initial = useRef({ original, options, props });
  useEffect(() => {
    const before = editor.createModel(initial.current.original, language, Uri.parse(`${address}.before`));
    const created = editor.createDiffEditor(element.current!, initial.current.options);
    created.onDidUpdateDiff(() => onCompared(created.getLineChanges()?.length ?? 0));
    created.setModel({ original: before, modified: text.current!.model });
    text.current!.mount(container.current!, created.getModifiedEditor(), created);
    describe(initial.current.props);
    mounted.current = created;
    return () => before.dispose();
  }, [address, text, container, language, onCompared]);
  useEffect(() => mounted.current?.updateOptions(options), [options]);
  useEffect(() => {
    const model = mounted.current?.getModel()?.original;
    if (model && model.getValue() !== original) model.setValue(original);
  }, [original]);
  return <div ref={element} className={styles.surface} />;
}
