import { Reply, type Caller, type Context } from '../../../kernel/contract.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import {
  attemptMinutes,
  browserKey,
  findInvitation,
  newChallenge,
  storeAttempt,
  type Intent,
} from './attempts.ts';
import type { OpenIdProvider } from './provider.ts';
import { readProvider } from './provider-settings.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';

/** Addresses of ours that a provider must know. */
export function ownAddresses(
  env: Platform['env'],
  host: string,
): { redirectUri: string; signedOutUri: string } {
  const origin = env.publicOrigin.replace('{host}', host);
  return { redirectUri: `${origin}/authenticate`, signedOutUri: `${origin}/login` };
}

/** The provider of the tenant. @throws AppError NOT_FOUND while there is none, or it is switched off */
export async function requireProvider(
  ctx: Context<Caller | null>,
  secrets: Secrets,
  env: Platform['env'],
): Promise<OpenIdProvider> {
  const provider = await ctx.transaction((db) => readProvider(db, ctx.tenant.id, secrets, env), 'read');
  if (!provider) throw new AppError('NOT_FOUND', { message: 'errors.provider.off' });
  return provider;
}

/**
 * Begins a sign-in at the provider. Its state belongs to the tenant and to this browser, which a cookie recognises.
 * @throws AppError NOT_FOUND, PROVIDER_UNAVAILABLE
 */
export async function begin(
  ctx: Context<Caller | null>,
  secrets: Secrets,
  env: Platform['env'],
  intent: Intent,
): Promise<Reply<{ address: string }>> {
  const provider = await requireProvider(ctx, secrets, env);
  const { redirectUri } = ownAddresses(env, ctx.host);
  const challenge = newChallenge(redirectUri);
  const address = await provider.begin(challenge);
  const cookie = cookieOf(redirectUri);
  const browser = browserKey(readCookie(ctx, cookie.name));
  await ctx.transaction((db) => storeAttempt(db, browser, provider.settings.issuer, intent, challenge));
  return new Reply({ address }, null, {
    'set-cookie': `${cookie.name}=${browser}; Max-Age=${attemptMinutes * 60}; HttpOnly; SameSite=Lax; ${cookie.attributes}`,
  });
}

/** The intent of an administrator's link. @throws AppError SIGN_IN_EXPIRED */
export async function invitationIntent(ctx: Context<null>, token: string): Promise<Intent> {
  const tokenHash = await ctx.transaction((db) => findInvitation(db, token), 'read');
  if (tokenHash === null) throw new AppError('SIGN_IN_EXPIRED', { message: 'errors.provider.linkUsed' });
  return { is: 'invitation', tokenHash };
}

/** Browsers accept the prefix over TLS only, from our host only. */
function cookieOf(ownAddress: string): { name: string; attributes: string } {
  return ownAddress.startsWith('https:')
    ? { name: '__Host-molde-sign-in', attributes: 'Path=/; Secure' }
    : { name: 'molde-sign-in', attributes: 'Path=/' };
}

/** The browser's half of an attempt; null in a browser that has begun none. */
export function browserOf(ctx: Context<Caller | null>, env: Platform['env']): string | null {
  return readCookie(ctx, cookieOf(ownAddresses(env, ctx.host).redirectUri).name);
}

function readCookie({ headers }: Context<Caller | null>, name: string): string | null {
  for (const pair of String(headers['cookie'] ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name) return value ?? '';
  }
  return null;
}
