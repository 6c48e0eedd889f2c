/** Path of the layout editor of views, which is no screen of a definition. */
export const layoutEditorPath = '/view-admin/layout/:dashId/:type';

const reserved = new Set(
  'login restricted-access authenticate int-monitorv2 adm api handler docs assets metrics healthz readyz'.split(
    ' ',
  ),
);

/** Whether the product answers this path itself, so that a screen there could never be opened. */
export function isReservedPath(path: string): boolean {
  return reserved.has(path.split('/')[1] ?? '');
}
