import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import OpenIdServer from 'oidc-provider';

/** Test support: a real OpenID provider (oidc-provider) on a port of its own, whose answers a test can replace. */

const CLIENT_ID = 'molde';
const CLIENT_SECRET = 'segredo-do-cliente-0123456789';

export interface IdTokenClaims {
  iss: string;
  sub: string;
  aud: string;
  nonce: string;
  iat: number;
  exp: number;
  [name: string]: unknown;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export interface IdentityProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Replaces the provider's keys: from now on it signs with a new one, and shows no other. */
  rotateKeys(): Promise<void>;
  /** Answers for paths of the provider, instead of its own. */
  answers: Map<string, Answer>;
  /** Makes the next ID token; the claims given are those of a valid one, the key is the provider's. */
  forge:
    ((claims: IdTokenClaims, sign: (claims: IdTokenClaims) => Promise<string>) => Promise<string>) | null;
  /** Walks through the provider's pages as a browser does, and returns where it sends the browser back to. */
  signIn(address: string, login: string): Promise<URL>;
  close(): Promise<void>;
}

/** @param origins of the pages to which the provider sends people back */
export async function openIdentityProvider(origins: readonly string[]): Promise<IdentityProvider> {
  let nonce = '';
  let key: CryptoKey;
  let handler: Answer = () => undefined;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://provider');
    nonce = url.searchParams.get('nonce') ?? nonce;
    const answer = provider.answers.get(url.pathname);
    if (answer) return answer(request, response);
    if (url.pathname === '/token' && provider.forge) return void sendForged(response);
    return handler(request, response);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;

  async function sendForged(response: ServerResponse): Promise<void> {
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: issuer, sub: 'ana', aud: CLIENT_ID, nonce, iat: now, exp: now + 300 };
    const sign = (one: IdTokenClaims) =>
      new SignJWT(one).setProtectedHeader({ alg: 'RS256', kid: 'key' }).sign(key);
    const idToken = (await provider.forge?.(claims, sign)) ?? '';
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ access_token: 'x', token_type: 'Bearer', id_token: idToken }));
  }

  const provider: IdentityProvider = {
    issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    answers: new Map(),
    forge: null,
    async rotateKeys() {
      const pair = await generateKeyPair('RS256', { extractable: true });
      key = pair.privateKey;
      const jwk = { ...(await exportJWK(pair.privateKey)), kid: 'key', alg: 'RS256', use: 'sig' };
      const own = new OpenIdServer(issuer, configuration(origins, jwk));
      handler = (request, response) => void own.callback()(request, response);
    },
    signIn: walk,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  await provider.rotateKeys();
  return provider;
}

function configuration(origins: readonly string[], jwk: object): object {
  return {
    jwks: { keys: [jwk] },
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: origins.map((origin) => `${origin}/authenticate`),
        post_logout_redirect_uris: origins.map((origin) => `${origin}/login`),
      },
    ],
    claims: { openid: ['sub'], email: ['email'], profile: ['name'] },
    // The ID token has the claims itself, as most providers do.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    cookies: { keys: ['only for tests'] },
    // Every account has the same address, by which nobody may be recognised.
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, email: 'mesma@acme.example', name: id }),
    }),
  };
}

async function walk(address: string, login: string): Promise<URL> {
  const cookies = new Map<string, string>();
  const origin = new URL(address).origin;
  let url = new URL(address);
  let form: URLSearchParams | null = null;
  for (let step = 0; step < 12; step += 1) {
    const answer = await globalThis.fetch(url, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { body: form } : {}),
    });
    form = null;
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]!.split(/=(.*)/s, 2);
      cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location) {
      url = new URL(location, url);
      if (url.origin !== origin) return url;
      continue;
    }
    const page = await answer.text();
    const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1];
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    if (!action || !prompt) throw new Error(`the provider answered ${answer.status}: ${page.slice(0, 600)}`);
    url = new URL(action, url);
    form = new URLSearchParams({ prompt, ...(prompt === 'login' ? { login, password: 'x' } : {}) });
  }
  throw new Error('the provider asks without end');
}
