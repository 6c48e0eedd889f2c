/** Every path that the shell itself knows; all others belong to screen documents. */
export const paths = {
  home: '/',
  login: '/login',
  newPassword: '/login/forgotpwd/confirm',
  /** The same page for a person who must choose a new password before anything else (isChangePwd=Y). */
  forcedPassword: '/login/forgotpwd/confirm?forcedReset=Y',
  restricted: '/restricted-access',
} as const;

/** The calls that the shell itself makes. */
export const calls = {
  publicHome: '/adm/v2/pub/home',
  signIn: '/adm/v2/sec/login',
  signOut: '/adm/v2/sec/logout',
  me: '/adm/v2/sec/me',
  userHome: '/adm/v2/user/home',
  menu: '/adm/v2/home/menu2?device=D',
  screen: (path: string) => `/adm/v2/def/screen?path=${encodeURIComponent(path)}`,
} as const;

/** A menu entry's address: /{key}, a leading slash in the key tolerated. */
export function menuPath(key: string): string {
  return `/${key.replace(/^\/+/, '')}`;
}

/** The menu leads to the screens that a tenant has published itself. */
export function changesMenu(address: string): boolean {
  return /^\/adm\/v2\/def\/[^/]+\/[^/]+\/(publish|rollback)$/.test(address);
}

/** '' for the home page. */
export function firstSegment(path: string): string {
  return path.split('/').find((segment) => segment !== '') ?? '';
}
