/**
 * Pages with which few visits begin. They are named apart from the router, whose first load would otherwise list all files that
 * they need.
 */
export const board = () => import('./screens/KanbanRoute.tsx');
export const layoutEditor = () => import('./screens/LayoutEditorRoute.tsx');
export const support = () => import('./screens/SupportRoute.tsx');
export const password = () => import('./session/PasswordPage.tsx');
export const authenticate = () => import('./session/AuthenticatePage.tsx');
export const restricted = () => import('./states/RestrictedPage.tsx');
