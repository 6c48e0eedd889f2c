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

/** Encodes files and further values as a multipart body. */
export function multipart(
  field: string,
  files: readonly PickedFile[],
  values: Readonly<Record<string, string>>,
): FormData {
  const form = new FormData();
  // Values come first, so that a server that streams the body knows them when a file begins.
  for (const [name, value] of Object.entries(values)) form.append(name, value);
  for (const file of files) {
    if (!(file instanceof Blob)) throw new Error(`${file.name} is no file of this browser`);
    form.append(field, file, file.name);
  }
  return form;
}
