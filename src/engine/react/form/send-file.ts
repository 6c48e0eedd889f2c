import { toPointer, valueAt } from '../../../contracts/json-pointer.ts';
import type { Json, JsonObject } from '../../../contracts/json.ts';
import {
  resolveAddress,
  type Scope,
  type Host,
  type Path,
  type PickedFile,
  type StoredUpload,
} from '../../core/index.ts';
import type { FormModel } from '../../core/form/form-model.ts';

/** Sends one file and answers the field's value: the reply at the upload's path. Rejects with HostFailure. */
export async function sendFile(
  host: Host,
  scope: Scope,
  upload: StoredUpload,
  file: PickedFile,
): Promise<Json> {
  const reply = await host.upload({
    method: 'post',
    address: resolveAddress(upload.post, scope),
    field: 'file',
    files: [file],
    values: {},
  });
  const value = valueAt(reply, upload.value.split('.'));
  if (value === undefined) throw new Error(`No ${upload.value} in the answer`);
  return value as Json;
}

/**
 * Sends the files that are uploaded with the submit and replaces them by their values, at any depth. A file that fails is reported
 * at its field, and nothing is submitted.
 * @returns whether all of them were sent.
 */
export async function sendWaiting(host: Host, scope: Scope, model: FormModel): Promise<boolean> {
  for (const { path, key } of waitingIn(model, model.record, [])) {
    const { file, upload } = model.pendingFiles.get(key)!;
    if (upload.when === 'request') continue;
    try {
      model.set(path, await sendFile(host, scope, upload, file));
      model.pendingFiles.delete(key);
    } catch (error) {
      const { message } = error as { message?: unknown };
      model.showServerErrors([
        { path: toPointer(path), message: typeof message === 'string' ? message : String(error) },
      ]);
      return false;
    }
  }
  return true;
}

/** Puts the files themselves in place of the values of fields whose files are parts of the form's own request. */
export function withFiles(model: FormModel, values: JsonObject): JsonObject {
  if (model.pendingFiles.size === 0) return values;
  const fileOf = (value: Json) =>
    (typeof value === 'string' ? model.pendingFiles.get(value)?.file : undefined) ?? value;
  // A file is no JSON, and only a request with multipart takes it out of the event.
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, fileOf(value)]),
  ) as JsonObject;
}

function waitingIn(model: FormModel, value: Json, path: Path): { path: Path; key: string }[] {
  if (model.pendingFiles.size === 0) return [];
  if (typeof value === 'string') return model.pendingFiles.has(value) ? [{ path, key: value }] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => waitingIn(model, part as Json, [...path, name]));
}
