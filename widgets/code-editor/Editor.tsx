import { mergeClasses } from '@fluentui/react-components';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { isDataCatalogue } from '../../src/contracts/data-catalogue.ts';
import type { Json } from '../../src/contracts/json.ts';
import type { CodeEditorProps, EditingSchema, TextDiagnostic } from '../../src/engine/core/index.ts';
import { useBinding, useDefinitionTools, useSubmission, useText } from '../../src/engine/react/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';
import { useWiderThan } from '../../src/ui/index.ts';
import { comparedTexts, isSameJson } from './compared-texts.ts';
import { DifferenceCount, Sides } from './Comparison.tsx';
import { DiagnosticList } from './DiagnosticList.tsx';
import { EditorBar } from './EditorBar.tsx';
import { useFrameStyles, useStyles } from './editor-styles.ts';
import { isDocumentEditor, toEditorText } from './editor-text.ts';
import { rebasedText } from './rebased-text.ts';
import { StatusBar } from './StatusBar.tsx';
import type { Caret, TextEditor } from './text-editor.ts';
import { TextSurface } from './TextSurface.tsx';
import { useOutline } from './useOutline.ts';
import { useSaveKey } from './useSaveKey.ts';
import { messageOf, useTextDiagnostics } from './useTextDiagnostics.ts';

/** JSON that steps wrote, as the editor formats a loaded value; else the text itself. */
function formatted(text: string): string {
  try {
    return toEditorText(JSON.parse(text) as Json);
  } catch {
    return text;
  }
}

/** An editor of JSON or text. The widget's schema describes its props and events. */
export default function Editor({ id, props, slots, fire, listens }: WidgetProps<CodeEditorProps>) {
  const frame = useFrameStyles();
  const styles = useStyles();
  const t = useText();
  const tools = useDefinitionTools();
  const box = useRef<HTMLDivElement>(null);
  const editor = useRef<TextEditor | null>(null);
  const wide = useWiderThan(box, 760);

  const language = props.language ?? 'json';
  const kind = typeof props.schema === 'string' ? props.schema : 'json';
  const compares = props.original !== undefined;
  const catalogue = isDataCatalogue(props.catalogue) ? props.catalogue : undefined;
  const readOnly = props.readOnly === true;
  const label = props.label || t('widgets.code-editor.label');
  const saves = listens('save') && !readOnly;
  const compared = useMemo(
    () =>
      compares
        ? comparedTexts(
            props.original as Json | undefined,
            props.value as Json | undefined,
            language === 'json',
          )
        : null,
    [compares, props.original, props.value, language],
  );
  const originalSide = props.sides?.original ?? t('codeEditor.original');
  const changedSide = props.sides?.value ?? t('codeEditor.changed');
  const textSide = compared?.invalid ? t('codeEditor.invalidSide', { side: changedSide }) : changedSide;
  /** Number of differences; null until the comparison is computed. */
  const [differences, setDifferences] = useState<number | null>(null);
  const labels = useMemo(
    () =>
      compares
        ? { text: `${label}: ${textSide}`, original: `${label}: ${originalSide}` }
        : { text: label, original: '' },
    [compares, label, textSide, originalSide],
  );
  const given = compared?.text ?? toEditorText(props.value as Json | undefined);
  const original = compared?.original ?? '';

  const [bound, setBound] = useBinding(props.bind);
  const typed = typeof bound === 'string' ? bound : '';
  /** The text without changes: the loaded value, or the text saved last. */
  const [base, setBase] = useState(given);
  const version = useRef(props.version);
  const [text, setText] = useState(typed === '' ? given : typed);
  const dirty = text !== base;

  const { validated, validate, addServerErrors } = useTextDiagnostics(
    text,
    language === 'json' ? kind : null,
    tools,
    catalogue,
  );
  const [, setStatus] = useBinding(props.status);
  const first = validated?.diagnostics[0];
  const errorCount = validated?.diagnostics.filter((one) => one.severity === 'error').length ?? 0;
  useEffect(() => {
    if (!validated) return;
    setStatus({
      changes: dirty ? 1 : 0,
      faults: errorCount,
      valid: errorCount === 0,
      first: first ? `${t('codeEditor.line', { line: first.from.line })} · ${messageOf(tools, first)}` : '',
      value: (validated.value ?? null) as Json,
    });
  }, [validated, dirty, errorCount, first, setStatus, t, tools]);

  const replaceText = useCallback((next: string) => {
    editor.current?.setText(next);
    setText(next);
  }, []);

  // Steps of the screen changed the bound text.
  const lastBound = useRef(typed);
  useEffect(() => {
    if (lastBound.current === typed) return;
    lastBound.current = typed;
    replaceText(typed === '' ? base : language === 'json' ? formatted(typed) : typed);
  }, [typed, base, language, replaceText]);

  const bindText = useCallback(
    (next: string) => {
      lastBound.current = next;
      setBound(next);
    },
    [setBound],
  );

  const lastSent = useRef<{ text: string; value: Json }>({ text: '', value: null });
  /** Whether the person asked to save what was typed while an older text was being saved. */
  const savesAgain = useRef(false);

  const loadedVersion = props.version;
  // A newly loaded value replaces an unchanged text.
  const lastGiven = useRef(given);
  useEffect(() => {
    if (lastGiven.current === given && version.current === loadedVersion) return;
    lastGiven.current = given;
    // The loaded value is the one saved last: the text stays as typed, and text typed since is based on it.
    const isOwnSave = isSameJson(given, base);
    // Text typed after a save is joined with the changes of others that the save brought.
    const mine = editor.current?.text() ?? text;
    const joined = dirty && base === lastSent.current.text ? rebasedText(base, mine, given) : null;
    if (dirty && !isOwnSave && joined === null) return;
    version.current = loadedVersion;
    if (isOwnSave) return;
    // Synchronises the editor, which is outside of React; the state follows its text.
    // oxlint-disable-next-line react/set-state-in-effect
    setBase(given);
    replaceText(joined ?? given);
    bindText(joined === null || joined === given ? '' : joined);
  }, [given, loadedVersion, base, dirty, text, replaceText, bindText]);

  const { submit, isPending } = useSubmission({
    event: 'save',
    async prepare() {
      const now = editor.current?.text() ?? text;
      const result = await validate(now);
      const firstError = result.diagnostics.find((one) => one.severity === 'error');
      if (firstError) {
        savesAgain.current = false;
        editor.current?.reveal(firstError.from);
        return null;
      }
      lastSent.current = { text: now, value: (result.value ?? null) as Json };
      const baseVersion = typeof version.current === 'number' ? { version: version.current } : {};
      return { event: { ...lastSent.current, ...baseVersion } as Json };
    },
    showFailure(failure) {
      savesAgain.current = false;
      if (failure.code !== 'VERSION_CONFLICT' || !listens('conflict')) {
        return failure.status === 422 && addServerErrors(failure.errors);
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
      const saved = lastSent.current.text;
      const now = editor.current?.text() ?? text;
      setBase(saved);
      // Text typed while it was saved is a change of the saved text.
      bindText(now === saved ? '' : now);
    },
    reset() {
      replaceText(base);
      bindText('');
    },
    guard: props.guard !== false && !readOnly,
    isDirty: () => dirty,
  });

  const onChange = (next: string) => {
    setText(next);
    bindText(next === base ? '' : next);
    if (listens('change')) void fire('change', { text: next });
  };
  const save = () => {
    const now = editor.current?.text() ?? text;
    if (!saves || now === base) return;
    // A submission joins the one that is pending, which sends an older text.
    if (isPending && now !== lastSent.current.text) savesAgain.current = true;
    else submit();
  };
  const onSave = useRef(save);
  useEffect(() => {
    onSave.current = save;
  });
  useEffect(() => {
    if (isPending || !savesAgain.current) return;
    savesAgain.current = false;
    onSave.current();
  }, [isPending]);
  useSaveKey(box, saves, save);

  const [caret, setCaret] = useState<Caret>({ line: 1, column: 1, offset: 0 });
  const [history, setHistory] = useState({ undo: false, redo: false });
  const isDocument = isDocumentEditor(props);
  const path = useOutline({ props, validated, caret, text, editor });

  const [schemas, setSchemas] = useState<readonly EditingSchema[] | null>(null);
  useEffect(() => {
    let cancelled = false;
    if (language !== 'json' || kind === 'json') return undefined;
    void tools.schemas(kind).then(
      (loaded) => !cancelled && setSchemas(loaded),
      // Without schemas there is no completion; editing and validation go on.
      () => undefined,
    );
    return () => {
      cancelled = true;
    };
  }, [tools, kind, language]);
  const markers = useMemo(
    () =>
      (validated?.diagnostics ?? []).map((one) => ({
        ...one,
        message: [messageOf(tools, one), tools.hint(one)].filter(Boolean).join('\n'),
      })),
    [validated, tools],
  );

  function applyFix({ fix }: TextDiagnostic): void {
    // A fix belongs to the text that it was made for.
    if (fix && editor.current?.text() === validated?.text) editor.current?.edit(fix.start, fix.end, fix.text);
  }

  return (
    <section id={id} aria-label={label} className={frame.root} data-surface="">
      <p id={`${id}-keys`} hidden>
        {[t('codeEditor.keys'), ...(saves ? [t('codeEditor.save')] : [])].join(' ')}
      </p>
      {compares && <Sides names={[originalSide, textSide]} stacked={wide === false} />}
      {isDocument && (
        <EditorBar
          path={path}
          history={readOnly ? null : history}
          saves={saves}
          onUndo={() => editor.current?.undo()}
          onRedo={() => editor.current?.redo()}
        />
      )}
      <div
        ref={box}
        role="group"
        aria-label={label}
        className={mergeClasses(styles.text, styles.focused)}
        style={props.height === undefined ? undefined : { flex: `0 0 ${props.height}px` }}
      >
        <TextSurface
          container={box}
          ref={editor}
          text={text}
          original={compares ? original : undefined}
          language={language}
          readOnly={readOnly}
          sideBySide={wide !== false}
          labels={labels}
          describedBy={`${id}-keys`}
          schemas={schemas}
          markers={markers}
          onChange={onChange}
          complete={async (now, offset) => (isDocument ? tools.complete(now, offset, { catalogue }) : [])}
          onSave={save}
          onCompared={setDifferences}
          onCaret={setCaret}
          onHistory={setHistory}
        />
      </div>
      {compares && <DifferenceCount count={differences} />}
      {language === 'json' && !compares && (
        <>
          <DiagnosticList
            diagnostics={validated?.diagnostics ?? []}
            tools={tools}
            onPress={(diagnostic) => editor.current?.reveal(diagnostic.from)}
            onFix={readOnly ? undefined : applyFix}
          />
          {!(readOnly && validated?.diagnostics.length === 0 && !slots.status) && (
            <StatusBar
              diagnostics={validated?.diagnostics ?? null}
              caret={isDocument ? caret : null}
              onProblem={(diagnostic) => editor.current?.reveal(diagnostic.from)}
            >
              {slots.status?.map(({ element }) => element)}
            </StatusBar>
          )}
        </>
      )}
    </section>
  );
}
