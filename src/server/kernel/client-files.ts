import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import serveStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './errors.ts';

/** Placeholder in index.html that the nonce of each answer replaces. */
const PLACEHOLDER = '__CSP_NONCE__';
const HASHED = /[\\/]assets[\\/]/;
const SERVERS_OWN = /^\/(adm|api|handler|docs|assets|metrics|healthz|readyz)(\/|$)/;
/** A last segment that contains a dot, also percent-encoded. */
const FILE = /(\.|%2e)[^/]*$/i;

/**
 * Serves the built client: hashed assets, which never change, in the compressed form made at build, and index.html with a
 * fresh style nonce for every path of a page.
 * @param folder dist/client. Without an index.html in it, as in API tests, nothing is served.
 */
export async function clientFiles(app: FastifyInstance, folder: string): Promise<void> {
  const page = join(folder, 'index.html');
  if (existsSync(page)) {
    await app.register(serveStatic, {
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
      },
    });
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (!isPage(request) || !existsSync(page)) throw new AppError('NOT_FOUND');
    return sendPage(reply, readFileSync(page, 'utf8'));
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

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  return reply
    .code(200)
    .header('cache-control', 'no-store')
    .header('content-security-policy', pagePolicy(nonce))
    .type('text/html; charset=utf-8')
    .send(html.replaceAll(PLACEHOLDER, nonce));
}

/** Styles need the nonce, which Fluent puts on its elements; scripts are our own files. */
function pagePolicy(nonce: string): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    // Pictures of other sites: those that a definition names, and those of a letter once its reader has asked.
    "img-src 'self' data: blob: https:",
    "font-src 'self' data:",
    "worker-src 'self'",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');
}
