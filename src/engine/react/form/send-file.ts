import type { Json, JsonObject } from '../../../contracts/json.ts';
import {
  readPath,
  resolveAddress,
  type Scope,
  type FileUpload,
  type Host,
  type PickedFile,
} from '../../core/index.ts';
import type { FormModel } from '../../core/form/model.ts';
import { pathOf } from '../../core/form/judge.ts';

/** Sends one file; what its field keeps is what the answer holds at the upload's path. Rejects with HostFailure. */
export async function sendFile(
  host: Host,
  scope: Scope,
  upload: FileUpload,
  file: PickedFile,
): Promise<Json> {
  const reply = await host.upload({
    method: 'post',
    address: resolveAddress(upload.post, scope),
    field: 'file',
    files: [file],
    values: {},
  });
  const value = readPath(reply, upload.value.split('.'));
  if (value === undefined) throw new Error(`No ${upload.value} in the answer`);
  return value as Json;
}

/**
 * Sends the files that wait for the submit and puts what the fields keep in their places. One that fails is told at its
 * field, and nothing is submitted.
 * @returns whether all of them are there.
 */
export async function sendWaiting(host: Host, scope: Scope, model: FormModel): Promise<boolean> {
  if (model.waiting.size === 0) return true;
  for (const [name, field] of model.form.fields) {
    const { upload } = field;
    if (upload?.when !== 'submit') continue;
    const send = async (one: Json): Promise<Json> => {
      const file = typeof one === 'string' ? model.waiting.get(one) : undefined;
      if (file === undefined) return one;
      const value = await sendFile(host, scope, upload, file);
      model.waiting.delete(one as string);
      return value;
    };
    const value = (model.record as JsonObject)[name];
    if (value === undefined) continue;
    try {
      model.set([name], Array.isArray(value) ? await inTurn(value, send) : await send(value));
    } catch (error) {
      const { message } = error as { message?: unknown };
      model.refuse([{ path: pathOf(name), message: typeof message === 'string' ? message : String(error) }]);
      return false;
    }
  }
  return true;
}

async function inTurn(values: readonly Json[], send: (one: Json) => Promise<Json>): Promise<Json[]> {
  const made: Json[] = [];
  for (const one of values) made.push(await send(one));
  return made;
}
