import { pointerSegments } from '../../core/form/schema-errors.ts';
import type { FormModel } from '../../core/form/model.ts';

/** Ids that rjsf gives to what lies inside a structured field begin with this. */
export const structuredPrefix = 'root';
export const structuredSeparator = '_';

const focusable = 'input, select, textarea, button';

/**
 * In a dialog the person starts in the first field, not on what closes it; a field that has the focus already keeps it.
 */
export function focusFirstField(form: HTMLElement): void {
  const dialog = form.closest('[role="dialog"], [role="alertdialog"]');
  if (dialog === null || document.activeElement?.matches('input, select, textarea') === true) return;
  form
    .querySelector<HTMLElement>('input:not(:disabled), select:not(:disabled), textarea:not(:disabled)')
    ?.focus();
}

/** Moves the focus to the first field at fault, in the order of the layout; to the notice above when no field is. */
export function focusFirstFault(form: HTMLElement, model: FormModel): void {
  for (const name of model.form.fields.keys()) {
    const { faults, hidden } = model.field(name);
    const fault = faults[0];
    if (hidden || fault === undefined) continue;
    const control = controlAt(form, fault.path);
    if (control === null) continue;
    control.focus();
    return;
  }
  form.querySelector<HTMLElement>('[data-form-faults]')?.focus();
}

function controlAt(form: HTMLElement, path: string): HTMLElement | null {
  const segments = pointerSegments(path);
  const ids = [segments, [structuredPrefix, ...segments]].map((parts) => parts.join(structuredSeparator));
  const places = [...form.querySelectorAll<HTMLElement>('[id], [data-field]')];
  const found = [
    ...ids.map((id) => places.find((place) => place.id === id)),
    places.find((place) => place.dataset['field'] === segments[0]),
  ];
  for (const place of found) {
    const control = place?.matches(focusable) === true ? place : place?.querySelector<HTMLElement>(focusable);
    if (control !== undefined && control !== null) return control;
  }
  return null;
}
