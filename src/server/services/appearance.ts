import { type JsonObject, isObject } from '../../contracts/json.ts';
import { toLanguage, type Language } from '../../contracts/language.ts';
import { defaultColors, type LoginLayout, type TenantColors } from '../../contracts/session.ts';
import type { TenantTransaction } from '../db/tenant-db.ts';

/** A tenant's look, with the product's defaults where it says nothing. */
export interface Appearance {
  colors: TenantColors;
  loginLayout: LoginLayout;
  loginLogo: string | null;
  logos: { large: string | null; small: string | null };
  languageSelected: Language;
}

/** The look of the transaction's tenant. */
export async function readAppearance(db: TenantTransaction, tenantId: number): Promise<Appearance> {
  const { appearance } = await db
    .selectFrom('tenant')
    .select('appearance')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return appearanceOf(appearance);
}

/** Reads the stored form; a value that is not what it should be counts as not said. */
export function appearanceOf(stored: JsonObject): Appearance {
  const layout = objectOf(stored.loginLayout);
  const images = objectOf(stored.images);
  return {
    colors: {
      menuColor: colorOf(stored.menuColor) ?? defaultColors.menuColor,
      actionColor: colorOf(stored.actionColor) ?? defaultColors.actionColor,
      secondaryColor: colorOf(stored.secondaryColor) ?? defaultColors.secondaryColor,
    },
    loginLayout: {
      selectedLayout: layout.selectedLayout === 2 ? 2 : 1,
      backgroundColor: colorOf(layout.backgroundColor),
      actionColor: colorOf(layout.actionColor),
      coverImage: textOf(layout.coverImage),
      coverText: textOf(layout.coverText),
    },
    loginLogo: textOf(images.LAYOUT_LOGIN_LOGO),
    logos: { large: textOf(images.LAYOUT_HOME_LOGO_LG), small: textOf(images.LAYOUT_HOME_LOGO_XS) },
    languageSelected: toLanguage(textOf(stored.languageSelected)),
  };
}

function objectOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? { ...value } : {};
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function colorOf(value: unknown): string | null {
  const text = textOf(value);
  return text !== null && /^#[0-9a-f]{6}$/i.test(text) ? text : null;
}
