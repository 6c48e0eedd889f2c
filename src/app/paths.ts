/** The paths of the shell's own pages. All others belong to screen documents. */
export const paths = {
  home: '/',
  login: '/login',
  forgotPassword: '/login/forgotpwd',
  newPassword: '/login/forgotpwd/confirm',
  /** The same page for a person who must choose a new password before anything else (isChangePwd=Y). */
  forcedPassword: '/login/forgotpwd/confirm?forcedReset=Y',
  restricted: '/restricted-access',
  /** Leads to the profile of the signed-in person. */
  ownProfile: '/profile',
  /** The way to the provider of third-party sign-in, and back. */
  authenticate: '/authenticate',
} as const;

/** Further addresses of pages, and where each leads. */
export const movedPages: readonly [path: string, to: string][] = [
  ['/view-table', '/view-admin'],
  ['/view-pages', '/view-admin'],
];

/** The addresses that the shell calls; pages that are loaded on demand have their own. */
export const calls = {
  publicHome: '/adm/v2/pub/home',
  signIn: '/adm/v2/sec/login',
  signOut: '/adm/v2/sec/logout',
  me: '/adm/v2/sec/me',
  choice: (key: 'language' | 'theme' | '') => `/adm/v2/sec/me/preferences/${key}`,
  userHome: '/adm/v2/user/home',
  menu: '/adm/v2/home/menu2?device=D',
  photos: '/adm/v2/sec/photo/',
  view: (path: string) => path.replace('/dashboard', '/handler/v2/dash/load'),
  screen: (path: string) => `/adm/v2/def/screen?path=${encodeURIComponent(path)}`,
} as const;

/** Returns a menu entry's address, /{key}. A leading slash in the key is tolerated. */
export function menuPath(key: string): string {
  return `/${key.replace(/^\/+/, '')}`;
}

/** Whether a call at this address changes the menu, which lists the tenant's own published screens. */
export function changesMenu(address: string): boolean {
  return /^\/adm\/v2\/(?:def\/[^/]+\/[^/]+\/(?:publish|rollback|unpublish|remove)|dash\/(?!\d+\/draft$).+)$/.test(
    address,
  );
}

/** Whether an address is of what is published. Drafts are loaded again by their editors, who may have unsaved text. */
export const isPublishedDefinition = (address: string): boolean =>
  /^\/(adm\/v2\/def\/(?!.*draft=1)|handler\/v2\/dash\/load\/\d+$)/.test(address);

/** Whether a call changes the look of the company's pages. */
export const changesLook = (address: string): boolean => address === '/adm/v2/config/appearance';

/** Returns the first segment of a path, '' for the home page. */
export function firstSegment(path: string): string {
  return path.split('/').find((segment) => segment !== '') ?? '';
}
