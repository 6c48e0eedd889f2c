import { lazyComponent } from './lazy-source.ts';
import type { ConfirmDialogProps } from './ConfirmDialog.tsx';

// Behind the door they are loaded when first drawn: the sign-in page must wait for neither.
export const lazyToaster = lazyComponent<{ label: string; closeLabel: string }>(async () => ({
  default: (await import('./Toaster.tsx')).Toaster,
}));
export const lazyConfirmDialog = lazyComponent<ConfirmDialogProps>(async () => ({
  default: (await import('./ConfirmDialog.tsx')).ConfirmDialog,
}));
