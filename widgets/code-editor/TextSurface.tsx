import { makeStyles } from '@fluentui/react-components';
import { Editor, loader } from '@monaco-editor/react';
import {
  useCallback,
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
  attachEditor,
  editorOptions,
  nextFile,
  prepareServices,
  type Labels,
  type MountedEditor,
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
  /** Null until an editor is mounted. */
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

/** Connects an editor with the widget once it is there. Returns the function to call with it. */
function useAttached(props: TextSurfaceProps): (codeEditor: editor.ICodeEditor) => void {
  const { container, ref, schemas, markers } = props;
  const [mounted, setMounted] = useState<MountedEditor | null>(null);
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  // In the commit that knows of the editor, so that no replacement of the text comes between.
  useLayoutEffect(() => mounted?.setText(latest.current.text), [mounted]);
  useImperativeHandle<TextEditor | null, TextEditor | null>(ref, () => mounted, [mounted]);
  useEffect(() => {
    if (schemas) mounted?.setSchemas(schemas);
  }, [mounted, schemas]);
  useEffect(() => mounted?.setMarkers(markers), [mounted, markers]);
  return useCallback(
    (codeEditor) => {
      const element = container.current!;
      // The typing surface is the library's: a description of its group is read by few screen readers.
      for (const surface of element.querySelectorAll('textarea'))
        surface.setAttribute('aria-describedby', latest.current.describedBy);
      setMounted(
        attachEditor(element, codeEditor, {
          onChange: (text) => latest.current.onChange(text),
          complete: (text, offset) => latest.current.complete(text, offset),
          onSave: () => latest.current.onSave(),
          onCaret: (caret) => latest.current.onCaret(caret),
          onHistory: (history) => latest.current.onHistory(history),
        }),
      );
    },
    [container],
  );
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
  const { text, language, readOnly, labels } = props;
  const styles = useStyles();
  const [file] = useState(nextFile);
  useSurroundings(props);
  const attach = useAttached(props);
  const options = useMemo(
    () => ({ ...editorOptions, readOnly, ariaLabel: labels.text }),
    [readOnly, labels.text],
  );
  return (
    <Editor
      path={file}
      defaultLanguage={language}
      defaultValue={text}
      theme={themeName}
      options={options}
      saveViewState={false}
      loading={null}
      wrapperProps={{ className: styles.surface, style: undefined }}
      beforeMount={prepareServices}
      onMount={attach}
    />
  );
}

/** The library's comparison disposes its models before the editor, which Monaco reports as an error, so this is our own. */
function ComparingSurface(props: TextSurfaceProps) {
  const { text, original = '', language, readOnly, sideBySide, labels, onCompared } = props;
  const styles = useStyles();
  const element = useRef<HTMLDivElement>(null);
  const [mounted, setMounted] = useState<editor.IStandaloneDiffEditor | null>(null);
  useSurroundings(props);
  const attach = useAttached(props);
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
  const initial = useRef({ text, original, options });
  useEffect(() => {
    prepareServices();
    const file = nextFile();
    const created = editor.createDiffEditor(element.current!, initial.current.options);
    created.onDidUpdateDiff(() => onCompared(created.getLineChanges()?.length ?? 0));
    const models = {
      original: editor.createModel(initial.current.original, language, Uri.parse(`${file}.before`)),
      modified: editor.createModel(initial.current.text, language, Uri.parse(file)),
    };
    created.setModel(models);
    attach(created.getModifiedEditor());
    setMounted(created);
    return () => {
      created.dispose();
      models.modified.dispose();
      models.original.dispose();
    };
  }, [language, attach, onCompared]);
  useEffect(() => mounted?.updateOptions(options), [mounted, options]);
  useEffect(() => {
    const model = mounted?.getModel()?.original;
    if (model && model.getValue() !== original) model.setValue(original);
  }, [mounted, original]);
  return <div ref={element} className={styles.surface} />;
}
