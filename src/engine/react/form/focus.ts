import { parsePointer } from '../../../contracts/json-pointer.ts';
import type { FormModel } from '../../core/form/form-model.ts';
import type { Path } from '../../core/index.ts';

/**
 * DOM id of the control of a value: its path, without white space, which separates ids in references. A name alone begins with
 * a slash, so that it is never the id of a node.
 */
export function idOf(path: Path): string {
  const id = path.join('/').replace(/\s/g, '%20');
  return path.length === 1 ? `/${id}` : id;
}

const focusable = 'input, select, textarea, button';

/** Elements in which a person enters something: a locked field is none. */
const entry =
  ':is(input, select, textarea, [role=combobox], [contenteditable=true]):not(:disabled, [readonly])';
/** Stands where a control is loaded on demand. */
const late = '[data-late]';
const moves = ['keydown', 'pointerdown'] as const;

/**
 * Moves the focus to the first field of a form in a dialog, away from the button that closes it. A field that has the
 * focus keeps it. A first field that loads gets the focus when it is there, from the next one too, at which the dialog began, unless
 * the person has moved meanwhile.
 * @returns the function that ends the wait.
 */
export function focusFirstField(form: HTMLElement): () => void {
  const nothing = () => undefined;
  if (form.closest('[role="dialog"], [role="alertdialog"]') === null) return nothing;
  const first = () => form.querySelector<HTMLElement>(`${entry}, ${late}`);
  if (!first()?.matches(late)) {
    if (!document.activeElement?.matches(entry)) first()?.focus();
    return nothing;
  }
  const added = new MutationObserver(() => {
    if (first()?.matches(late)) return;
    stop();
    first()?.focus();
  });
  const stop = () => {
    added.disconnect();
    for (const type of moves) document.removeEventListener(type, stop, true);
  };
  added.observe(form, { childList: true, subtree: true });
  for (const type of moves) document.addEventListener(type, stop, true);
  return stop;
}

/** Moves the focus to the first field with an error, in the order of the layout; without one, to the notice above. */
export function focusFirstError(form: HTMLElement, model: FormModel, idIn: (path: Path) => string): void {
  for (const name of model.form.fields.keys()) {
    const { errors, hidden } = model.field(name);
    const error = errors[0];
    if (hidden || error === undefined) continue;
    const control = controlAt(form, error.path, idIn);
    if (control === null) continue;
    control.focus();
    return;
  }
  form.querySelector<HTMLElement>('[data-form-errors]')?.focus();
}

/** The control of the value at a path, else of the value around it. */
function controlAt(form: HTMLElement, path: string, idIn: (path: Path) => string): HTMLElement | null {
  const segments = parsePointer(path);
  for (let length = segments.length; length > 0; length--) {
    const place = form.ownerDocument.getElementById(idIn(segments.slice(0, length)));
    if (place === null || !form.contains(place)) continue;
    return place.matches(focusable) ? place : (place.querySelector<HTMLElement>(focusable) ?? place);
  }
  const places = [...form.querySelectorAll<HTMLElement>('[data-field]')];
  const field = places.find((place) => place.dataset['field'] === segments[0]);
  return field?.querySelector<HTMLElement>(focusable) ?? null;
}
