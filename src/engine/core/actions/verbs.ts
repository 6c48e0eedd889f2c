import { isObject, type Json } from '../../../contracts/json.ts';
import { valueAt } from '../../../contracts/json-pointer.ts';
import { resolveAddress } from '../language/address.ts';
import type { ConfirmRequest, PickedFile, RunRequest } from '../contract.ts';
import { toBoolean } from '../expressions/semantics.ts';
import { engineFailure } from '../sources/failure.ts';
import type {
  CloseStep,
  ConfirmStep,
  DownloadStep,
  IfStep,
  NavigateStep,
  OpenStep,
  RefreshStep,
  RequestStep,
  ResetStep,
  SetStep,
  SubmitStep,
  ToastStep,
} from '../generated/documents.ts';
import type { ActionContext, StepsEnd } from '../compiled-screen.ts';
import { bindPath } from '../language/paths.ts';
import { isFile } from './files.ts';
import { evaluate, resolveStepText, resolveValue, resolveValues } from './values.ts';

/** Implementation of a verb. It throws to fail; any result other than 'done' ends the enclosing list of steps. */
export type Verb<Step> = (step: Step, context: ActionContext) => Promise<StepsEnd>;

/** Navigates to an address of the application, or back. */
export const navigate: Verb<NavigateStep> = async ({ navigate: step }, context) => {
  // A user who has left the screen is not navigated again.
  if (context.isAbandoned()) return 'stopped';
  const { to, back, replace } = typeof step === 'string' ? { to: step, back: false, replace: false } : step;
  const address = resolveAddress(to, context.scope());
  context.leave();
  const options = { ...(replace ? { replace } : {}), ...(back ? { back } : {}) };
  context.host.navigate(address, options);
  return 'done';
};

/** Parts of a form from the values of a body. */
function partsOf(body: unknown): NonNullable<RunRequest['parts']> {
  if (!isObject(body)) throw new Error('The body of a request with multipart is an object');
  const parts: Record<string, string | PickedFile> = {};
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined) continue;
    if (isFile(value)) parts[name] = value;
    else
      parts[name] = value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
  }
  return parts;
}

const methods = ['get', 'head', 'post', 'put', 'delete'] as const;

/** Calls the server; `into` stores the reply's data in the state. The client adds the Idempotency-Key. */
export const request: Verb<RequestStep> = async ({ request: step }, context) => {
  const method = methods.find((one) => step[one] !== undefined);
  if (!method) throw new Error('A request names one of get, head, post, put, delete');
  const scope = context.scope();
  const query = await resolveValues(step.query, scope);
  const call: RunRequest = { method, address: resolveAddress(step[method]!, scope, query) };
  if (step.multipart) call.parts = partsOf(await resolveValue(step.body, scope));
  else if (step.body !== undefined) call.body = (await resolveValue(step.body, scope)) as Json;
  if (step.version !== undefined) {
    const version = await resolveValue(step.version, scope);
    if (typeof version !== 'number')
      throw new Error(`request.version is no number but ${JSON.stringify(version)}`);
    call.version = version;
  }
  const patch =
    step.optimistic && (await (await import('./row-patch.ts')).showPatch(step.optimistic, context));
  let reply: unknown;
  try {
    reply = await context.host.run(call);
  } catch (error) {
    patch?.takeBack();
    throw error;
  }
  patch?.confirm();
  const data = valueAt(reply, ['data']);
  if (step.into !== undefined) context.screen.store.set(bindPath(step.into), data);
  if (step.undo) context.offerUndo(step.undo, { ...context.locals, event: data });
  return 'done';
};

/** Downloads a reply as a file. */
export const download: Verb<DownloadStep> = async ({ download: step }, context) => {
  const scope = context.scope();
  const address = resolveAddress(step.get, scope, await resolveValues(step.query, scope));
  const filename = await resolveStepText(step.filename, scope, context.screen.texts);
  await context.host.save(address, filename);
  return 'done';
};

/**
 * Reloads sources while their current rows stay visible. A source shows its own failure, so the step fails only
 * when the definition handles failures with onError.
 */
export const refresh: Verb<RefreshStep> = async ({ refresh: ids, onError }, { screen }) => {
  const named = [ids].flat();
  await screen.refresh(named);
  const failed = onError && named.map((id) => screen.source(id).error).find((error) => error !== null);
  if (failed) throw failed;
  return 'done';
};

/** Writes to the screen's state. All values are evaluated before the first write. */
export const set: Verb<SetStep> = async (
  { set: values, optimistic: mayFail },
  { screen, scope, optimistic },
) => {
  const now = scope();
  const resolved = await Promise.all(
    Object.entries(values).map(
      async ([bind, value]) => [bindPath(bind), await resolveValue(value, now)] as const,
    ),
  );
  const writes = mayFail
    ? (optimistic.writes ??= new (await import('./optimistic-writes.ts')).OptimisticWrites(screen.store))
    : null;
  screen.store.batch(() => {
    for (const [path, value] of resolved) {
      // Steps may write the state only.
      if (path[0] !== 'state' || path.length < 2)
        throw new Error(`${path.join('.')} is no path in the state`);
      if (writes) writes.set(path, value);
      else screen.store.set(path, value);
    }
  });
  return 'done';
};

export const open: Verb<OpenStep> = async ({ open: step }, { screen, scope }) => {
  const { dialog, with: args } = typeof step === 'string' ? { dialog: step, with: {} } : step;
  if (!screen.compiled.dialogs.some(({ id }) => id === dialog)) throw new Error(`No dialog "${dialog}"`);
  screen.open(dialog, await resolveValues(args, scope()));
  return 'done';
};

export const close: Verb<CloseStep> = async ({ close: dialog }, { screen }) => {
  screen.close(dialog);
  return 'done';
};

/** Asks the user for confirmation. When the user declines, the list of steps stops silently. */
export const confirm: Verb<ConfirmStep> = async ({ confirm: step }, context) => {
  if (context.isAbandoned()) return 'stopped';
  const scope = context.scope();
  const { texts } = context.screen;
  const values = await resolveValues(step.values, scope);
  const question: ConfirmRequest = {
    kind: step.kind,
    title: await resolveStepText(step.title, scope, texts, values),
  };
  for (const key of ['subtitle', 'text', 'confirmText'] as const) {
    const text = step[key];
    if (text !== undefined) question[key] = await resolveStepText(text, scope, texts, values);
  }
  if (step.persistent !== undefined) question.persistent = step.persistent;
  return (await context.ask(() => context.host.confirm(question))) ? 'done' : 'stopped';
};

const toastKinds = ['success', 'error', 'info', 'warning'] as const;

export const toast: Verb<ToastStep> = async ({ toast: step }, context) => {
  const { texts } = context.screen;
  const scope = context.scope();
  const values = await resolveValues(step.values, scope);
  const detail =
    step.detail === undefined ? undefined : await resolveStepText(step.detail, scope, texts, values);
  for (const kind of toastKinds) {
    const text = step[kind];
    if (text === undefined) continue;
    const shown = await resolveStepText(text, scope, texts, values);
    if (kind === 'error') {
      context.notifyFailure(shown, detail);
      continue;
    }
    const undo = context.takeUndo();
    const options = { ...(detail ? { detail } : {}), ...(undo ? { undo } : {}) };
    context.host.notify(kind, shown, detail || undo ? options : undefined);
  }
  return 'done';
};

/**
 * Validates and submits a form. A form with errors shows them, so the list of steps stops silently unless the
 * definition handles the failure with onError. A form that is not mounted cannot show errors, so the step fails.
 */
export const submit: Verb<SubmitStep> = async ({ submit: node, onError }, context) => {
  const { screen } = context;
  const form = screen.form(node);
  if (!form) throw engineFailure(screen.texts, 'NOT_READY', 'failures.notReady');
  if (await form.submit(context)) return 'done';
  if (onError) throw engineFailure(screen.texts, 'NOT_SENT', 'failures.notSent');
  return 'stopped';
};

/** Resets a form to its loaded values. */
export const reset: Verb<ResetStep> = async ({ reset: node }, { screen }) => {
  const form = screen.form(node);
  if (!form) throw new Error(`No form "${node}" is on the screen`);
  form.reset();
  return 'done';
};

/** Runs `then` or `else`, by the truth value of the condition in JSONata. */
export const branch: Verb<IfStep> = async (step, context) => {
  const holds = toBoolean(await evaluate(step.if.$expr, context.scope())) === true;
  const steps = holds ? step.then : step.else;
  return steps ? context.run(steps) : 'done';
};
