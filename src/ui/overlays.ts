import { lazyPart } from './LazyPart.tsx';
import type { ConfirmDialogProps } from './ConfirmDialog.tsx';

// Behind the door they are loaded when first drawn: the sign-in page must wait for neither.
export const toasterPart = lazyPart<{ label: string; closeLabel: string }>(async () => ({
  default: (await import('./Toaster.tsx')).Toaster,
}));
export const confirmDialogPart = lazyPart<ConfirmDialogProps>(async () => ({
  default: (await import('./ConfirmDialog.tsx')).ConfirmDialog,
}));
