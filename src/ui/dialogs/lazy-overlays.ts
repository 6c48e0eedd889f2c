import { lazyComponent, shellPatience } from '../states/lazy-source.ts';
import type { ConfirmDialogProps } from './ConfirmDialog.tsx';

// Loaded when they are first rendered, so that the sign-in page waits for neither.
export const lazyToaster = lazyComponent<{ label: string; closeLabel: string }>(
  async () => ({
    default: (await import('../toasts/Toaster.tsx')).Toaster,
  }),
  shellPatience,
);
export const lazyConfirmDialog = lazyComponent<ConfirmDialogProps>(
  async () => ({
    default: (await import('./ConfirmDialog.tsx')).ConfirmDialog,
  }),
  shellPatience,
);
