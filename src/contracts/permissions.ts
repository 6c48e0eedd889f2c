/** A permission that is not a verb on a screen. Groups hold it by a row, the administrators' group by rule. */
export interface SpecialPermissionSpec {
  /** Number on the wire (specification 1, section 3). It never changes. */
  id: number;
  permission: string;
  /** Key of the module under which it is granted. */
  module: ModuleKey;
  /** Key of locales/. */
  description: string;
}

/** Modules of the permission table (specification 1, section 6). */
export const modules = [
  { id: 1, key: 'mod-security', title: '$permissions.modules.security' },
  { id: 2, key: 'mod-rpa', title: '$permissions.modules.rpa' },
  { id: 3, key: 'mod-admin', title: '$permissions.modules.admin' },
] as const;

export type ModuleKey = (typeof modules)[number]['key'];

const securityScreens: readonly string[] = [
  'admin-user',
  'admin-grupoacesso',
  'admin-audit',
  'admin-session',
];

/** The module that a screen belongs to: security, RPA (`rpa-…`), or administration for all others. */
export function moduleOf(screen: string): ModuleKey {
  if (securityScreens.includes(screen)) return 'mod-security';
  return screen.startsWith('rpa-') ? 'mod-rpa' : 'mod-admin';
}

export const specialPermissions: readonly SpecialPermissionSpec[] = [
  {
    id: 1,
    permission: 'user-profile-replacement-update',
    module: 'mod-security',
    description: '$permissions.special.substitute',
  },
];
