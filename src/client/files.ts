import type { PickedFile, PickRequest } from '../engine/core/index.ts';

/**
 * Opens the browser's file dialog. Returns no files when the person closes it.
 * @throws Error without a recent press or key stroke, because browsers then open no dialog and report nothing.
 */
export function pickFiles({ accept, multiple }: PickRequest): Promise<readonly PickedFile[]> {
  if (navigator.userActivation?.isActive === false) {
    return Promise.reject(new Error('Files can only be chosen right after the person pressed something'));
  }
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = accept.join(',');
  input.multiple = multiple;
  return new Promise((resolve) => {
    input.addEventListener('change', () => resolve([...(input.files ?? [])]));
    input.addEventListener('cancel', () => resolve([]));
    input.click();
  });
}
