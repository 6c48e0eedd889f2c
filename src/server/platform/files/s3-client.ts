import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { S3Settings } from '../../env.ts';
import { AppError } from '../../kernel/errors.ts';

export interface S3Request {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'HEAD';
  /** Without the bucket; empty for the bucket itself. */
  key: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array;
}

const ATTEMPTS = 3;
/** Milliseconds until the service has answered, which for a write includes sending a part. */
const TIMEOUT_MS = 60_000;

/** Makes signed requests to a bucket. Each carries the hash of its body, so that the service refuses damaged ones. */
export class S3Client {
  readonly #settings: S3Settings;

  constructor(settings: S3Settings) {
    this.#settings = settings;
  }

  /**
   * Makes a request, again where the service or the network failed. Statuses below 500 are answers.
   * @throws AppError UNAVAILABLE, INSUFFICIENT_STORAGE
   */
  async send(request: S3Request): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const response = await this.#once(request);
        if (response.status < 500) return response;
        await response.body?.cancel();
        if (response.status === 507) throw new AppError('INSUFFICIENT_STORAGE');
        throw new Error(`the file service answered ${response.status}`);
      } catch (error) {
        if (error instanceof AppError) throw error;
        if (attempt === ATTEMPTS) throw new AppError('UNAVAILABLE', { cause: error });
        await delay(200 * attempt);
      }
    }
  }

  async #once({ method, key, query = {}, headers = {}, body }: S3Request): Promise<Response> {
    const { endpoint, bucket, region, accessKeyId, secretAccessKey } = this.#settings;
    const url = new URL(`${endpoint.replace(/\/+$/, '')}/${bucket}${key === '' ? '' : `/${key}`}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      headers: {
        ...headers,
        'x-amz-content-sha256': createHash('sha256')
          .update(body ?? '')
          .digest('hex'),
      },
      accessKeyId,
      secretAccessKey,
      region,
      service: 's3',
    });
    const signed = await signer.sign();
    // The limit ends with the answer: reading a large one takes as long as its reader needs.
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(new Error('no answer in time')), TIMEOUT_MS);
    try {
      return await fetch(signed.url, {
        method,
        headers: signed.headers,
        ...(body ? { body: body as BodyInit } : {}),
        redirect: 'error',
        signal: limit.signal,
      });
    } finally {
      clearTimeout(timer);
    }
  }
}
