/** The paths of the shell's own pages. All others belong to screen documents. */
export const paths = {
  home: '/',
  login: '/login',
  newPassword: '/login/forgotpwd/confirm',
  /** The same page for a person who must choose a new password before anything else (isChangePwd=Y). */
  forcedPassword: '/login/forgotpwd/confirm?forcedReset=Y',
  restricted: '/restricted-access',
} as const;

/** The addresses that the shell calls. */
export const calls = {
  publicHome: '/adm/v2/pub/home',
  signIn: '/adm/v2/sec/login',
  signOut: '/adm/v2/sec/logout',
  me: '/adm/v2/sec/me',
  userHome: '/adm/v2/user/home',
  menu: '/adm/v2/home/menu2?device=D',
  screen: (path: string) => `/adm/v2/def/screen?path=${encodeURIComponent(path)}`,
} as const;

/** Returns a menu entry's address, /{key}. A leading slash in the key is tolerated. */
export function menuPath(key: string): string {
  return `/${key.replace(/^\/+/, '')}`;
}

/** Whether a call at this address changes the menu, which lists the tenant's own published screens. */
export function changesMenu(address: string): boolean {
  return /^\/adm\/v2\/def\/[^/]+\/[^/]+\/(publish|rollback|unpublish|remove)$/.test(address);
}

/** Returns the first segment of a path, '' for the home page. */
export function firstSegment(path: string): string {
  return path.split('/').find((segment) => segment !== '') ?? '';
}
