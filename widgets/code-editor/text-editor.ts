import type { EditingSchema, TextPosition } from '../../src/engine/core/index.ts';
import { changedRange } from './changed-range.ts';
import { completeModel, type Complete } from './completion-provider.ts';
import { editor, jsonDefaults, MarkerSeverity, Range, Uri, type IDisposable } from './monaco.ts';

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

/** Reports of an editor. */
export interface TextEvents {
  onChange(text: string): void;
  /** Completions by the document and its data. */
  complete: Complete;
  /** Ctrl+S. */
  onSave(): void;
  /** The caret moved. */
  onCaret(caret: Caret): void;
  /** Possible undo and redo have changed. */
  onHistory(history: { undo: boolean; redo: boolean }): void;
}

/** Changes that the widget makes to its text. */
export interface TextEditor {
  text(): string;
  /** Replaces the text as one undo step, without calling onChange. A caret beside what differs stays where it is. */
  setText(text: string): void;
  /** Moves the caret to a position and focuses the editor. */
  reveal(position: TextPosition): void;
  /** Replaces a range (offsets, the end exclusive) as a person does, and moves the caret behind it. */
  edit(start: number, end: number, text: string): void;
  undo(): void;
  redo(): void;
}

/** A text and, once it is mounted, its editor, for the component that mounts it. */
export interface EditedText extends TextEditor {
  readonly model: editor.ITextModel;
  /** Schemas for completion and hover, the text's own first. */
  setSchemas(schemas: readonly EditingSchema[]): void;
  setMarkers(markers: readonly TextMarker[]): void;
  /**
   * Takes the editor of the text, which stands somewhere inside of `container`, and the comparison that it is part of: Monaco
   * reports an error when a text is disposed before its comparison.
   */
  mount(container: HTMLElement, codeEditor: editor.ICodeEditor, comparison?: IDisposable): void;
  dispose(): void;
}

let textCount = 0;
/** Returns an address for a text. */
export function nextAddress(): string {
  textCount += 1;
  return `inmemory://molde/text-${textCount}.json`;
}

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

export const editorOptions: editor.IStandaloneEditorConstructionOptions &
  editor.IDiffEditorConstructionOptions = {
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

let hasServices = false;

/** The library takes its services from the first editor or model of the page, and only an editor can name them. */
function prepareServices(): void {
  if (hasServices) return;
  hasServices = true;
  const detached = document.createElement('div');
  editor.create(detached, { model: null }, { storageService: suggestionStorage }).dispose();
}

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
function passEscapeOn(container: HTMLElement, signal: AbortSignal, hasSelection: () => boolean): void {
  let idle = false;
  container.addEventListener(
    'keydown',
    ({ key }) => {
      idle = key === 'Escape' && !hasSelection() && container.querySelector(closable) === null;
    },
    { capture: true, signal },
  );
  container.addEventListener(
    'keydown',
    (event) => {
      if (!idle || !event.defaultPrevented) return;
      idle = false;
      event.stopPropagation();
      container.parentElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true, cancelable: true }),
      );
    },
    { signal },
  );
}

/** Creates a text, which is there before its editor, so that nothing that is typed into it is missed. */
export function createText(
  address: string,
  initial: string,
  language: 'json' | 'text',
  events: TextEvents,
): EditedText {
  prepareServices();
  const model = editor.createModel(initial, language, Uri.parse(address));
  const file = model.uri.path.slice(1);
  const stopCompletion = completeModel(model, events.complete);
  const listeners = new AbortController();
  let codeEditor: editor.ICodeEditor | null = null;
  let comparison: IDisposable | undefined;
  let replacing = false;
  model.onDidChangeContent(() => {
    if (!replacing) events.onChange(model.getValue());
    events.onHistory({ undo: model.canUndo(), redo: model.canRedo() });
  });

  return {
    model,
    mount(container, mounted, comparing) {
      codeEditor = mounted;
      comparison = comparing;
      mounted.onDidChangeCursorPosition(({ position }) => {
        const { lineNumber: line, column } = position;
        events.onCaret({ line, column, offset: model.getOffsetAt(position) });
      });
      mounted.onKeyDown((event) => {
        if (!(event.ctrlKey || event.metaKey) || event.browserEvent.key.toLowerCase() !== 's') return;
        event.preventDefault();
        event.stopPropagation();
        events.onSave();
      });
      passEscapeOn(container, listeners.signal, () =>
        (mounted.getSelections() ?? []).some((one) => !one.isEmpty()),
      );
    },
    text: () => model.getValue(),
    setText(text) {
      if (model.getValue() === text) return;
      replacing = true;
      // The first text of a document is its beginning: nothing is undone before it, and the caret stands at its start.
      if (model.getValue() === '') {
        model.setValue(text);
        events.onHistory({ undo: false, redo: false });
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
      codeEditor?.setPosition({ lineNumber: line, column });
      codeEditor?.revealLineInCenter(line);
      codeEditor?.focus();
    },
    edit(start, end, text) {
      const range = Range.fromPositions(model.getPositionAt(start), model.getPositionAt(end));
      codeEditor?.pushUndoStop();
      codeEditor?.executeEdits('molde', [{ range, text, forceMoveMarkers: true }]);
      codeEditor?.pushUndoStop();
      const after = model.getPositionAt(start + text.length);
      codeEditor?.setPosition(after);
      codeEditor?.revealPositionInCenterIfOutsideViewport(after);
      codeEditor?.focus();
    },
    undo: () => void model.undo(),
    redo: () => void model.redo(),
    dispose() {
      if (schemasByFile.delete(file)) updateSchemas();
      stopCompletion();
      listeners.abort();
      comparison?.dispose();
      model.dispose();
    },
  };
}
