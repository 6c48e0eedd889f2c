import type { JsonObject } from '../../../contracts/json.ts';
import type { Host } from '../../core/index.ts';
import type { FormModel } from '../../core/form/form-model.ts';
import type { Translate } from '../hooks.ts';

const groups = ['abcdefghijkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789', '!@#$%*+-=?'];
const length = 16;

/** The newest generated password of each form, with its field. */
const generated = new WeakMap<FormModel, { field: string; password: string }>();

/** Fills in a new password, and its confirmation where the form has one. */
export function generatePassword(model: FormModel, field: string, set: (password: string) => void): void {
  const password = makePassword();
  set(password);
  const confirmation = `confirm_${field}`;
  if (model.form.fields.has(confirmation)) model.set([confirmation], password);
  generated.set(model, { field, password });
}

/** The generated password among the values that are about to be sent; null when there is none, or it was edited. */
export function generatedAmong(model: FormModel, values: JsonObject): string | null {
  const made = generated.get(model);
  return made && values[made.field] === made.password ? made.password : null;
}

/** Offers a password that the server has stored: before, it would not let anybody in. It is shown this once. */
export async function offerPassword(host: Host, t: Translate, password: string): Promise<void> {
  const request = {
    kind: 'action',
    persistent: true,
    title: t('form.generated.title'),
    subtitle: t('form.generated.text'),
    text: password,
    confirmText: t('form.generated.copy'),
    cancelText: t('form.generated.close'),
  } as const;
  if (!(await host.confirm(request))) return;
  try {
    // Without a secure context there is no clipboard.
    await navigator.clipboard.writeText(password);
    host.notify('success', t('form.generated.copied'));
  } catch {
    host.notify('warning', t('form.generated.notCopied'));
    await offerPassword(host, t, password);
  }
}

/** A random password of 16 characters of every kind, without characters that look alike. */
function makePassword(): string {
  const all = groups.join('');
  const signs = [...groups.map(pick), ...Array.from({ length: length - groups.length }, () => pick(all))];
  for (let at = signs.length - 1; at > 0; at--) {
    const other = below(at + 1);
    [signs[at], signs[other]] = [signs[other]!, signs[at]!];
  }
  return signs.join('');
}

function pick(from: string): string {
  return from[below(from.length)]!;
}

/** A uniform random number below `limit`, by rejection sampling. */
function below(limit: number): number {
  const ceiling = Math.floor(0x1_0000_0000 / limit) * limit;
  const box = new Uint32Array(1);
  do crypto.getRandomValues(box);
  while (box[0]! >= ceiling);
  return box[0]! % limit;
}
