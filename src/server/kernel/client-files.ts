import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import serveStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Tenant } from './contract.ts';
import { AppError } from './errors.ts';
import { leaveUncounted } from './count-calls.ts';
import type { Tenants } from './tenants.ts';

/** Placeholder in a page that the nonce of each answer replaces. */
export const NONCE_PLACEHOLDER = '__CSP_NONCE__';
/** Placeholder in index.html that the hosts replace from which pictures load. */
const PICTURE_HOSTS_PLACEHOLDER = '__PICTURE_HOSTS__';
/** Placeholder in index.html that the tenant's colours replace, so that no page begins in those of another. */
const COLORS_PLACEHOLDER = '__TENANT_COLORS__';
const HASHED = /[\\/]assets[\\/]/;
const SCRIPT = /\.js(\.br|\.gz)?$/;
/** A worker has the policy of its script, not that of the page: the one with the real-time connection calls this server. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";
const SERVERS_OWN = /^\/(adm|api|handler|dev|docs|assets|metrics|healthz|readyz)(\/|$)/;
/** A last segment that contains a dot, also percent-encoded. */
const FILE = /(\.|%2e)[^/]*$/i;

/**
 * Serves the built client: hashed assets, which never change, in the compressed form made at build, and index.html with a
 * fresh style nonce for every path of a page.
 * @param folder dist/client. Without an index.html in it, as in API tests, nothing is served.
 */
export async function clientFiles(app: FastifyInstance, folder: string, tenants: Tenants): Promise<void> {
  const page = join(folder, 'index.html');
  // Read once: a build in its place, while this server runs, names files that it does not serve.
  const html = existsSync(page) ? readFileSync(page, 'utf8') : null;
  if (html !== null) {
    await app.register(async (scope) => {
      leaveUncounted(scope);
      await scope.register(serveStatic, {
        root: folder,
        index: false,
        wildcard: false,
        globIgnore: ['**/index.html', '**/*.br', '**/*.gz'],
        preCompressed: true,
        cacheControl: false,
        schemaHide: true,
        setHeaders: (reply, path) => {
          void reply.header(
            'cache-control',
            HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
          );
          if (SCRIPT.test(path)) void reply.header('content-security-policy', WORKER_POLICY);
        },
      });
    });
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (!isPage(request) || html === null) throw new AppError('NOT_FOUND');
    return sendPage(reply, html, await tenants.byHost(request.hostname));
  });
}

/**
 * Whether a request asks for a page of the client's router: its path is none of the server's and has no file extension,
 * so that a missing file answers 404. Clients that accept anything (curl, probes, crawlers) get the page too.
 */
function isPage(request: FastifyRequest): boolean {
  const path = request.url.split('?', 1)[0] ?? '';
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  if (SERVERS_OWN.test(path) || FILE.test(path)) return false;
  const accept = request.headers.accept?.trim().toLowerCase();
  return !accept || /(^|[\s,])(\*\/\*|text\/\*|text\/html)/.test(accept);
}

function sendPage(reply: FastifyReply, html: string, { pictureHosts, colors }: Tenant): FastifyReply {
  const { menuColor, actionColor, secondaryColor, loginColor } = colors;
  const nonce = randomBytes(16).toString('base64');
  return reply
    .code(200)
    .header('cache-control', 'no-store')
    .header('content-security-policy', pagePolicy(nonce, pictureHosts))
    .type('text/html; charset=utf-8')
    .send(
      html
        .replaceAll(NONCE_PLACEHOLDER, nonce)
        .replaceAll(PICTURE_HOSTS_PLACEHOLDER, pictureHosts.join(' '))
        .replaceAll(COLORS_PLACEHOLDER, [menuColor, actionColor, secondaryColor, loginColor].join(' ')),
    );
}

/** Styles need the nonce, which Fluent puts on its elements; scripts are our own files. */
function pagePolicy(nonce: string, pictureHosts: readonly string[]): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    // A picture reveals its reader to its host, so only hosts that the tenant allowed may serve pictures.
    ["img-src 'self' data: blob:", ...pictureHosts.map((host) => `https://${host}`)].join(' '),
    // A sound or video that somebody is about to send is shown from the browser's own memory.
    "media-src 'self' blob:",
    "font-src 'self' data:",
    "worker-src 'self'",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');
}
