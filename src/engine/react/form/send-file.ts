import { toPointer, valueAt } from '../../../contracts/json-pointer.ts';
import type { Json } from '../../../contracts/json.ts';
import {
  resolveAddress,
  type Scope,
  type FileUpload,
  type Host,
  type Path,
  type PickedFile,
} from '../../core/index.ts';
import type { FormModel } from '../../core/form/model.ts';

/** Sends one file and answers the field's value: the reply at the upload's path. Rejects with HostFailure. */
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
  const value = valueAt(reply, upload.value.split('.'));
  if (value === undefined) throw new Error(`No ${upload.value} in the answer`);
  return value as Json;
}

/**
 * Sends the files that wait for the submit and replaces them by their values, at any depth. A file that fails is reported
 * at its field, and nothing is submitted.
 * @returns whether all of them were sent.
 */
export async function sendWaiting(host: Host, scope: Scope, model: FormModel): Promise<boolean> {
  for (const { path, key } of waitingIn(model, model.record, [])) {
    const { file, upload } = model.pendingFiles.get(key)!;
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

function waitingIn(model: FormModel, value: Json, path: Path): { path: Path; key: string }[] {
  if (model.pendingFiles.size === 0) return [];
  if (typeof value === 'string') return model.pendingFiles.has(value) ? [{ path, key: value }] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => waitingIn(model, part as Json, [...path, name]));
}
