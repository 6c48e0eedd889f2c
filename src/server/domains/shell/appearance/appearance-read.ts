import { Type, type Static } from 'typebox';
import type { JsonObject } from '../../../../contracts/json.ts';
import type { TenantTransaction } from '../../../kernel/database.ts';
import { withPictures } from '../../../platform/appearance/appearance-pictures.ts';
import type { Files } from '../../../platform/files/files.ts';

const nullableText = Type.Union([Type.String(), Type.Null()]);
export const layoutNumber = Type.Unsafe<1 | 2>({ type: 'integer', enum: [1, 2] });
export const language = Type.Union([Type.Literal('pt'), Type.Literal('en'), Type.Literal('es')]);

/** The look as administrators read it. */
export const settings = Type.Object({
  menuColor: Type.String(),
  actionColor: Type.String(),
  secondaryColor: Type.String(),
  loginLayout: Type.Object({
    selectedLayout: layoutNumber,
    backgroundColor: nullableText,
    actionColor: nullableText,
    coverImage: nullableText,
    coverText: nullableText,
  }),
  LAYOUT_HOME_LOGO_LG: nullableText,
  LAYOUT_HOME_LOGO_XS: nullableText,
  LAYOUT_LOGIN_LOGO: nullableText,
  languageSelected: language,
  thirdPartySignIn: Type.Boolean(),
  version: Type.Integer(),
  updatedAt: nullableText,
  updatedBy: nullableText,
});
export type Settings = Static<typeof settings>;

export interface StoredAppearance {
  appearance: JsonObject;
  version: number;
  updatedAt: Date | null;
  updatedBy: string | null;
}

/** Reads the look of the transaction's tenant. */
export async function readSettings(db: TenantTransaction, tenantId: number, files: Files): Promise<Settings> {
  return toSettings(db, await readStoredAppearance(db, tenantId), files);
}

export async function readStoredAppearance(
  db: TenantTransaction,
  tenantId: number,
  lock = false,
): Promise<StoredAppearance> {
  const query = db
    .selectFrom('tenant')
    .leftJoin('app_user', (join) =>
      join
        .onRef('app_user.tenant_id', '=', 'tenant.id')
        .onRef('app_user.id', '=', 'tenant.appearance_updated_by'),
    )
    .select([
      'tenant.appearance',
      'tenant.appearance_version as version',
      'tenant.appearance_updated_at as updatedAt',
      'app_user.name as updatedBy',
    ])
    .where('tenant.id', '=', tenantId);
  return (lock ? query.forUpdate('tenant') : query).executeTakeFirstOrThrow();
}

export async function toSettings(
  db: TenantTransaction,
  { appearance, version, updatedAt, updatedBy }: StoredAppearance,
  files: Files,
): Promise<Settings> {
  const look = await withPictures(db, appearance, files);
  return {
    ...look.colors,
    ...look.images,
    loginLayout: look.loginLayout,
    languageSelected: look.languageSelected,
    thirdPartySignIn: look.thirdPartySignIn,
    version,
    updatedAt: updatedAt?.toISOString() ?? null,
    updatedBy,
  };
}
