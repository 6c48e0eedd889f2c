import { type JsonObject, isObject } from '../../contracts/json.ts';
import { toLanguage, type Language } from '../../contracts/language.ts';
import { defaultColors, type LoginLayout, type TenantColors } from '../../contracts/session.ts';
import type { TenantTransaction } from '../db/tables.ts';

/** Appearance of a tenant, with the product's defaults for missing values. */
export interface Appearance {
  colors: TenantColors;
  loginLayout: LoginLayout;
  /** By the names of the specification, as `data:` URLs. */
  images: Record<'LAYOUT_HOME_LOGO_LG' | 'LAYOUT_HOME_LOGO_XS' | 'LAYOUT_LOGIN_LOGO', string | null>;
  languageSelected: Language;
  /** Page after the sign-in. */
  route: string;
}

/** Reads the appearance of the transaction's tenant. */
export async function readAppearance(db: TenantTransaction, tenantId: number): Promise<Appearance> {
  const { appearance } = await db
    .selectFrom('tenant')
    .select('appearance')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return toAppearance(appearance);
}

/** Converts the stored form. An invalid value counts as missing. */
export function toAppearance(stored: JsonObject): Appearance {
  const layout = toObject(stored.loginLayout);
  const images = toObject(stored.images);
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
      coverImage: toText(layout.coverImage),
      coverText: toText(layout.coverText),
    },
    images: {
      LAYOUT_HOME_LOGO_LG: toText(images.LAYOUT_HOME_LOGO_LG),
      LAYOUT_HOME_LOGO_XS: toText(images.LAYOUT_HOME_LOGO_XS),
      LAYOUT_LOGIN_LOGO: toText(images.LAYOUT_LOGIN_LOGO),
    },
    languageSelected: toLanguage(toText(stored.languageSelected)),
    route: toRoute(stored.route),
  };
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
