/** How long a toast stays (specification 1, section 9: notice timeout). Milliseconds. */
export const toastTimeout = 7000;

export type ToastKind = 'success' | 'error' | 'info' | 'warning';

export interface Toast {
  id: number;
  kind: ToastKind;
  text: string;
  /** A way back, offered inside the toast. */
  action?: { text: string; run: () => void };
  /** Raised when the same text is notified again: its time starts over and it is announced again. */
  turn: number;
}

type Listener = () => void;

let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<Listener>();

function change(next: readonly Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a text at the top right for 7 s. The same text twice at once is one toast. */
export function notify(kind: ToastKind, text: string, action?: Toast['action']): void {
  const same = toasts.find((toast) => toast.kind === kind && toast.text === text);
  if (same) {
    change(toasts.map((toast) => (toast === same ? { ...toast, action, turn: toast.turn + 1 } : toast)));
    return;
  }
  change([...toasts, { id: nextId++, kind, text, action, turn: 0 }]);
}

export function dismissToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}

/** Takes back what earlier failures said: a new attempt is under way. */
export function dismissErrors(): void {
  change(toasts.filter((toast) => toast.kind !== 'error'));
}

/** For `useSyncExternalStore`. */
export const toastStore = {
  subscribe(listener: Listener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: () => toasts,
  /** Was there ever a toast? From then on the live regions stay. */
  used: () => nextId > 1,
};
