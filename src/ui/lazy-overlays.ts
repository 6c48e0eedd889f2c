import { lazyComponent } from './lazy-source.ts';
import type { ConfirmDialogProps } from './ConfirmDialog.tsx';

// Loaded when they are first rendered: the sign-in page must wait for neither.
export const lazyToaster = lazyComponent<{ label: string; closeLabel: string }>(async () => ({
  default: (await import('./Toaster.tsx')).Toaster,
}));
export const lazyConfirmDialog = lazyComponent<ConfirmDialogProps>(async () => ({
  default: (await import('./ConfirmDialog.tsx')).ConfirmDialog,
}));
