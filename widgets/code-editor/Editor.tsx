import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Json } from '../../src/contracts/json.ts';
import type { CodeEditorProps } from '../../src/engine/core/index.ts';
import { useBinding, useDefinitionTools, useSubmission, useText } from '../../src/engine/react/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';
import { moldeToken, useWiderThan } from '../../src/ui/index.ts';
import { Differences, Sides } from './Comparison.tsx';
import { DiagnosticList } from './DiagnosticList.tsx';
import { sameJson, textOf } from './text-of.ts';
import { createTextEditor, type TextEditor } from './text-editor.ts';
import { messageOf, useChecked } from './useChecked.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    minWidth: 0,
    minHeight: '320px',
    flex: '1 1 auto',
    border: `1px solid ${moldeToken('cardStroke')}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    overflow: 'clip',
  },
  text: {
    position: 'relative',
    flex: '1 1 0',
    minHeight: '80px',
    minWidth: 0,
    fontFamily: tokens.fontFamilyMonospace,
    // The library takes its colours from variables of its own: here they are the theme's.
    '& .monaco-editor, & .monaco-diff-editor': {
      '--vscode-editor-background': tokens.colorNeutralBackground1,
      '--vscode-editorGutter-background': tokens.colorNeutralBackground1,
      '--vscode-editor-foreground': tokens.colorNeutralForeground1,
      '--vscode-editorLineNumber-foreground': tokens.colorNeutralForeground3,
      '--vscode-editorLineNumber-activeForeground': tokens.colorNeutralForeground1,
      '--vscode-editor-lineHighlightBackground': tokens.colorNeutralBackground2,
      '--vscode-editor-lineHighlightBorder': 'transparent',
      '--vscode-editor-selectionBackground': tokens.colorBrandBackground2Hover,
      '--vscode-editor-inactiveSelectionBackground': tokens.colorBrandBackground2,
      '--vscode-focusBorder': tokens.colorStrokeFocus2,
      '--vscode-editorWidget-background': tokens.colorNeutralBackground1,
      '--vscode-editorWidget-foreground': tokens.colorNeutralForeground1,
      '--vscode-editorWidget-border': tokens.colorNeutralStroke1,
      '--vscode-editorHoverWidget-background': tokens.colorNeutralBackground1,
      '--vscode-editorHoverWidget-foreground': tokens.colorNeutralForeground1,
      '--vscode-editorHoverWidget-border': tokens.colorNeutralStroke1,
      '--vscode-editorSuggestWidget-background': tokens.colorNeutralBackground1,
      '--vscode-editorSuggestWidget-foreground': tokens.colorNeutralForeground1,
      '--vscode-editorSuggestWidget-border': tokens.colorNeutralStroke1,
      '--vscode-editorSuggestWidget-selectedBackground': tokens.colorBrandBackground2,
      '--vscode-editorSuggestWidget-selectedForeground': tokens.colorBrandForeground2,
      '--vscode-editorSuggestWidget-highlightForeground': tokens.colorBrandForeground1,
      '--vscode-diffEditor-removedLineBackground': moldeToken('statusLateBackground'),
      '--vscode-diffEditor-insertedLineBackground': moldeToken('statusConcludedBackground'),
      '--vscode-diffEditor-removedTextBackground': 'transparent',
      '--vscode-diffEditor-insertedTextBackground': 'transparent',
      '--vscode-editorError-foreground': tokens.colorStatusDangerForeground1,
    },
  },
  // Over what is written, which would cover an outline.
  focused: {
    '&:focus-within::after': {
      content: '""',
      position: 'absolute',
      inset: 0,
      zIndex: 10,
      border: `2px solid ${tokens.colorStrokeFocus2}`,
      borderRadius: tokens.borderRadiusXLarge,
      pointerEvents: 'none',
    },
  },
});

/** Text that is code. See its schema for what it tells and takes. */
export default function Editor({ id, props, fire, listens }: WidgetProps<CodeEditorProps>) {
  const styles = useStyles();
  const t = useText();
  const tools = useDefinitionTools();
  const box = useRef<HTMLDivElement>(null);
  const editor = useRef<TextEditor | null>(null);
  const wide = useWiderThan(box, 760);

  const language = props.language ?? 'json';
  const kind = typeof props.schema === 'string' ? props.schema : 'json';
  const compares = props.original !== undefined;
  const readOnly = props.readOnly === true;
  const label = props.label || t('widgets.code-editor.label');
  const originalSide = props.sides?.original ?? t('widgets.code-editor.original');
  const textSide = props.sides?.value ?? t('widgets.code-editor.changed');
  /** Of a comparison; null until it is made. */
  const [differences, setDifferences] = useState<number | null>(null);
  const labels = useMemo(
    () =>
      compares
        ? { text: `${label}: ${textSide}`, original: `${label}: ${originalSide}` }
        : { text: label, original: '' },
    [compares, label, textSide, originalSide],
  );
  const given = textOf(props.value as Json | undefined);
  const original = textOf(props.original as Json | undefined);

  const [bound, setBound] = useBinding(props.bind);
  const typed = typeof bound === 'string' ? bound : '';
  /** What the text is measured by: the value, or what was sent last. */
  const [base, setBase] = useState(given);
  const version = useRef(props.version);
  const [text, setText] = useState(typed === '' ? given : typed);
  const dirty = text !== base;

  const { checked, check, refuse } = useChecked(text, language === 'json' ? kind : null, tools);
  const [, setStatus] = useBinding(props.status);
  const first = checked?.diagnostics[0];
  const diagnostics = checked?.diagnostics.filter((one) => one.severity === 'error').length ?? 0;
  useEffect(() => {
    if (!checked) return;
    setStatus({
      changes: dirty ? 1 : 0,
      faults: diagnostics,
      valid: diagnostics === 0,
      first: first
        ? `${t('widgets.code-editor.line', { line: first.from.line })} · ${messageOf(tools, first)}`
        : '',
      value: (checked.value ?? null) as Json,
    });
  }, [checked, dirty, diagnostics, first, setStatus, t, tools]);

  const show = useCallback((next: string) => {
    editor.current?.setText(next);
    setText(next);
  }, []);

  const begin = useCallback(
    (next: string) => {
      setBase(next);
      show(next);
    },
    [show],
  );

  const loaded = props.version;
  // What was loaded anew takes the place of what nobody changed.
  const seen = useRef(given);
  useEffect(() => {
    if (seen.current === given && version.current === loaded) return;
    seen.current = given;
    // What was sent came back: what is typed since was typed over this.
    const own = sameJson(given, base);
    if (dirty && !own) return;
    version.current = loaded;
    // The editor is what is kept in step here; the state follows its text.
    // oxlint-disable-next-line react/set-state-in-effect
    if (!dirty) begin(given);
  }, [given, loaded, base, dirty, begin]);

  // Somebody else wrote what is typed: steps of the screen.
  const told = useRef(typed);
  useEffect(() => {
    if (told.current === typed) return;
    told.current = typed;
    show(typed === '' ? base : typed);
  }, [typed, base, show]);

  const tell = useCallback(
    (next: string) => {
      told.current = next;
      setBound(next);
    },
    [setBound],
  );

  const lastSent = useRef<{ text: string; value: Json }>({ text: '', value: null });
  const { submit } = useSubmission({
    event: 'save',
    async prepare() {
      const now = editor.current?.text() ?? text;
      const result = await check(now);
      const wrong = result.diagnostics.find((one) => one.severity === 'error');
      if (wrong) {
        editor.current?.reveal(wrong.from);
        return null;
      }
      lastSent.current = { text: now, value: (result.value ?? null) as Json };
      const began = typeof version.current === 'number' ? { version: version.current } : {};
      return { event: { ...lastSent.current, ...began } as Json };
    },
    showFailure(failure) {
      if (failure.code !== 'VERSION_CONFLICT' || !listens('conflict')) {
        return failure.status === 422 && refuse(failure.errors);
      }
      const theirs = failure.data as { definition?: Json; version?: number } | null | undefined;
      void fire('conflict', {
        ...lastSent.current,
        theirs: theirs?.definition ?? null,
        version: theirs?.version ?? 0,
      });
      return true;
    },
    submitted() {
      setBase(editor.current?.text() ?? text);
      tell('');
    },
    reset() {
      show(base);
      tell('');
    },
    guard: props.guard !== false && !readOnly,
    isDirty: () => dirty,
  });

  const onChange = useRef<(next: string) => void>(() => undefined);
  const onSave = useRef<() => void>(() => undefined);
  useEffect(() => {
    onChange.current = (next) => {
      setText(next);
      tell(next === base ? '' : next);
      if (listens('change')) void fire('change', { text: next });
    };
    onSave.current = () => {
      if (listens('save')) submit();
    };
  });

  const start = useRef({ text, original, readOnly, labels });
  useEffect(() => {
    start.current = { text, original, readOnly, labels };
  });
  useEffect(() => {
    const opened = createTextEditor(box.current!, {
      ...start.current,
      original: compares ? start.current.original : undefined,
      language,
      sideBySide: true,
      onChange: (next) => onChange.current(next),
      onSave: () => onSave.current(),
      onCompared: setDifferences,
    });
    editor.current = opened;
    return () => {
      editor.current = null;
      opened.dispose();
    };
  }, [compares, language]);

  useEffect(() => editor.current?.setReadOnly(readOnly), [readOnly, compares, language]);
  useEffect(() => editor.current?.setLabels(labels), [labels, compares, language]);
  useEffect(() => editor.current?.setOriginal(original), [original, compares, language]);
  useEffect(() => editor.current?.setSideBySide(wide !== false), [wide, compares, language]);
  useEffect(() => {
    let left = false;
    if (language !== 'json' || kind === 'json') return undefined;
    void tools.schemas(kind).then(
      (schemas) => !left && editor.current?.setSchemas(schemas),
      // Without its schemas the editor writes and checks all the same.
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [tools, kind, language, compares]);
  useEffect(() => {
    editor.current?.mark(
      (checked?.diagnostics ?? []).map((one) => ({
        ...one,
        message: [messageOf(tools, one), tools.hint(one)].filter(Boolean).join('\n'),
      })),
    );
  }, [checked, tools, compares, language]);

  return (
    <section id={id} aria-label={label} className={styles.root}>
      <p id={`${id}-keys`} hidden>
        {t('widgets.code-editor.keys')}
      </p>
      {compares && <Sides names={[originalSide, textSide]} />}
      <div
        ref={box}
        aria-describedby={`${id}-keys`}
        role="group"
        aria-label={label}
        className={mergeClasses(styles.text, styles.focused)}
        style={props.height === undefined ? undefined : { flex: `0 0 ${props.height}px` }}
      />
      {compares && <Differences count={differences} />}
      {language === 'json' && !compares && (
        <DiagnosticList
          diagnostics={checked?.diagnostics ?? null}
          tools={tools}
          onPress={(diagnostic) => editor.current?.reveal(diagnostic.from)}
        />
      )}
    </section>
  );
}
