import type { EditingSchema, TextPosition } from '../../src/engine/core/index.ts';
import { applyInlineStyles } from './inline-styles.ts';
import { editor, jsonDefaults, MarkerSeverity, Uri } from './monaco.ts';
import { followTheme } from './theme.ts';

/** A fault as it is marked in the text. */
export interface Mark {
  from: TextPosition;
  to: TextPosition;
  severity: 'error' | 'warning';
  message: string;
}

/** What a screen reader calls the text, and beside it what it is compared with. */
export interface Labels {
  text: string;
  original: string;
}

export interface TextEditorOptions {
  text: string;
  /** Given: it is compared with this, which nobody changes. */
  original?: string | undefined;
  language: 'json' | 'text';
  readOnly: boolean;
  sideBySide: boolean;
  labels: Labels;
  onChange(text: string): void;
  /** Ctrl+S. */
  onSave(): void;
  /** How many places differ, whenever that was found out anew; of a comparison only. */
  onCompared(differences: number): void;
}

/** One editor in its place; what the widget knows of the library behind it. */
export interface TextEditor {
  text(): string;
  /** Replaces all of the text, as a step that can be undone; not told to onChange. */
  setText(text: string): void;
  setOriginal(text: string): void;
  setReadOnly(readOnly: boolean): void;
  setSideBySide(sideBySide: boolean): void;
  setLabels(labels: Labels): void;
  /** Schemas for completion and hover, the text's own first. */
  setSchemas(schemas: readonly EditingSchema[]): void;
  mark(marks: readonly Mark[]): void;
  /** Goes to a place and gives it the focus. */
  reveal(place: TextPosition): void;
  dispose(): void;
}

let opened = 0;
/** Which texts have which schema, over all editors of the page: the library keeps one list for them all. */
const schemaOf = new Map<string, readonly EditingSchema[]>();

function tellSchemas(): void {
  const all = new Map<string, { uri: string; schema: unknown; fileMatch?: string[] }>();
  for (const [file, schemas] of schemaOf) {
    for (const [at, { uri, schema }] of schemas.entries()) {
      const known = all.get(uri) ?? { uri, schema };
      if (at === 0) known.fileMatch = [...(known.fileMatch ?? []), file];
      all.set(uri, known);
    }
  }
  // The engine's own check says what is wrong; two judges would contradict each other.
  jsonDefaults.setDiagnosticsOptions({
    validate: false,
    enableSchemaRequest: false,
    schemas: [...all.values()],
  });
}

const look: editor.IStandaloneEditorConstructionOptions & editor.IDiffEditorConstructionOptions = {
  automaticLayout: true,
  // Placed by the window: no surrounding box cuts completion and hover off.
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
  // Tab goes on to what comes next; Ctrl+M makes it indent.
  tabFocusMode: true,
  // A text box is what screen readers and input methods know best.
  editContext: false,
  scrollbar: { alwaysConsumeMouseWheel: false },
  useInlineViewWhenSpaceIsLimited: false,
  renderSideBySideInlineBreakpoint: 0,
  enableSplitViewResizing: true,
  renderOverviewRuler: false,
  hideUnchangedRegions: { enabled: true },
};

const neverTold = () => ({ dispose: () => undefined });
/** Completion opens with the schema's description beside it: the library keeps that choice in a store, of which this is all. */
const openDescriptions = {
  get: () => undefined,
  getBoolean: (key: string, _scope: number, otherwise?: boolean) =>
    key === 'expandSuggestionDocs' ? true : otherwise,
  getNumber: (_key: string, _scope: number, otherwise?: number) => otherwise,
  getObject: () => undefined,
  store: () => undefined,
  remove: () => undefined,
  onDidChangeValue: () => neverTold,
  onWillSaveState: neverTold,
};

const named = ({ text, original }: Labels) => ({
  ariaLabel: text,
  modifiedAriaLabel: text,
  originalAriaLabel: original,
});

/** Opens an editor inside an element. */
export function createTextEditor(container: HTMLElement, options: TextEditorOptions): TextEditor {
  // The library's services are those that the first editor of the page names; a model alone would make its own.
  if (opened === 0) {
    const none = document.createElement('div');
    editor.create(none, { model: null }, { storageService: openDescriptions }).dispose();
  }
  opened += 1;
  const file = `text-${opened}.json`;
  const model = editor.createModel(options.text, options.language, Uri.parse(`inmemory://molde/${file}`));
  const before =
    options.original === undefined
      ? null
      : editor.createModel(options.original, options.language, Uri.parse(`inmemory://molde/before/${file}`));
  for (const one of [model, before]) {
    // Colour tells sorts of values apart here, not depths.
    one?.updateOptions({
      bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false },
    });
  }
  const endStyles = applyInlineStyles(container);
  const endTheme = followTheme(container);
  const shown = {
    ...look,
    readOnly: options.readOnly,
    ...named(options.labels),
    renderSideBySide: options.sideBySide,
  };
  const compared = before && editor.createDiffEditor(container, shown);
  compared?.onDidUpdateDiff(() => options.onCompared(compared.getLineChanges()?.length ?? 0));
  if (before) compared?.setModel({ original: before, modified: model });
  const writing = compared?.getModifiedEditor() ?? editor.create(container, { ...shown, model });

  let labels = options.labels;
  let replacing = false;
  model.onDidChangeContent(() => {
    if (!replacing) options.onChange(model.getValue());
  });
  writing.onKeyDown((event) => {
    if (!(event.ctrlKey || event.metaKey) || event.browserEvent.key.toLowerCase() !== 's') return;
    event.preventDefault();
    event.stopPropagation();
    options.onSave();
  });

  return {
    text: () => model.getValue(),
    setText(text) {
      if (model.getValue() === text) return;
      replacing = true;
      model.pushEditOperations(null, [{ range: model.getFullModelRange(), text }], () => null);
      replacing = false;
    },
    setOriginal(text) {
      if (before && before.getValue() !== text) before.setValue(text);
    },
    setReadOnly: (readOnly) => writing.updateOptions({ readOnly }),
    // The library forgets the sides' names with every change that does not repeat them.
    setSideBySide: (renderSideBySide) => compared?.updateOptions({ renderSideBySide, ...named(labels) }),
    setLabels(next) {
      labels = next;
      (compared ?? writing).updateOptions(named(labels));
    },
    setSchemas(schemas) {
      schemaOf.set(file, schemas);
      tellSchemas();
    },
    mark(marks) {
      editor.setModelMarkers(
        model,
        'molde',
        marks.map(({ from, to, severity, message }) => ({
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
      writing.setPosition({ lineNumber: line, column });
      writing.revealLineInCenter(line);
      writing.focus();
    },
    dispose() {
      if (schemaOf.delete(file)) tellSchemas();
      compared?.dispose();
      writing.dispose();
      model.dispose();
      before?.dispose();
      endTheme();
      endStyles();
    },
  };
}
