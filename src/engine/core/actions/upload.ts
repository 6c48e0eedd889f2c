import { valueAt } from '../../../contracts/json-pointer.ts';
import { resolveAddress } from '../language/address.ts';
import type { PickedFile, UploadRequest } from '../contract.ts';
import { isFile } from './files.ts';
import { engineFailure } from '../sources/failure.ts';
import type { UploadStep } from '../generated/documents.ts';
import { bindPath } from '../language/paths.ts';
import type { Scope } from '../screen/store.ts';
import type { Texts } from '../language/texts.ts';
import { evaluate, resolveValue, resolveValues } from './values.ts';
import type { Verb } from './verbs.ts';

type Upload = UploadStep['upload'];

/** 50 MB, the server's limit for one file. */
const defaultMaxSize = 50 * 1024 * 1024;

/** Whether a file has one of these media types or extensions. The type is empty when the operating system has none. */
function isAccepted({ name, type }: PickedFile, accept: readonly string[]): boolean {
  if (accept.length === 0) return true;
  return accept.some((one) => {
    if (one.startsWith('.')) return name.toLowerCase().endsWith(one.toLowerCase());
    if (one.endsWith('/*')) return type.startsWith(one.slice(0, -1));
    return type === one;
  });
}

function sizeText(bytes: number): string {
  const [size, unit] = bytes >= 1024 * 1024 ? [bytes / 1024 / 1024, 'MB'] : [bytes / 1024, 'KB'];
  return `${Number(size.toFixed(1))} ${unit}`;
}

/** @throws HostFailure that names the first file over a limit of the step. */
function checkFiles(files: readonly PickedFile[], step: Upload, texts: Texts): void {
  const { accept = [], maxSize = defaultMaxSize, maxFiles = 1 } = step;
  if (files.length > maxFiles) {
    throw engineFailure(texts, 'TOO_MANY_FILES', 'failures.upload.tooMany', { limit: maxFiles });
  }
  for (const file of files) {
    const { name } = file;
    if (!isAccepted(file, accept)) {
      throw engineFailure(texts, 'FILE_TYPE', 'failures.upload.type', { name, accept: accept.join(', ') });
    }
    if (file.size > maxSize) {
      throw engineFailure(texts, 'FILE_TOO_LARGE', 'failures.upload.tooLarge', {
        name,
        limit: sizeText(maxSize),
      });
    }
  }
}

async function requestOf(step: Upload, files: readonly PickedFile[], scope: Scope): Promise<UploadRequest> {
  const method = step.post === undefined ? 'put' : 'post';
  const address = step[method];
  if (address === undefined) throw new Error('An upload names one of post, put');
  const query = await resolveValues(step.query, scope);
  const values = Object.entries(await resolveValues(step.values, scope))
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]);
  const version = step.version && (await resolveValue(step.version, scope));
  if (version !== undefined && typeof version !== 'number') throw new Error('upload.version is no number');
  return {
    method,
    address: resolveAddress(address, scope, query),
    field: step.field ?? 'file',
    files,
    values: Object.fromEntries(values) as Record<string, string>,
    ...(version === undefined ? {} : { version }),
  };
}

/** Files that an expression refers to. @throws Error for another value. */
async function filesOf(expression: string, scope: Scope): Promise<readonly PickedFile[]> {
  const found: readonly unknown[] = [(await evaluate(expression, scope)) ?? []].flat();
  if (!found.every(isFile)) throw new Error(`upload.files: ${expression} are no files`);
  return found;
}

/** Expressions read own properties alone, and a browser's file has its name by its prototype. */
const named = (file: PickedFile): PickedFile =>
  Object.hasOwn(file, 'name') ? file : Object.defineProperty(file, 'name', { value: file.name });

/** Opens the file picker, or takes the files that the step gives, and uploads the chosen files. Without a choice the list of steps stops silently. */
export const upload: Verb<UploadStep> = async ({ upload: step }, context) => {
  if (context.isAbandoned()) return 'stopped';
  const { screen, host } = context;
  const files = step.files
    ? await filesOf(step.files.$expr, context.scope())
    : await context.ask(() => host.pick({ accept: step.accept ?? [], multiple: (step.maxFiles ?? 1) > 1 }));
  if (files.length === 0) return 'stopped';
  checkFiles(files, step, screen.texts);
  if (step.keep !== undefined) screen.store.set(bindPath(step.keep), files.map(named));
  const reply = await host.upload(await requestOf(step, files, context.scope()));
  const data = valueAt(reply, ['data']);
  if (step.into !== undefined) screen.store.set(bindPath(step.into), data);
  if (step.undo) context.offerUndo(step.undo, { ...context.locals, event: data });
  return 'done';
};
