import { valueAt } from '../../../contracts/json-pointer.ts';
import type { Json } from '../../../contracts/json.ts';
import { resolveAddress } from '../address.ts';
import type { RunRequest } from '../contract.ts';
import type { RequestStep } from '../generated/documents.ts';
import { bindPath } from '../paths.ts';
import type { Verb } from './context.ts';
import { resolveValue, resolveValues } from './values.ts';

const methods = ['get', 'post', 'put', 'delete'] as const;

/** Calls the server; `into` keeps the data of its reply in the state. The client adds the Idempotency-Key. */
export const request: Verb<RequestStep> = async ({ request: step }, context) => {
  const method = methods.find((one) => step[one] !== undefined);
  if (!method) throw new Error('A request names one of get, post, put, delete');
  const scope = context.scope();
  const query = await resolveValues(step.query, scope);
  const call: RunRequest = { method, address: resolveAddress(step[method]!, scope, query) };
  if (step.body !== undefined) call.body = (await resolveValue(step.body, scope)) as Json;
  if (step.version !== undefined) {
    const version = await resolveValue(step.version, scope);
    if (typeof version !== 'number')
      throw new Error(`request.version is no number but ${JSON.stringify(version)}`);
    call.version = version;
  }
  const reply = await context.host.run(call);
  if (step.into !== undefined) context.screen.store.set(bindPath(step.into), valueAt(reply, ['data']));
  return 'done';
};
