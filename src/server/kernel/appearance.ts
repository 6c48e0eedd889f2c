import { type JsonObject, isObject } from '../../contracts/json.ts';
import { toLanguage, type Language } from '../../contracts/language.ts';
import { defaultColors, type LoginLayout, type TenantColors } from '../../contracts/session.ts';

/** Address of the picture beside or behind the sign-in. */
export const COVER_ADDRESS = '/adm/v2/pub/appearance/cover';

/** Appearance of a tenant, with the product's defaults for missing values. */
export interface Appearance {
  colors: TenantColors;
  loginLayout: LoginLayout;
  /** By the names of the specification, as `data:` URLs. */
  images: Record<'LAYOUT_HOME_LOGO_LG' | 'LAYOUT_HOME_LOGO_XS' | 'LAYOUT_LOGIN_LOGO', string | null>;
  languageSelected: Language;
  /** Whether the sign-in page offers accounts of another provider. */
  thirdPartySignIn: boolean;
  /** Page after the sign-in. */
  route: string;
}

export const logoNames = ['LAYOUT_HOME_LOGO_LG', 'LAYOUT_HOME_LOGO_XS', 'LAYOUT_LOGIN_LOGO'] as const;
export const pictureNames = [...logoNames, 'COVER'] as const;
export type PictureName = (typeof pictureNames)[number];

/** Ids of the files of the stored pictures. */
export function pictureFiles(stored: JsonObject): Partial<Record<PictureName, number>> {
  const images = toObject(stored.images);
  const found: Partial<Record<PictureName, number>> = {};
  for (const name of pictureNames) {
    const id = images[name];
    if (typeof id === 'number') found[name] = id;
  }
  return found;
}

/** Converts the stored form, without its logos. An invalid value counts as missing. */
export function toAppearance(stored: JsonObject): Appearance {
  const layout = toObject(stored.loginLayout);
  const cover = pictureFiles(stored).COVER;
  return {
    colors: {
      menuColor: toColor(stored.menuColor) ?? defaultColors.menuColor,
      actionColor: toColor(stored.actionColor) ?? defaultColors.actionColor,
      secondaryColor: toColor(stored.secondaryColor) ?? defaultColors.secondaryColor,
    },
    loginLayout: {
      selectedLayout: layout.selectedLayout === 2 ? 2 : 1,
      backgroundColor: toColor(layout.backgroundColor),
      actionColor: toColor(layout.actionColor),
      // The address changes with the picture, so that browsers can keep it.
      coverImage: cover === undefined ? null : `${COVER_ADDRESS}?v=${cover}`,
      coverText: toText(layout.coverText),
    },
    images: { LAYOUT_HOME_LOGO_LG: null, LAYOUT_HOME_LOGO_XS: null, LAYOUT_LOGIN_LOGO: null },
    languageSelected: toLanguage(toText(stored.languageSelected)),
    thirdPartySignIn: stored.thirdPartySignIn === true,
    route: toRoute(stored.route),
  };
}

/** The colours with which a tenant's pages begin. */
export function pageColors(stored: JsonObject): TenantColors & { loginColor: string } {
  const { colors, loginLayout } = toAppearance(stored);
  return { ...colors, loginColor: loginLayout.actionColor ?? colors.actionColor };
}

function toObject(value: unknown): Record<string, unknown> {
  return isObject(value) ? { ...value } : {};
}

function toText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** An address of the application; the home page without a valid one. */
function toRoute(value: unknown): string {
  const text = toText(value);
  return text !== null && /^\/(?![/\\])/.test(text) ? text : '/';
}

function toColor(value: unknown): string | null {
  const text = toText(value);
  return text !== null && /^#[0-9a-f]{6}$/i.test(text) ? text : null;
}
