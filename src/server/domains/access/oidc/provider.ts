import * as openid from 'openid-client';
import type { ProviderSettings } from '../../../env.ts';
import { AppError } from '../../../kernel/errors.ts';
import { OutsideError } from '../../../kernel/outside-error.ts';
import { oneLine, storable } from '../../../kernel/unstorable.ts';
import { guardedFetch, OutboundError, type GuardOptions } from './guarded-fetch.ts';
import { isProviderAddress } from './issuer.ts';

/** Seconds for which the documents of a provider are used again. Its keys are read anew for each sign-in. */
const METADATA_SECONDS = 300;
const METADATA_ENTRIES = 200;
/** Longest subject of an account, as the standard has it. */
const SUBJECT = 255;
/** Seconds for one call of the library. */
const CALL_SECONDS = 10;

/** Account that signed in, as the provider states it after every check. */
export interface ProviderAccount {
  issuer: string;
  subject: string;
  /** Name by which people know the account; never used to find a person. */
  label: string;
  /** Address that ends the session at the provider; null when it has none. */
  signOut: string | null;
}

/** State that we remember between leaving for the provider and coming back. */
export interface Challenge {
  state: string;
  nonce: string;
  codeVerifier: string;
  redirectUri: string;
}

/** The parameters with which the provider sends the browser back. */
export interface ProviderAnswer {
  code: string;
  /** Its own name, which many providers add. */
  iss?: string | undefined;
}

interface CachedMetadata {
  metadata: openid.ServerMetadata;
  until: number;
}

/** The provider of a tenant, over OpenID Connect: authorization code with PKCE, state and nonce. */
export class OpenIdProvider {
  readonly settings: ProviderSettings;
  readonly #guard: GuardOptions;
  static readonly #metadata = new Map<string, CachedMetadata>();

  constructor(settings: ProviderSettings, guard: GuardOptions) {
    this.settings = settings;
    this.#guard = guard;
  }

  /**
   * Reads the provider's documents and keys, not from the cache, and asks whether it knows the client and its secret.
   * @throws AppError PROVIDER_UNAVAILABLE
   */
  async examine(redirectUri: string): Promise<{ issuer: string; endsSessions: boolean }> {
    return this.#asUnavailable(async () => {
      const metadata = await this.#discover();
      const keys = await guardedFetch(this.#guard)(metadata.jwks_uri ?? '');
      const found = keys.ok ? ((await keys.json()) as { keys?: unknown }) : {};
      if (!Array.isArray(found.keys) || found.keys.length === 0)
        throw new OutboundError('unreachable', 'the provider has no keys');
      await this.#examineClient(redirectUri);
      return { issuer: metadata.issuer, endsSessions: metadata.end_session_endpoint !== undefined };
    });
  }

  /** Sends a code that does not exist: a provider that accepts the client refuses the code alone. */
  async #examineClient(redirectUri: string): Promise<void> {
    const code = {
      code: 'molde-test',
      redirect_uri: redirectUri,
      code_verifier: openid.randomPKCECodeVerifier(),
    };
    try {
      await openid.genericGrantRequest(await this.#configuration(), 'authorization_code', code);
    } catch (error) {
      if (this.#isUnavailable(error)) throw error;
    }
  }

  /**
   * The address at the provider where the person signs in.
   * @throws AppError PROVIDER_UNAVAILABLE
   */
  async begin(challenge: Challenge): Promise<string> {
    return this.#asUnavailable(async () => {
      const config = await this.#configuration();
      const url = openid.buildAuthorizationUrl(config, {
        scope: 'openid profile email',
        redirect_uri: challenge.redirectUri,
        state: challenge.state,
        nonce: challenge.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(challenge.codeVerifier),
        code_challenge_method: 'S256',
      });
      return this.#safeAddress(url.href);
    });
  }

  /**
   * Exchanges the code for the account: the library compares state, issuer, audience, nonce and times, and checks the
   * signature with the provider's current keys.
   * @throws AppError PROVIDER_UNAVAILABLE, PROVIDER_ANSWER_REFUSED
   */
  async finish(
    challenge: Challenge,
    { code, iss }: ProviderAnswer,
    signedOut: string,
  ): Promise<ProviderAccount> {
    const config = await this.#asUnavailable(() => this.#configuration());
    openid.enableNonRepudiationChecks(config);
    const url = new URL(challenge.redirectUri);
    url.searchParams.set('code', code);
    url.searchParams.set('state', challenge.state);
    if (iss !== undefined) url.searchParams.set('iss', iss);
    try {
      const tokens = await openid.authorizationCodeGrant(config, url, {
        pkceCodeVerifier: challenge.codeVerifier,
        expectedState: challenge.state,
        expectedNonce: challenge.nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new TypeError('an answer without an ID token');
      if (claims.sub.length > SUBJECT || storable(claims.sub) !== claims.sub)
        throw new TypeError('a subject that is none');
      const label = [claims['email'], claims['preferred_username'], claims['name'], claims.sub].find(
        (one) => typeof one === 'string' && one.trim() !== '',
      );
      return {
        issuer: claims.iss,
        subject: claims.sub,
        label: oneLine(String(label), 200),
        signOut: this.#signOutAddress(config, tokens.id_token ?? '', signedOut),
      };
    } catch (error) {
      throw this.#isUnavailable(error) ? unavailable(error, this.settings) : refused(error);
    }
  }

  #signOutAddress(config: openid.Configuration, idToken: string, signedOut: string): string | null {
    if (config.serverMetadata().end_session_endpoint === undefined) return null;
    const url = openid.buildEndSessionUrl(config, {
      id_token_hint: idToken,
      post_logout_redirect_uri: signedOut,
    });
    // A longer one does not fit into the address of a request.
    return url.href.length <= 6000 && isProviderAddress(url.origin, this.#guard.allowLoopback)
      ? url.href
      : null;
  }

  async #configuration(): Promise<openid.Configuration> {
    const { issuer, clientId, clientSecret } = this.settings;
    const cache = OpenIdProvider.#metadata;
    const cached = cache.get(issuer);
    const metadata = cached && cached.until > performance.now() ? cached.metadata : await this.#discover();
    const config = new openid.Configuration(metadata, clientId, {}, authentication(metadata, clientSecret));
    config[openid.customFetch] = guardedFetch(this.#guard);
    config.timeout = CALL_SECONDS;
    if (this.#guard.allowLoopback) openid.allowInsecureRequests(config);
    return config;
  }

  async #discover(): Promise<openid.ServerMetadata> {
    const { issuer, clientId } = this.settings;
    const config = await openid.discovery(new URL(issuer), clientId, undefined, openid.None(), {
      [openid.customFetch]: guardedFetch(this.#guard),
      timeout: CALL_SECONDS,
      execute: this.#guard.allowLoopback ? [openid.allowInsecureRequests] : [],
    });
    const metadata = config.serverMetadata();
    for (const endpoint of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const)
      this.#safeAddress(metadata[endpoint] ?? '');
    const cache = OpenIdProvider.#metadata;
    if (cache.size >= METADATA_ENTRIES) cache.clear();
    cache.set(issuer, { metadata, until: performance.now() + METADATA_SECONDS * 1000 });
    return metadata;
  }

  /** The browser goes to an address that another server named. */
  #safeAddress(address: string): string {
    if (!isProviderAddress(address.split('?')[0] ?? '', this.#guard.allowLoopback))
      throw new OutboundError('address', 'an address of the provider is missing or not https');
    return address;
  }

  async #asUnavailable<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw unavailable(error, this.settings);
    }
  }

  /** Whether the provider did not answer as one, other than with an answer that a check refuses. */
  #isUnavailable(error: unknown): boolean {
    if (findOutbound(error)) return true;
    if (isClientRefused(error)) return true;
    if (error instanceof openid.ResponseBodyError) return error.status >= 500;
    return (
      error instanceof openid.ClientError &&
      ['OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_TIMEOUT'].includes(
        error.code ?? '',
      )
    );
  }
}

/** How we prove to be the client: in the way that the provider names, else by a header, the standard's default. */
function authentication(metadata: openid.ServerMetadata, secret: string): openid.ClientAuth {
  if (secret === '') return openid.None();
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return methods.includes('client_secret_basic')
    ? openid.ClientSecretBasic(secret)
    : openid.ClientSecretPost(secret);
}

function findOutbound(error: unknown): OutboundError | null {
  if (error instanceof OutboundError) return error;
  return error instanceof Error && error.cause !== undefined ? findOutbound(error.cause) : null;
}

/** Whether the provider does not accept our name or secret. */
function isClientRefused(error: unknown): boolean {
  if (error instanceof openid.WWWAuthenticateChallengeError) return error.status === 401;
  return error instanceof openid.ResponseBodyError && error.error === 'invalid_client';
}

const messages = {
  address: 'errors.provider.address',
  private: 'errors.provider.private',
  unreachable: 'errors.provider.unreachable',
  slow: 'errors.provider.slow',
  large: 'errors.provider.large',
  answer: 'errors.provider.answer',
  client: 'errors.provider.client',
} as const;

function unavailable(error: unknown, { issuer }: ProviderSettings): AppError {
  const outbound = findOutbound(error);
  const reason = outbound?.reason ?? (isClientRefused(error) ? 'client' : 'answer');
  const { host } = new URL(issuer);
  return new AppError('PROVIDER_UNAVAILABLE', {
    message: messages[reason],
    params: { host },
    cause: outbound ?? new OutsideError(`${host} did not answer as a provider does`, { cause: error }),
  });
}

const refused = (error: unknown) => new AppError('PROVIDER_ANSWER_REFUSED', { cause: error });
