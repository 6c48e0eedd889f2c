import { escapeSegment } from '../../../contracts/json-pointer.ts';
import { isObject, type JsonObject } from '../../../contracts/json.ts';
import type { Diagnostic } from '../contract.ts';
import { isUse } from '../fragments/uses.ts';
import { diagnostic } from './diagnostics.ts';
import { failureLocal, withLocal, type Local } from './known-fields.ts';
import { nearestValue } from './nearest.ts';
import type { DialogOpening, References, Target } from './references.ts';
import { stepDiagnostics, verbs } from './schema-diagnostics.ts';

/** Keys of a step's inner lists of steps. */
const innerLists = ['then', 'else', 'do', 'onError'] as const;

/** Reports a step without a verb by its keys, with the verb that one of them is most like. */
function unknownVerb(step: JsonObject, pointer: string): Diagnostic {
  const keys = Object.keys(step);
  const [likely = {}] = keys.map((key) => nearestValue(key, verbs())).filter((one) => one.nearest);
  return diagnostic(pointer, 'unknown-verb', { keys: keys.join(', '), known: verbs().join(', '), ...likely });
}

/**
 * Validates a list of steps, each against the one verb that it names. The schema's own list of alternatives would try every
 * verb on every step, whose cost grows exponentially with the depth of steps inside steps.
 */
export function stepsDiagnostics(steps: unknown, at: string): Diagnostic[] {
  if (!Array.isArray(steps)) return [diagnostic(at, 'type', { expected: 'array' })];
  return steps.flatMap((step: unknown, index): Diagnostic[] => {
    const pointer = `${at}/${index}`;
    if (!isObject(step)) return [diagnostic(pointer, 'type', { expected: 'object' })];
    // Expansion reports a use that it leaves in its place.
    if (isUse(step)) return [];
    const verb = verbs().find((one) => Object.hasOwn(step, one));
    if (verb === undefined) return [unknownVerb(step, pointer)];
    const diagnostics = stepDiagnostics(verb, step, pointer);
    for (const list of innerLists) {
      // The verb's own schema reports a value that is not a list.
      if (Array.isArray(step[list])) diagnostics.push(...stepsDiagnostics(step[list], `${pointer}/${list}`));
    }
    for (const call of ['request', 'upload'] as const) {
      const made = step[call];
      const undo = isObject(made) ? made.undo : undefined;
      if (Array.isArray(undo)) diagnostics.push(...stepsDiagnostics(undo, `${pointer}/${call}/undo`));
    }
    return diagnostics;
  });
}

/** Collects the references of a list of steps. */
export function collectSteps(
  references: References,
  steps: unknown,
  at: string,
  locals: readonly Local[],
): void {
  if (!Array.isArray(steps)) return;
  steps.forEach((step, index) => {
    if (isObject(step)) collectStep(references, step, `${at}/${index}`, locals);
  });
}

function collectStep(references: References, step: JsonObject, at: string, locals: readonly Local[]): void {
  const withRow = withLocal(locals, 'row');
  if (isObject(step.navigate)) references.addAddress(step.navigate.to, `${at}/navigate/to`, locals);
  else references.addAddress(step.navigate, `${at}/navigate`, locals);
  for (const verb of ['request', 'download', 'upload'] as const) {
    const call = step[verb];
    if (isObject(call)) collectCall(references, call, `${at}/${verb}`, locals);
  }
  for (const verb of ['confirm', 'toast'] as const) {
    const message = step[verb];
    if (isObject(message)) collectMessage(references, message, `${at}/${verb}`, locals);
  }
  for (const path of Object.keys(isObject(step.set) ? step.set : {}))
    references.writes.push({ by: 'step', path, pointer: `${at}/set/${escapeSegment(path)}` });
  for (const key of ['set', 'if', 'each'] as const) references.addValue(step[key], `${at}/${key}`, locals);
  references.addValue(step.label, `${at}/label`, withRow);
  if (isObject(step.open)) {
    references.addValue(step.open.with, `${at}/open/with`, locals);
    references.targets.push({ kind: 'dialog', id: String(step.open.dialog), pointer: `${at}/open/dialog` });
  }
  if (step.open !== undefined) references.openings.push(openingOf(step.open, `${at}/open`));
  collectTargets(references, step, at);
  collectSteps(references, step.then, `${at}/then`, locals);
  collectSteps(references, step.else, `${at}/else`, locals);
  collectSteps(references, step.do, `${at}/do`, withRow);
  collectSteps(references, step.onError, `${at}/onError`, withLocal(locals, failureLocal));
}

function openingOf(open: unknown, pointer: string): DialogOpening {
  if (!isObject(open)) return { dialog: String(open), args: [], pointer };
  return { dialog: String(open.dialog), args: Object.keys(isObject(open.with) ? open.with : {}), pointer };
}

function collectCall(references: References, call: JsonObject, at: string, locals: readonly Local[]): void {
  for (const method of ['get', 'head', 'post', 'put', 'delete'])
    references.addAddress(call[method], `${at}/${method}`, locals);
  for (const key of ['query', 'body', 'version', 'values', 'files'])
    references.addValue(call[key], `${at}/${key}`, locals);
  references.addText(call.filename, `${at}/filename`, locals);
  if (typeof call.into === 'string')
    references.writes.push({ by: 'step', path: call.into, pointer: `${at}/into` });
  collectSteps(references, call.undo, `${at}/undo`, withLocal(locals, 'event'));
  const { optimistic } = call;
  if (!isObject(optimistic)) return;
  if (typeof optimistic.source === 'string')
    references.targets.push({ kind: 'source', id: optimistic.source, pointer: `${at}/optimistic/source` });
  for (const key of ['key', 'values'])
    references.addValue(optimistic[key], `${at}/optimistic/${key}`, locals);
}

function collectMessage(
  references: References,
  message: JsonObject,
  at: string,
  locals: readonly Local[],
): void {
  for (const [key, value] of Object.entries(message)) {
    const pointer = `${at}/${escapeSegment(key)}`;
    if (key === 'values') references.addValue(value, pointer, locals);
    else if (key !== 'kind' && key !== 'persistent') references.addText(value, pointer, locals);
  }
}

const targetVerbs: readonly (readonly [string, Target['kind']])[] = [
  ['refresh', 'source'],
  ['open', 'dialog'],
  ['close', 'dialog'],
  ['submit', 'form'],
  ['reset', 'form'],
];

function collectTargets(references: References, step: JsonObject, at: string): void {
  for (const [verb, kind] of targetVerbs) {
    const named = step[verb];
    if (typeof named === 'string') references.targets.push({ kind, id: named, pointer: `${at}/${verb}` });
    if (!Array.isArray(named)) continue;
    named.forEach((id, index) => {
      if (typeof id === 'string') references.targets.push({ kind, id, pointer: `${at}/${verb}/${index}` });
    });
  }
}
