import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { NONCE_PLACEHOLDER } from './client-files.ts';
import { AppError } from './errors.ts';

/** Bytes of a document that a page sends here. */
const LIMIT = 4 * 1_048_576;

/** The document is untrusted: it gets no scripts and no origin, and loads pictures only. */
function framePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "img-src 'self' https:",
    `style-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-popups allow-popups-to-escape-sandbox',
  ].join('; ');
}

/**
 * Answers a document that one of our pages posts into a frame of its own, under a policy that allows pictures of other
 * sites. The page's policy does not, and frames without an address inherit it. The server loads nothing itself.
 */
export async function remoteContent(app: FastifyInstance): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser<string>('text/plain', { parseAs: 'string' }, (_request, text, done) => {
      done(null, text);
    });
    scope.post(
      '/adm/remote-content',
      { schema: { hide: true }, bodyLimit: LIMIT },
      async (request, reply) => {
        const { 'sec-fetch-site': site, 'sec-fetch-dest': destination } = request.headers;
        // Another site must not embed text under our address, and the document is not a page of its own.
        if (site !== 'same-origin' || destination !== 'iframe') throw new AppError('NOT_FOUND');
        const form = /^document=([^]*)\r\n$/.exec(String(request.body));
        if (!form) throw new AppError('VALIDATION_FAILED');
        const nonce = randomBytes(16).toString('base64');
        return reply
          .header('content-security-policy', framePolicy(nonce))
          .header('x-frame-options', 'SAMEORIGIN')
          .type('text/html; charset=utf-8')
          .send((form[1] ?? '').replaceAll(NONCE_PLACEHOLDER, nonce));
      },
    );
  });
}
