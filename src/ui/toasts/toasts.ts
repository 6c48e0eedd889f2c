import { createUiStore } from '../store.ts';

/** Display time of a toast (specification 1, section 9: notice timeout). Milliseconds. */
export const toastTimeout = 7000;

export type ToastKind = 'success' | 'error' | 'info' | 'warning';

export interface Toast {
  id: number;
  kind: ToastKind;
  text: string;
  /** A line below the text, e.g. the reason of a failure. */
  detail?: string | undefined;
  /** Offered inside the toast. Ctrl+Z runs the newest one that undoes something. */
  action?: { text: string; run: () => void; isUndo?: boolean } | undefined;
  /** Incremented when the same text is notified again: its time starts over and it is announced again. */
  repeats: number;
}

/** `count`: number of toasts so far. After the first one the live regions stay mounted. */
export const toastStore = createUiStore<{ toasts: readonly Toast[]; count: number }>({
  toasts: [],
  count: 0,
});

/**
 * Where toasts stand: in the free middle of the shell's header, `right` from the window's edge and at most `width` wide; above
 * the status bar of a work surface, which has no such header; on other pages at the top right. On phones they stand at the
 * bottom.
 */
export const toastPlace = createUiStore<
  { kind: 'band'; right: number; width: number } | { kind: 'surface' } | { kind: 'page' }
>({ kind: 'page' });

/**
 * Displays a text at the top right for 7 s. A text that is already visible is not displayed twice, unless each of the toasts
 * undoes something of its own.
 * @returns the toast's id
 */
export function notify(
  kind: ToastKind,
  text: string,
  { action, detail }: Pick<Toast, 'action' | 'detail'> = {},
): number {
  const { toasts, count } = toastStore.getState();
  const same = toasts.find(
    (toast) =>
      toast.kind === kind &&
      toast.text === text &&
      toast.detail === detail &&
      !action?.isUndo &&
      toast.action?.isUndo !== true,
  );
  if (!same) {
    toastStore.setState({
      toasts: [...toasts, { id: count, kind, text, detail, action, repeats: 0 }],
      count: count + 1,
    });
    return count;
  }
  const repeated = { ...same, action, repeats: same.repeats + 1 };
  toastStore.setState({ toasts: toasts.map((toast) => (toast === same ? repeated : toast)) });
  return same.id;
}

function filterToasts(predicate: (toast: Toast) => boolean): void {
  toastStore.setState(({ toasts }) => ({ toasts: toasts.filter(predicate) }));
}

export function dismissToast(id: number): void {
  filterToasts((toast) => toast.id !== id);
}

/** Runs the action of a toast, once, and removes the toast. */
export function runToastAction({ id, action }: Toast): void {
  if (!toastStore.getState().toasts.some((toast) => toast.id === id)) return;
  dismissToast(id);
  action?.run();
}

/** Removes all toasts: they name what the person did, and leave with them. */
export function dismissAll(): void {
  filterToasts(() => false);
}

/** Removes earlier error messages when a new attempt starts. */
export function dismissErrors(): void {
  filterToasts((toast) => toast.kind !== 'error');
}
