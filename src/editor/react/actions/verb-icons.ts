import type { IconName } from '../../../ui/index.ts';

const icons: Readonly<Record<string, IconName>> = {
  navigate: 'open',
  request: 'globe',
  refresh: 'arrow-clockwise',
  set: 'edit',
  open: 'square',
  close: 'dismiss',
  confirm: 'question-circle',
  toast: 'info',
  submit: 'send',
  reset: 'arrow-undo',
  download: 'arrow-download',
  upload: 'arrow-upload',
  if: 'branch',
  each: 'list',
};

export const verbIcon = (verb: string | null): IconName => icons[verb ?? ''] ?? 'code';
