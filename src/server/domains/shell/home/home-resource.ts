import { Type } from 'typebox';
import type { Context, Resource } from '../../../kernel/contract.ts';
import { digestOfGrants } from '../../../kernel/access.ts';
import { route as defineRoute } from '../../../kernel/route.ts';
import { readAppearance } from '../../../platform/appearance/appearance-pictures.ts';
import {
  knownScreens,
  readMenu,
  readWorkPaths,
  withOwnScreens,
  type DefinitionPlatform,
} from '../../definitions/index.ts';
import { readConfigured } from '../../access/index.ts';
import { SecretError, type Secrets } from '../../../platform/secrets/secrets.ts';
import { menuOf } from '../menu/allowed-menu.ts';

const nullableText = Type.Union([Type.String(), Type.Null()]);
const tenantColors = Type.Object({
  menuColor: Type.String(),
  actionColor: Type.String(),
  secondaryColor: Type.String(),
});
const tenantName = Type.Object({ key: Type.String(), name: Type.String() });
const environment = Type.Union([Type.Literal('dev'), Type.Literal('qa'), Type.Literal('prod')]);

const publicHome = Type.Object({
  tenant: tenantName,
  environment,
  loginKey: Type.String(),
  loginLayout: Type.Object({
    selectedLayout: Type.Union([Type.Literal(1), Type.Literal(2)]),
    backgroundColor: nullableText,
    actionColor: nullableText,
    coverImage: nullableText,
    coverText: nullableText,
  }),
  colors: tenantColors,
  images: Type.Object({ LAYOUT_LOGIN_LOGO: nullableText }),
  languageSelected: Type.Union([Type.Literal('pt'), Type.Literal('en'), Type.Literal('es')]),
  thirdPartySignIn: Type.Boolean(),
  thirdPartyName: nullableText,
});

const userHome = Type.Object({
  colors: tenantColors,
  images: Type.Object({ LAYOUT_HOME_LOGO_LG: nullableText, LAYOUT_HOME_LOGO_XS: nullableText }),
  route: Type.String(),
  tenant: tenantName,
  environment,
  timeZone: Type.String(),
  support: Type.Boolean({ description: 'Whether the support chat opens on this host.' }),
});

const specialPermissions = Type.Array(Type.Object({ permission: Type.String(), flgAllow: Type.Boolean() }));
const menuGroups = Type.Array(
  Type.Object({
    id: Type.Integer(),
    title: Type.String(),
    icon: Type.String(),
    show: Type.Boolean(),
    submenu: Type.Array(
      Type.Object({
        key: Type.String(),
        title: Type.String(),
        icon: Type.Optional(Type.String()),
        userPermissions: Type.Object({
          read: Type.Boolean(),
          create: Type.Boolean(),
          update: Type.Boolean(),
          delete: Type.Boolean(),
        }),
        specialPermissions,
      }),
    ),
  }),
);

/** The sign-in page's appearance, the shell's, and the menu. */
export function homeResource({ env, files, secrets, published }: DefinitionPlatform): Resource {
  const menu = readMenu();
  const definitions = published.bundled.all;
  const bundled = new Set(definitions.map(({ id }) => id));
  const known = knownScreens(menu, { all: definitions });
  const bundledWork = definitions.filter(({ document }) => document.layout === 'work');
  const loginKey = Buffer.from(env.loginKey).toString('hex');
  return {
    name: 'home',
    routes: [
      defineRoute({
        method: 'GET',
        url: '/adm/v2/pub/home',
        access: 'public',
        summary: '$routes.home.signIn',
        reply: publicHome,
        async handle(ctx) {
          const look = await readAppearance(ctx.db, ctx.tenant.id, files);
          const { colors, loginLayout, images, languageSelected } = look;
          const provider = look.thirdPartySignIn ? await providerName(ctx, secrets, env) : null;
          return {
            tenant: { key: ctx.tenant.key, name: ctx.tenant.name },
            environment: env.environment,
            loginKey,
            loginLayout,
            colors,
            images: { LAYOUT_LOGIN_LOGO: images.LAYOUT_LOGIN_LOGO },
            languageSelected,
            thirdPartySignIn: provider !== null,
            thirdPartyName: provider,
          };
        },
      }),
      defineRoute({
        method: 'GET',
        url: '/adm/v2/user/home',
        access: 'session',
        summary: '$routes.home.shell',
        reply: userHome,
        duringPasswordChange: true,
        async handle(ctx) {
          const { colors, images, route } = await readAppearance(ctx.db, ctx.tenant.id, files);
          return {
            colors,
            images: {
              LAYOUT_HOME_LOGO_LG: images.LAYOUT_HOME_LOGO_LG,
              LAYOUT_HOME_LOGO_XS: images.LAYOUT_HOME_LOGO_XS,
            },
            route,
            tenant: { key: ctx.tenant.key, name: ctx.tenant.name },
            environment: env.environment,
            timeZone: ctx.tenant.timeZone,
            support: env.supportHosts?.includes(ctx.host.toLowerCase()) ?? true,
          };
        },
      }),
      defineRoute({
        method: 'GET',
        url: '/adm/v2/home/menu2',
        access: 'session',
        summary: '$routes.home.menu',
        input: {
          query: Type.Object({
            device: Type.Optional(Type.Literal('D', { description: 'D, the only menu there is.' })),
          }),
        },
        reply: Type.Object({
          overview: menuGroups,
          settings: menuGroups,
          specialPermissions,
          workPaths: Type.Array(Type.String(), { description: 'Paths of the work surfaces to open.' }),
          rights: Type.String({ description: 'Digest of the permissions.' }),
        }),
        async handle({ db, caller, lang }) {
          const entries = menuOf(menu, caller.grants, lang, known);
          return {
            ...(await withOwnScreens(entries, menu, db, caller, lang, bundled)),
            workPaths: await readWorkPaths(db, caller.grants, bundledWork),
            rights: digestOfGrants(caller.grants),
          };
        },
      }),
    ],
  };
}

/** Name of the provider of third-party sign-in. One that cannot be read takes the button away, not the sign-in page. */
async function providerName(
  ctx: Context<null>,
  secrets: Secrets,
  env: DefinitionPlatform['env'],
): Promise<string | null> {
  try {
    return (await readConfigured(ctx.db, ctx.tenant.id, secrets, env))?.settings.label ?? null;
  } catch (error) {
    if (!(error instanceof SecretError)) throw error;
    ctx.log.error({ reason: error.message }, 'the settings of the sign-in provider cannot be read');
    return null;
  }
}
