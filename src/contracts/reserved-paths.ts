/** Paths of the layout editor, which is no screen of a definition: of views, and of saved widgets. */
export const layoutEditorPath = '/view-admin/layout/:dashId/:type';
export const widgetEditorPath = '/widget-admin/layout/:widgetId';
/** The path of a board, a surface of its own as well. Sprint 0 is the backlog. */
export const boardPath = '/ppm-boards/:boardId/sprint/:sprintId';
/** The path of the support chat: its list, and a chat. */
export const supportPath = '/support/:chatId?';

const reserved = new Set(
  'login restricted-access authenticate int-monitorv2 adm api handler docs assets metrics healthz readyz'.split(
    ' ',
  ),
);

/** Whether the product answers this path itself, so that a screen there could never be opened. */
export function isReservedPath(path: string): boolean {
  return reserved.has(path.split('/')[1] ?? '');
}
