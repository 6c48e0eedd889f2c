import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { Type, type Static } from 'typebox';
import { isObject, parseJson, type JsonObject } from '../../../../contracts/json.ts';
import { audit } from '../../../kernel/audit.ts';
import type { Context } from '../../../kernel/contract.ts';
import type { TenantTransaction } from '../../../kernel/database.ts';
import { AppError, invalid } from '../../../kernel/errors.ts';
import { publishLook } from '../../../kernel/topics.ts';
import type { ReceivedFile } from '../../../kernel/upload-stream.ts';
import type { UploadedFile } from '../../../kernel/upload.ts';
import { compileValidator, schemaErrors } from '../../../kernel/validation.ts';
import { assertVersion, expectedVersion } from '../../../kernel/version.ts';
import { PICTURE_OWNER } from '../../../platform/appearance/appearance-pictures.ts';
import { pictureFiles, type PictureName } from '../../../kernel/appearance.ts';
import type { Files } from '../../../platform/files/files.ts';
import {
  language,
  layoutNumber,
  readSettings,
  readStoredAppearance,
  toSettings,
  type Settings,
} from './appearance-read.ts';

/** Empty: the product's own. */
const color = Type.String({ format: 'color' });
const colorOrNull = Type.Union([Type.String({ format: 'color', minLength: 1 }), Type.Null()]);

/** The part `loginLayout` of the form, which is JSON. */
const layoutInput = Type.Object(
  {
    selectedLayout: Type.Optional(layoutNumber),
    backgroundColor: Type.Optional(colorOrNull),
    actionColor: Type.Optional(colorOrNull),
    coverText: Type.Optional(Type.Union([Type.String({ maxLength: 200 }), Type.Null()])),
  },
  { additionalProperties: false },
);
const validLayout = compileValidator(layoutInput, 'body');

/** Pictures by their parts of the form (decisions.md, "Appearance"). */
export const parts: Readonly<Record<string, PictureName>> = {
  imageNameMenu: 'LAYOUT_HOME_LOGO_LG',
  imageIconMenu: 'LAYOUT_HOME_LOGO_XS',
  imageLogin: 'LAYOUT_LOGIN_LOGO',
  coverImage: 'COVER',
};
export const PICTURE_BYTES = 5_000_000;
/** A text in place of a picture removes it. */
const noPicture = Type.Optional(Type.Literal(''));

/** Fields that a change may name; the rest stays. */
export const form = Type.Object({
  imageNameMenu: noPicture,
  imageIconMenu: noPicture,
  imageLogin: noPicture,
  coverImage: noPicture,
  menuColor: Type.Optional(color),
  actionColor: Type.Optional(color),
  secondaryColor: Type.Optional(color),
  // A part of a form is a text; definitions name the values inside of it.
  loginLayout: Type.Optional(
    Type.Unsafe<string>({
      anyOf: [{ type: 'string' }, layoutInput],
      description: 'JSON with the values that change.',
    }),
  ),
  languageSelected: Type.Optional(language),
  thirdPartySignIn: Type.Optional(Type.Union([Type.Literal('true'), Type.Literal('false')])),
  version: Type.Optional(Type.String({ pattern: '^[0-9]{1,9}$' })),
});

/** Stores the pictures, in quarantine. @throws AppError naming the part whose picture is none */
export async function receivePictures(
  ctx: Context,
  files: Files,
  sent: Readonly<Record<string, UploadedFile>>,
): Promise<Received> {
  const received: Received = {};
  for (const [part, { name, type, bytes }] of Object.entries(sent)) {
    const file = { name, type, stream: Readable.from([bytes]) };
    try {
      received[part] = await files.receive(ctx.tenant.id, ctx.caller.userId, file, {
        bytes: PICTURE_BYTES,
        announced: bytes.length,
        pictures: 'whole',
      });
    } catch (error) {
      await discardPictures(ctx, files, received);
      throw error instanceof AppError ? atPart(error, part) : error;
    }
  }
  return received;
}

type Received = Record<string, ReceivedFile>;

export async function discardPictures({ tenant }: Context, files: Files, received: Received): Promise<void> {
  for (const file of Object.values(received)) await files.discard(tenant.id, file);
}

/** The same refusal at the field that the picture was chosen in. */
function atPart(error: AppError, part: string): AppError {
  const { errors, ...options } = error.options;
  if (!errors) return error;
  return new AppError(error.code, {
    ...options,
    errors: errors.map((one) => (one.path === '/file' ? { ...one, path: `/${part}` } : one)),
  });
}

interface Pictures {
  files: Files;
  received: Received;
}

/**
 * Changes what the form names, with the pictures that were received for it.
 * @throws AppError VALIDATION_FAILED, VERSION_CONFLICT with the current look
 */
export async function save(
  ctx: Context,
  db: TenantTransaction,
  body: Static<typeof form>,
  { files, received }: Pictures,
): Promise<Settings> {
  const before = await readStoredAppearance(db, ctx.tenant.id, true);
  const expected = expectedVersion(ctx, body.version === undefined ? undefined : Number(body.version));
  const { unconditional } = await assertVersion(expected, before.version, () =>
    toSettings(db, before, files),
  );
  const images = await keepPictures(ctx, db, body, before.appearance, { files, received });
  const appearance = { ...before.appearance, ...changesOf(ctx, body, before.appearance), images };
  const { before: old, after } = difference(before.appearance, appearance);
  if (Object.keys(after).length === 0) return toSettings(db, before, files);
  await db
    .updateTable('tenant')
    .set({
      appearance: JSON.stringify(appearance),
      appearance_version: sql`appearance_version + 1`,
      appearance_updated_at: sql`now()`,
      appearance_updated_by: ctx.caller.userId,
    })
    .where('id', '=', ctx.tenant.id)
    .execute();
  await audit(
    ctx,
    {
      entity: 'appearance',
      entityId: ctx.tenant.id,
      action: 'update',
      before: old,
      after,
      unconditional,
    },
    db,
  );
  publishLook(db, before.version + 1);
  return readSettings(db, ctx.tenant.id, files);
}

/** Keeps the received pictures and removes those that they replace. @returns ids of the files by name */
async function keepPictures(
  ctx: Context,
  db: TenantTransaction,
  body: Static<typeof form>,
  stored: JsonObject,
  { files, received }: Pictures,
): Promise<JsonObject> {
  const images: JsonObject = pictureFiles(stored);
  for (const [part, name] of Object.entries(parts)) {
    const file = received[part];
    if (!file && body[part as keyof typeof body] !== '') continue;
    const old = images[name];
    delete images[name];
    if (typeof old === 'number') await files.remove(db, old);
    if (!file) continue;
    await files.keep(db, file, { kind: PICTURE_OWNER, id: ctx.tenant.id });
    images[name] = file.id;
  }
  return images;
}

/** @throws AppError VALIDATION_FAILED for a part `loginLayout` that is not JSON of the layout's shape */
function changesOf(ctx: Context, body: Static<typeof form>, stored: JsonObject): JsonObject {
  const changes: JsonObject = {};
  for (const name of ['menuColor', 'actionColor', 'secondaryColor'] as const)
    if (body[name] !== undefined) changes[name] = body[name] === '' ? null : body[name];
  if (body.languageSelected !== undefined) changes['languageSelected'] = body.languageSelected;
  if (body.thirdPartySignIn !== undefined) changes['thirdPartySignIn'] = body.thirdPartySignIn === 'true';
  if (body.loginLayout !== undefined) {
    const { loginLayout } = stored;
    const known = typeof loginLayout === 'object' && !Array.isArray(loginLayout) ? loginLayout : null;
    changes['loginLayout'] = { ...known, ...readLayout(ctx, body.loginLayout) };
  }
  return changes;
}

function readLayout(ctx: Context, text: string): JsonObject {
  const value = parseJson(text);
  if (!isObject(value)) throw invalid([{ path: '/loginLayout', key: 'errors.appearance.layout' }]);
  const result = validLayout(value);
  if (result === true) return value;
  // The fields of the form have the names of the layout's, but for the colour of the buttons.
  const errors = schemaErrors(result.error.found, ctx.lang).map(({ path, message }) => ({
    path: path === '/actionColor' ? '/loginColor' : path,
    message,
  }));
  throw new AppError('VALIDATION_FAILED', { errors });
}

/** The look as the audit stores it: each value under a name of its own, a picture by the number of its file. */
function auditValues({ loginLayout, images, ...rest }: JsonObject): JsonObject {
  const { actionColor = null, ...layout } = isObject(loginLayout) ? loginLayout : {};
  const pictures = Object.entries(isObject(images) ? images : {});
  return {
    ...rest,
    ...layout,
    loginColor: actionColor,
    ...Object.fromEntries(pictures.map(([name, file]) => [name, `#${String(file)}`])),
  };
}

/** The values that differ. */
function difference(before: JsonObject, after: JsonObject): { before: JsonObject; after: JsonObject } {
  const changes: { before: JsonObject; after: JsonObject } = { before: {}, after: {} };
  const [old, current] = [auditValues(before), auditValues(after)];
  for (const key of new Set([...Object.keys(old), ...Object.keys(current)])) {
    const [was, is] = [old[key] ?? null, current[key] ?? null];
    if (JSON.stringify(was) === JSON.stringify(is)) continue;
    changes.before[key] = was;
    changes.after[key] = is;
  }
  return changes;
}
