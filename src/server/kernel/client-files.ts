import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import serveStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './errors.ts';

/** Stands in index.html where the nonce of the answer goes. */
const PLACEHOLDER = '__CSP_NONCE__';
const HASHED = /[\\/]assets[\\/]/;
const SERVERS_OWN = /^\/(adm|api|handler|docs|assets|metrics|healthz|readyz)(\/|$)/;
/** A last segment with a dot in it; encoded dots are dots. */
const FILE = /(\.|%2e)[^/]*$/i;

/**
 * The built client: hashed assets that never change (served in the compressed form made at build), and index.html, with
 * a fresh style nonce, for every path that is a page.
 * @param folder dist/client; a folder without an index.html (API tests) serves nothing.
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
 * A path of the client's router: not one of the server's own, and without the extension of a file, so that what is
 * missing is told as missing. Whoever takes anything (curl, a probe, a crawler) gets the page, too.
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

/** Fluent writes its styles into elements that carry the nonce; scripts are files of ours and nothing else. */
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
