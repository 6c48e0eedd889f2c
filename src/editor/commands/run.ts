import type { Recorder } from '../model/recorder.ts';
import { requireNodes, type Command, type CommandContext, type Run } from './command.ts';
import { insert } from './insert.ts';
import { paste } from './paste.ts';
import { replace } from './replace.ts';
import { move, place, remove, rename } from './structure.ts';

const set: Run<'set'> = (recorder, { key, path, value }) => {
  if (key !== null) requireNodes(recorder.model, [key]);
  recorder.set(key === null ? ['document', ...path] : ['nodes', key, ...path], value);
  return undefined;
};

const batch: Run<'batch'> = (recorder, { commands }, context) => {
  let selected: readonly string[] | undefined;
  for (const one of commands) selected = runCommand(recorder, one, context) ?? selected;
  return selected;
};

const runs: { [Type in Command['type']]: Run<Type> } = {
  insert,
  paste,
  remove,
  move,
  place,
  set,
  rename,
  replace,
  batch,
};

/** Runs a command on the recorder's model. Returns the nodes to select; undefined keeps the selection. @throws EditRefusal */
export function runCommand(
  recorder: Recorder,
  command: Command,
  context: CommandContext,
): readonly string[] | undefined {
  const run = runs[command.type] as (
    recorder: Recorder,
    command: Command,
    context: CommandContext,
  ) => readonly string[] | undefined;
  return run(recorder, command, context);
}
