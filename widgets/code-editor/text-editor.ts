import type { EditingSchema, TextPosition } from '../../src/engine/core/index.ts';
import { changedRange } from './changed-range.ts';
import { applyInlineStyles } from './inline-styles.ts';
import { completeModel, type Complete } from './completion-provider.ts';
import { editor, jsonDefaults, MarkerSeverity, Range, Uri } from './monaco.ts';
import { followTheme } from './theme.ts';

/** A diagnostic underlined in the text. */
export interface TextMarker {
  from: TextPosition;
  to: TextPosition;
  severity: 'error' | 'warning';
  message: string;
}

/** Where the caret stands. */
export interface Caret extends TextPosition {
  /** Characters before it. */
  offset: number;
}

/** Accessible names of the text and of the original that it is compared with. */
export interface Labels {
  text: string;
  original: string;
}

export interface TextEditorOptions {
  text: string;
  /** Read-only text to compare with; undefined for a plain editor. */
  original?: string | undefined;
  language: 'json' | 'text';
  readOnly: boolean;
  sideBySide: boolean;
  labels: Labels;
  onChange(text: string): void;
  /** Completions by the document and its data. */
  complete: Complete;
  /** Ctrl+S. */
  onSave(): void;
  /** Called with the number of differences after each comparison. */
  onCompared(differences: number): void;
  /** The caret moved. */
  onCaret(caret: Caret): void;
  /** Possible undo and redo have changed. */
  onHistory(history: { undo: boolean; redo: boolean }): void;
}

/** One editor: the widget's only interface to the library. */
export interface TextEditor {
  text(): string;
  /** Replaces the text as one undo step, without calling onChange. A caret beside what differs stays where it is. */
  setText(text: string): void;
  setOriginal(text: string): void;
  setReadOnly(readOnly: boolean): void;
  setSideBySide(sideBySide: boolean): void;
  setLabels(labels: Labels): void;
  /** Schemas for completion and hover, the text's own first. */
  setSchemas(schemas: readonly EditingSchema[]): void;
  setMarkers(markers: readonly TextMarker[]): void;
  /** Moves the caret to a position and focuses the editor. */
  reveal(position: TextPosition): void;
  /** Replaces a range (offsets, the end exclusive) as a person does, and moves the caret behind it. */
  edit(start: number, end: number, text: string): void;
  undo(): void;
  redo(): void;
  dispose(): void;
}

let editorCount = 0;
/** Schemas of each editor's file: the library has one list for all editors of the page. */
const schemasByFile = new Map<string, readonly EditingSchema[]>();

function updateSchemas(): void {
  const all = new Map<string, { uri: string; schema: unknown; fileMatch?: string[] }>();
  for (const [file, schemas] of schemasByFile) {
    for (const [at, { uri, schema }] of schemas.entries()) {
      const known = all.get(uri) ?? { uri, schema };
      if (at === 0) known.fileMatch = [...(known.fileMatch ?? []), file];
      all.set(uri, known);
    }
  }
  // The engine validates the text; the library's own diagnostics could contradict it.
  jsonDefaults.setDiagnosticsOptions({
    validate: false,
    enableSchemaRequest: false,
    schemas: [...all.values()],
  });
}

const editorOptions: editor.IStandaloneEditorConstructionOptions & editor.IDiffEditorConstructionOptions = {
  automaticLayout: true,
  // Positioned in the window, so that no container cuts off completion and hover.
  fixedOverflowWidgets: true,
  minimap: { enabled: false },
  scrollBeyondLastLine: false,
  fontSize: 12,
  lineHeight: 19,
  tabSize: 2,
  insertSpaces: true,
  wordBasedSuggestions: 'off',
  quickSuggestions: { strings: true, other: true, comments: false },
  renderLineHighlight: 'line',
  overviewRulerLanes: 1,
  overviewRulerBorder: false,
  hideCursorInOverviewRuler: true,
  padding: { top: 8, bottom: 8 },
  links: false,
  stickyScroll: { enabled: false },
  // Tab moves the focus; Ctrl+M makes it indent.
  tabFocusMode: true,
  // Screen readers and input methods support a text area best.
  editContext: false,
  scrollbar: { alwaysConsumeMouseWheel: false },
  useInlineViewWhenSpaceIsLimited: false,
  renderSideBySideInlineBreakpoint: 0,
  enableSplitViewResizing: true,
  renderOverviewRuler: false,
  hideUnchangedRegions: { enabled: true },
};

const noEvents = () => ({ dispose: () => undefined });
/** Storage of one setting of the library: completion opens with the schema's description beside it. */
const suggestionStorage = {
  get: () => undefined,
  getBoolean: (key: string, _scope: number, otherwise?: boolean) =>
    key === 'expandSuggestionDocs' ? true : otherwise,
  getNumber: (_key: string, _scope: number, otherwise?: number) => otherwise,
  getObject: () => undefined,
  store: () => undefined,
  remove: () => undefined,
  onDidChangeValue: () => noEvents,
  onWillSaveState: noEvents,
};

const ariaLabels = ({ text, original }: Labels) => ({
  ariaLabel: text,
  modifiedAriaLabel: text,
  originalAriaLabel: original,
});

/** Surfaces that Escape closes or leaves inside of an editor. */
const closable = [
  '.find-widget.visible',
  '.suggest-widget.visible',
  '.parameter-hints-widget.visible',
  '.monaco-hover:not(.hidden)',
  '.snippet-placeholder',
].join();

/**
 * The library prevents the default of every Escape. One that it has no use for is passed on, so that the dialog around the
 * editor closes with it.
 */
function passEscapeOn(container: HTMLElement, hasSelection: () => boolean): void {
  let idle = false;
  container.addEventListener(
    'keydown',
    ({ key }) => {
      idle = key === 'Escape' && !hasSelection() && container.querySelector(closable) === null;
    },
    true,
  );
  container.addEventListener('keydown', (event) => {
    if (!idle || !event.defaultPrevented) return;
    idle = false;
    event.stopPropagation();
    container.parentElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true, cancelable: true }),
    );
  });
}

/** Creates an editor inside an element. */
export function createTextEditor(container: HTMLElement, options: TextEditorOptions): TextEditor {
  // The library takes its services from the first editor or model of the page, and only an editor can name them.
  if (editorCount === 0) {
    const detached = document.createElement('div');
    editor.create(detached, { model: null }, { storageService: suggestionStorage }).dispose();
  }
  editorCount += 1;
  const file = `text-${editorCount}.json`;
  const model = editor.createModel(options.text, options.language, Uri.parse(`inmemory://molde/${file}`));
  const originalModel =
    options.original === undefined
      ? null
      : editor.createModel(options.original, options.language, Uri.parse(`inmemory://molde/before/${file}`));
  const stopCompletion = completeModel(model, options.complete);
  const stopStyles = applyInlineStyles(container);
  const stopTheme = followTheme(container);
  const sharedOptions = {
    ...editorOptions,
    readOnly: options.readOnly,
    ...ariaLabels(options.labels),
    renderSideBySide: options.sideBySide,
  };
  const diffEditor = originalModel && editor.createDiffEditor(container, sharedOptions);
  diffEditor?.onDidUpdateDiff(() => options.onCompared(diffEditor.getLineChanges()?.length ?? 0));
  if (originalModel) diffEditor?.setModel({ original: originalModel, modified: model });
  const codeEditor = diffEditor?.getModifiedEditor() ?? editor.create(container, { ...sharedOptions, model });

  let labels = options.labels;
  let replacing = false;
  model.onDidChangeContent(() => {
    if (!replacing) options.onChange(model.getValue());
    options.onHistory({ undo: model.canUndo(), redo: model.canRedo() });
  });
  codeEditor.onDidChangeCursorPosition(({ position }) => {
    const { lineNumber: line, column } = position;
    options.onCaret({ line, column, offset: model.getOffsetAt(position) });
  });
  codeEditor.onKeyDown((event) => {
    if (!(event.ctrlKey || event.metaKey) || event.browserEvent.key.toLowerCase() !== 's') return;
    event.preventDefault();
    event.stopPropagation();
    options.onSave();
  });

  passEscapeOn(container, () => (codeEditor.getSelections() ?? []).some((one) => !one.isEmpty()));

  return {
    text: () => model.getValue(),
    setText(text) {
      if (model.getValue() === text) return;
      replacing = true;
      // The first text of a document is its beginning: nothing is undone before it, and the caret stands at its start.
      if (model.getValue() === '') {
        model.setValue(text);
        options.onHistory({ undo: false, redo: false });
      } else {
        const changed = changedRange(model.getValue(), text);
        const range = Range.fromPositions(
          model.getPositionAt(changed.start),
          model.getPositionAt(changed.end),
        );
        model.pushEditOperations(null, [{ range, text: changed.text }], () => null);
      }
      replacing = false;
    },
    setOriginal(text) {
      if (originalModel && originalModel.getValue() !== text) originalModel.setValue(text);
    },
    setReadOnly: (readOnly) => codeEditor.updateOptions({ readOnly }),
    // The library drops the accessible names in an update that does not repeat them.
    setSideBySide: (renderSideBySide) =>
      diffEditor?.updateOptions({ renderSideBySide, ...ariaLabels(labels) }),
    setLabels(next) {
      labels = next;
      (diffEditor ?? codeEditor).updateOptions(ariaLabels(labels));
    },
    setSchemas(schemas) {
      schemasByFile.set(file, schemas);
      updateSchemas();
    },
    setMarkers(markers) {
      editor.setModelMarkers(
        model,
        'molde',
        markers.map(({ from, to, severity, message }) => ({
          startLineNumber: from.line,
          startColumn: from.column,
          endLineNumber: to.line,
          endColumn: to.column,
          severity: severity === 'error' ? MarkerSeverity.Error : MarkerSeverity.Warning,
          message,
        })),
      );
    },
    reveal({ line, column }) {
      codeEditor.setPosition({ lineNumber: line, column });
      codeEditor.revealLineInCenter(line);
      codeEditor.focus();
    },
    edit(start, end, text) {
      const range = Range.fromPositions(model.getPositionAt(start), model.getPositionAt(end));
      codeEditor.pushUndoStop();
      codeEditor.executeEdits('molde', [{ range, text, forceMoveMarkers: true }]);
      codeEditor.pushUndoStop();
      const after = model.getPositionAt(start + text.length);
      codeEditor.setPosition(after);
      codeEditor.revealPositionInCenterIfOutsideViewport(after);
      codeEditor.focus();
    },
    undo: () => void model.undo(),
    redo: () => void model.redo(),
    dispose() {
      if (schemasByFile.delete(file)) updateSchemas();
      stopCompletion();
      diffEditor?.dispose();
      codeEditor.dispose();
      model.dispose();
      originalModel?.dispose();
      stopTheme();
      stopStyles();
    },
  };
}
