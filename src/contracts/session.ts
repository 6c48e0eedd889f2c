import type { Language } from './language.ts';

/** GET /adm/v2/sec/me */
export interface Me {
  id: number;
  name: string;
  login: string;
  email: string;
  photourl: string | null;
  isChangePwd: 'Y' | 'N';
  delegate: { id: number; name: string } | null;
  /** Choice of the person on any device; null until they choose. */
  language: Language | null;
  theme: ThemeChoice | null;
  version: number;
}

export const themeChoices = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

/** GET /adm/v2/pub/home: the configuration of the sign-in page. */
export interface PublicHome {
  tenant: { key: string; name: string };
  environment: 'dev' | 'qa' | 'prod';
  /** 64 hex digits: the fixed key of the specified password cipher. Obfuscation, not protection. */
  loginKey: string;
  loginLayout: LoginLayout;
  colors: TenantColors;
  /** LAYOUT_LOGIN_LOGO as a data: URL, or null for the default. */
  images: { LAYOUT_LOGIN_LOGO: string | null };
  languageSelected: Language;
  thirdPartySignIn: boolean;
  /** Name of the provider on its button; null while there is none. */
  thirdPartyName: string | null;
}

export interface LoginLayout {
  selectedLayout: 1 | 2;
  backgroundColor: string | null;
  actionColor: string | null;
  coverImage: string | null;
  coverText: string | null;
}

export interface TenantColors {
  menuColor: string;
  actionColor: string;
  secondaryColor: string;
}

/** GET /adm/v2/user/home: the configuration of the shell for a signed-in person. */
export interface UserHome {
  colors: TenantColors;
  images: { LAYOUT_HOME_LOGO_LG: string | null; LAYOUT_HOME_LOGO_XS: string | null };
  /** Page after the sign-in; "/" is the greeting. */
  route: string;
  tenant: { key: string; name: string };
  environment: 'dev' | 'qa' | 'prod';
  timeZone: string;
  /** Whether the support chat opens on this host. */
  support: boolean;
}

/** Colours of a tenant without its own (specification 1, section 9). */
export const defaultColors: TenantColors = {
  menuColor: '#1A2B3B',
  actionColor: '#26BCB3',
  secondaryColor: '#4F3277',
};
