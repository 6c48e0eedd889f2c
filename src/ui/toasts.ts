import { createUiStore } from './store.ts';

/** How long a toast stays (specification 1, section 9: notice timeout). Milliseconds. */
export const toastTimeout = 7000;

export type ToastKind = 'success' | 'error' | 'info' | 'warning';

export interface Toast {
  id: number;
  kind: ToastKind;
  text: string;
  /** Undoes what the toast reports, offered inside it. */
  action?: { text: string; run: () => void } | undefined;
  /** Raised when the same text is notified again: its time starts over and it is announced again. */
  repeats: number;
}

/** `count`: how many toasts there have been. From the first on, the live regions stay. */
export const toastStore = createUiStore<{ toasts: readonly Toast[]; count: number }>({
  toasts: [],
  count: 0,
});

/** Shows a text at the top right for 7 s. The same text twice at once is one toast. */
export function notify(kind: ToastKind, text: string, action?: Toast['action']): void {
  toastStore.setState(({ toasts, count }) => {
    const same = toasts.find((toast) => toast.kind === kind && toast.text === text);
    if (!same)
      return { toasts: [...toasts, { id: count, kind, text, action, repeats: 0 }], count: count + 1 };
    const repeated = { ...same, action, repeats: same.repeats + 1 };
    return { toasts: toasts.map((toast) => (toast === same ? repeated : toast)) };
  });
}

function keepToasts(isKept: (toast: Toast) => boolean): void {
  toastStore.setState(({ toasts }) => ({ toasts: toasts.filter(isKept) }));
}

export function dismissToast(id: number): void {
  keepToasts((toast) => toast.id !== id);
}

/** Removes the messages of earlier failures when a new attempt starts. */
export function dismissErrors(): void {
  keepToasts((toast) => toast.kind !== 'error');
}
