// A menu and its positioning weigh 45 KB: they come when somebody reaches for one.
export const loadMenu = () => import('./RowMenu.tsx');
