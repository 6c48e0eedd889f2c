import { audit } from '../../../kernel/audit.ts';
import type { Context } from '../../../kernel/contract.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Tokens } from '../../../kernel/token.ts';
import type { Platform } from '../../../platform/platform.ts';
import { linkAccount } from './accounts.ts';
import { takeAttempt } from './attempts.ts';
import type { ProviderAccount } from './provider.ts';
import { sessionOwner, signInWithAccount } from './sign-in.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import type { SignedIn } from '../sign-in/sign-in.ts';
import { browserOf, ownAddresses, requireProvider } from './begin.ts';

export interface ExchangeInput {
  code: string;
  state: string;
  iss?: string;
}

/** An account that a signed-in person has linked. */
interface Linked {
  linked: true;
  provider: string;
  account: string;
}

/**
 * Ends a sign-in at the provider: the state is used up first, then the code is exchanged while no transaction is open.
 * @throws AppError SIGN_IN_EXPIRED, PROVIDER_UNAVAILABLE, PROVIDER_ANSWER_REFUSED, UNKNOWN_ACCOUNT, SIGN_IN_NOT_ALLOWED,
 *   TOO_MANY_REQUESTS, ALREADY_EXISTS
 */
export async function exchange(
  ctx: Context<null>,
  { state, ...answer }: ExchangeInput,
  { secrets, env, tokens }: { secrets: Secrets; env: Platform['env']; tokens: Tokens },
): Promise<SignedIn | Linked> {
  const attempt = await ctx.transaction((db) => takeAttempt(db, state, browserOf(ctx, env)));
  if (!attempt) throw new AppError('SIGN_IN_EXPIRED');
  const provider = await requireProvider(ctx, secrets, env);
  const { issuer, label } = provider.settings;
  // An administrator has changed the provider meanwhile.
  if (issuer !== attempt.issuer) throw new AppError('SIGN_IN_EXPIRED');
  const { intent, ...challenge } = attempt;
  const { signedOutUri } = ownAddresses(env, ctx.host);
  const account = await provider.finish({ ...challenge, state }, answer, signedOutUri);
  if (intent.is === 'link') return link(ctx, intent.sessionId, label, account);
  const request = {
    tenantId: ctx.tenant.id,
    provider: label,
    account,
    intent,
    address: ctx.address,
    userAgent: String(ctx.headers['user-agent'] ?? ''),
  };
  return signInWithAccount(
    request,
    tokens,
    (work) => ctx.transaction(work),
    (db, action, { id, name }) =>
      audit(
        ctx,
        {
          entity: action === 'link-account' ? 'user' : 'session',
          entityId: id,
          action,
          before: null,
          after: { provider: label, account: account.label },
          userId: id,
          userName: name,
        },
        db,
      ),
  );
}

async function link(
  ctx: Context<null>,
  sessionId: string,
  provider: string,
  account: ProviderAccount,
): Promise<Linked> {
  await ctx.transaction(async (db) => {
    const person = await sessionOwner(db, sessionId);
    if (!person) throw new AppError('SIGN_IN_EXPIRED', { message: 'errors.provider.sessionEnded' });
    if (!(await linkAccount(db, person.id, provider, account))) return;
    await audit(
      ctx,
      {
        entity: 'user',
        entityId: person.id,
        action: 'link-account',
        before: null,
        after: { provider, account: account.label },
        userId: person.id,
        userName: person.name,
      },
      db,
    );
  });
  return { linked: true, provider, account: account.label };
}
