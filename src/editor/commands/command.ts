import type { Json, JsonObject } from '../../contracts/json.ts';
import type { Registry } from '../../engine/core/index.ts';
import type { Breakpoint, Model, SlotId } from '../model/document-model.ts';
import type { Recorder } from '../model/recorder.ts';

/** Position of a node in a grid: `at` of a node, or what it overrides at a narrower breakpoint. */
export type Place = JsonObject;

/** A change of the document. Everything that a person or a merge changes is one of these, and can be undone. */
export type Command =
  /** Puts nodes into a list. Ids that are taken are replaced, and what refers to them follows. */
  | {
      type: 'insert';
      slot: SlotId;
      index?: number;
      nodes: readonly Json[];
      places?: readonly (Place | null)[];
    }
  /** The same with nodes of a clipboard, which may bring sources and texts of their document. */
  | { type: 'paste'; slot: SlotId; index?: number; clip: Clip; places?: readonly (Place | null)[] }
  | { type: 'remove'; keys: readonly string[] }
  /** Moves nodes to a position of a list; index counts without them. */
  | {
      type: 'move';
      keys: readonly string[];
      slot: SlotId;
      index: number;
      places?: Readonly<Record<string, Place>>;
    }
  /** Places nodes in their grid, at a breakpoint; null inherits again. */
  | { type: 'place'; at: Breakpoint; places: Readonly<Record<string, Place | null>> }
  /** Puts a value of a node, or of the document (null); undefined removes it. */
  | { type: 'set'; key: string | null; path: readonly (string | number)[]; value: Json | undefined }
  /** Gives a node another id, and what refers to it. */
  | { type: 'rename'; key: string; to: string }
  /** Makes the document equal to another one, by the smallest change of its nodes. */
  | { type: 'replace'; document: JsonObject }
  | { type: 'batch'; commands: readonly Command[] };

/** Nodes that were copied, with what they need of their document. */
export interface Clip {
  /** Says what the text is, among other JSON that somebody pastes. */
  molde: 'nodes';
  kind: string;
  nodes: readonly Json[];
  places: readonly (Place | null)[];
  sources: JsonObject;
  strings: JsonObject;
}

/** Why a command changes nothing: `editor.refused.<reason>` in locales/. */
export type Refusal = 'missing' | 'inside-itself' | 'taken' | 'bad-id' | 'not-here' | 'other-kind';

export class EditRefusal extends Error {
  readonly reason: Refusal;

  constructor(reason: Refusal) {
    super(reason);
    this.reason = reason;
  }
}

/** Context of the commands beside the model. */
export interface CommandContext {
  registry: Registry;
}

/** Runs a command of one type. Returns the nodes to select; undefined keeps the selection. @throws EditRefusal */
export type Run<Type extends Command['type']> = (
  recorder: Recorder,
  command: Extract<Command, { type: Type }>,
  context: CommandContext,
) => readonly string[] | undefined;

/** @throws EditRefusal */
export function requireNodes({ nodes }: Model, keys: readonly string[]): void {
  if (keys.some((key) => !Object.hasOwn(nodes, key))) throw new EditRefusal('missing');
}
