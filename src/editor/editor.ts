import { createStore, type StoreApi } from 'zustand/vanilla';
import type { JsonObject } from '../contracts/json.ts';
import type { Registry } from '../engine/core/index.ts';
import { EditRefusal, type Command, type Refusal } from './commands/command.ts';
import { runCommand } from './commands/run.ts';
import {
  addEntry,
  emptyHistory,
  historyLimit,
  sealHistory,
  type History,
  type HistoryEntry,
} from './history.ts';
import { createBuilder, openDocument } from './model/convert.ts';
import type { Breakpoint, Model } from './model/document-model.ts';
import { applyAll } from './model/patches.ts';
import { Recorder } from './model/recorder.ts';

export interface EditorState {
  readonly model: Model;
  /** Keys of the selected nodes; the last one is the main one. */
  readonly selection: readonly string[];
  readonly history: History;
  /** Width that is arranged. */
  readonly breakpoint: Breakpoint;
}

export interface DispatchOptions {
  /** Description of the change, as a text key below `editor.did`. Default: the command's type. */
  label?: string;
  /** Joins the command with the one before, of the same name, while somebody types: node and path. */
  typing?: string;
}

/** Result of a command: changes, or the reason why it changes nothing. */
export type Outcome = { done: true; changed: boolean } | { done: false; reason: Refusal };

/** An undone or repeated step, for the announcement; null when there is none. */
export type Step = Pick<HistoryEntry, 'label' | 'count'> | null;

/** A document that is being edited. It knows documents of any kind and no geometry. */
export interface Editor {
  /** Read it with selectors: a component that selects a node renders when that node changes, and no other does. */
  readonly store: Pick<StoreApi<EditorState>, 'getState' | 'getInitialState' | 'subscribe'>;
  readonly registry: Registry;
  /** The one way to change the document. */
  dispatch(command: Command, options?: DispatchOptions): Outcome;
  undo(): Step;
  redo(): Step;
  /** Ends the typing: the next change is a step of its own. */
  seal(): void;
  select(keys: readonly string[]): void;
  setBreakpoint(breakpoint: Breakpoint): void;
  /** The document as it is written. A part that did not change is the same object as before. */
  document(): JsonObject;
  /**
   * Takes over what somebody else saved, merged with what is here. It is no step of this person: undo keeps what others did.
   * Steps that cannot be taken back any more are dropped when they are reached.
   */
  rebase(document: JsonObject): void;
  /** Goes on with what this browser kept of the same document. */
  restore(kept: { model: Model; history: History }): void;
}

const countOf = (command: Command): number => {
  if ('keys' in command) return command.keys.length;
  if ('nodes' in command) return command.nodes.length;
  if ('clip' in command) return command.clip.nodes.length;
  if ('places' in command) return Object.keys(command.places).length;
  return 'commands' in command ? command.commands.length : 1;
};

export interface EditorOptions {
  now?: () => number;
  /** Steps that are kept. */
  limit?: number;
}

/** Opens a document. Opening changes nothing. */
export function createEditor(
  document: JsonObject,
  registry: Registry,
  { now = Date.now, limit = historyLimit }: EditorOptions = {},
): Editor {
  const store = createStore<EditorState>(() => ({
    model: openDocument(document),
    selection: [],
    history: emptyHistory,
    breakpoint: 'large',
  }));
  const build = createBuilder();

  /** The selected nodes that exist; the same list when all do. */
  const existing = (selection: readonly string[], model: Model): readonly string[] =>
    selection.every((key) => Object.hasOwn(model.nodes, key))
      ? selection
      : selection.filter((key) => Object.hasOwn(model.nodes, key));

  const travel = (from: 'past' | 'future'): Step => {
    const { model, history } = store.getState();
    const entry = from === 'past' ? history.past.at(-1) : history.future.at(-1);
    if (!entry) return null;
    let next: Model;
    try {
      next = applyAll(model, from === 'past' ? entry.inverses : entry.patches);
    } catch {
      // Somebody else removed what the step changed: neither it nor those beyond it can be taken back any more.
      store.setState({ history: { ...history, [from]: [] } });
      return null;
    }
    const { typing: _, ...sealed } = entry;
    store.setState({
      model: next,
      selection: existing(from === 'past' ? entry.before : entry.after, next),
      history:
        from === 'past'
          ? { past: history.past.slice(0, -1), future: [...history.future, sealed] }
          : { past: [...history.past, sealed], future: history.future.slice(0, -1) },
    });
    return { label: entry.label, count: entry.count };
  };

  return {
    store,
    registry,
    dispatch(command, { label = command.type, typing } = {}) {
      const { model, selection, history } = store.getState();
      const recorder = new Recorder(model);
      let selected: readonly string[] | undefined;
      try {
        selected = runCommand(recorder, command, { registry });
      } catch (error) {
        if (error instanceof EditRefusal) return { done: false, reason: error.reason };
        throw error;
      }
      const after = existing(selected ?? selection, recorder.model);
      if (recorder.patches.length === 0) {
        if (after !== selection) store.setState({ selection: after });
        return { done: true, changed: false };
      }
      const entry: HistoryEntry = {
        label,
        count: countOf(command),
        patches: recorder.patches,
        inverses: recorder.inverses,
        before: selection,
        after,
        ...(typing !== undefined && { typing }),
        at: now(),
      };
      store.setState({ model: recorder.model, selection: after, history: addEntry(history, entry, limit) });
      return { done: true, changed: true };
    },
    undo: () => travel('past'),
    redo: () => travel('future'),
    seal() {
      const { history } = store.getState();
      const sealed = sealHistory(history);
      if (sealed !== history) store.setState({ history: sealed });
    },
    select(keys) {
      const { selection, model, history } = store.getState();
      const next = existing(keys, model);
      if (next.join('\n') === selection.join('\n')) return;
      store.setState({ selection: next, history: sealHistory(history) });
    },
    setBreakpoint: (breakpoint) => store.setState({ breakpoint }),
    document: () => build(store.getState().model),
    rebase(merged) {
      const { model, selection } = store.getState();
      const recorder = new Recorder(model);
      runCommand(recorder, { type: 'replace', document: merged }, { registry });
      if (recorder.patches.length === 0) return;
      store.setState({ model: recorder.model, selection: existing(selection, recorder.model) });
    },
    restore({ model, history }) {
      store.setState({ model, history, selection: [] });
    },
  };
}
