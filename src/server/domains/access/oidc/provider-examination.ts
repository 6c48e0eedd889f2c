import type { Env, ProviderSettings } from '../../../env.ts';
import { AppError } from '../../../kernel/errors.ts';
import { text } from '../../../kernel/texts.ts';
import type { ProviderExamination } from '../../../platform/doctor/diagnosis-secrets.ts';
import { ok, problem, type Finding } from '../../../platform/doctor/finding.ts';
import { parseProvider, providerOf, PROVIDER_SECRET } from './provider-settings.ts';

/** Examines the providers of sign-in for `npm run doctor`: whether they answer and can be used. */
export const providerExamination: ProviderExamination = {
  own: async (env) =>
    env.oidc ? [await examineProvider('of OIDC_ISSUER', env.oidc, 'process', env, null)] : [],
  stored: async ({ name, tenant, host }, value, env) =>
    name === PROVIDER_SECRET
      ? [await examineProvider(`of ${tenant}`, parseProvider(value), 'tenant', env, host)]
      : [],
};

async function examineProvider(
  whose: string,
  settings: ProviderSettings,
  setBy: 'tenant' | 'process',
  env: Env,
  host: string | null,
): Promise<Finding> {
  const redirectUri = `${env.publicOrigin.replace('{host}', host ?? 'localhost')}/authenticate`;
  try {
    await providerOf(settings, env, setBy).examine(redirectUri);
    return ok(`sign-in: the provider ${whose}, ${settings.issuer}, answers`);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { message, params } = error.options;
    return problem(
      `sign-in: the provider ${whose}, ${settings.issuer}, cannot be used. ${text('en', message ?? error.code, params)}`,
    );
  }
}
