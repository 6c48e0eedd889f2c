import {
  finiteNumberOf,
  isObject,
  objectsOf,
  type Json,
  type JsonObject,
} from '../../../../contracts/json.ts';
import type { WhatsAppSettings } from '../../../env.ts';
import { OutsideError } from '../../../kernel/outside-error.ts';
import { objectOf, textOf } from './read-json.ts';

/** Milliseconds for a call without a file, and for one with a file. */
const CALL_MS = 15_000;
const FILE_MS = 120_000;
/** Bytes of an answer that is no file. */
const MOST_ANSWER = 2_097_152;

/** The provider refused a call, or could not be reached before it had the call. */
export class GraphError extends OutsideError {
  /** Of the provider; null where it answered without one. */
  readonly code: number | null;
  readonly status: number;
  readonly detail: string;

  constructor(code: number | null, status: number, detail: string, trace = '') {
    super(`${code ?? 'no code'} (${status}): ${detail}${trace === '' ? '' : ` [${trace}]`}`);
    this.name = 'GraphError';
    this.code = code;
    this.status = status;
    this.detail = detail;
  }
}

/** The answer was lost, so that it is not known whether the provider carried the call out. */
export class LostAnswer extends OutsideError {}

/** Errors before anything was sent. */
const unsent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

const codeOf = (error: unknown): string => {
  const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined;
  return typeof cause?.code === 'string' ? cause.code : '';
};

export interface GraphOptions {
  settings: Pick<WhatsAppSettings, 'apiBase' | 'apiVersion'>;
  accessToken: string | null;
  signal?: AbortSignal;
}

export interface MediaInfo {
  url: string;
  mime: string;
  /** Hexadecimal. */
  sha256: string;
  bytes: number | null;
}

/** The Graph API of the provider, as one channel calls it. */
export class Graph {
  readonly #options: GraphOptions;

  constructor(options: GraphOptions) {
    this.#options = options;
  }

  /** Sends a message. @returns its provider id. @throws GraphError, LostAnswer */
  async send(phoneNumberId: string, body: JsonObject): Promise<string> {
    const answer = await this.#call(
      'POST',
      `${phoneNumberId}/messages`,
      JSON.stringify(body),
      'application/json',
    );
    const id = textOf(objectsOf(answer['messages'])[0]?.['id']);
    if (id === '') throw new LostAnswer('the answer to a message has no id');
    return id;
  }

  /** Marks a message of the customer, and all before it, as read. */
  async markRead(phoneNumberId: string, wamid: string): Promise<void> {
    const body = { messaging_product: 'whatsapp', status: 'read', message_id: wamid };
    await this.#call('POST', `${phoneNumberId}/messages`, JSON.stringify(body), 'application/json');
  }

  /** Uploads a file. @returns its id at the provider, which is valid for 30 days. */
  async upload(phoneNumberId: string, file: Blob, name: string): Promise<string> {
    const form = new FormData();
    form.set('messaging_product', 'whatsapp');
    form.set('type', file.type);
    form.set('file', file, name);
    const answer = await this.#call('POST', `${phoneNumberId}/media`, form);
    const id = textOf(answer['id']);
    if (id === '') throw new GraphError(null, 200, 'the answer to an upload has no id');
    return id;
  }

  /** Where a file can be downloaded from, for five minutes. */
  async media(id: string): Promise<MediaInfo> {
    const answer = await this.#call('GET', encodeURIComponent(id));
    return {
      url: textOf(answer['url']),
      mime: textOf(answer['mime_type']),
      sha256: textOf(answer['sha256']).toLowerCase(),
      bytes: finiteNumberOf(answer['file_size']),
    };
  }

  /**
   * Opens a file of the provider.
   * @throws GraphError, also for an address that is not the provider's: the token goes nowhere else
   */
  async download(url: string): Promise<AsyncIterable<Uint8Array>> {
    if (!this.#isOurs(url)) throw new GraphError(null, 0, 'the file is not at an address of the provider');
    const response = await this.#fetch(url, { method: 'GET', redirect: 'error' }, FILE_MS);
    if (!response.ok || !response.body) {
      await response.body?.cancel();
      throw new GraphError(null, response.status, `the file answered ${response.status}`);
    }
    return response.body as unknown as AsyncIterable<Uint8Array>;
  }

  /** All templates of a business account, page after page. */
  async templates(businessId: string): Promise<JsonObject[]> {
    const found: JsonObject[] = [];
    let after = '';
    for (let page = 0; page < 100; page += 1) {
      const query = new URLSearchParams({
        fields: 'name,language,status,category,components,parameter_format',
        limit: '100',
        ...(after === '' ? {} : { after }),
      });
      const answer = await this.#call('GET', `${businessId}/message_templates?${query}`);
      found.push(...objectsOf(answer['data']));
      const paging = objectOf(answer['paging']);
      after = textOf(objectOf(paging['cursors'])['after']);
      if (paging['next'] === undefined || after === '') break;
    }
    return found;
  }

  /** The number of a channel, as a proof that its settings are right. */
  number(phoneNumberId: string): Promise<JsonObject> {
    return this.#call('GET', `${phoneNumberId}?fields=display_phone_number,verified_name,quality_rating`);
  }

  #isOurs(url: string): boolean {
    if (!URL.canParse(url)) return false;
    const { protocol, origin, hostname } = new URL(url);
    if (origin === new URL(this.#options.settings.apiBase).origin) return true;
    return protocol === 'https:' && /(^|\.)(fbsbx\.com|facebook\.com|whatsapp\.net)$/.test(hostname);
  }

  async #fetch(url: string, init: RequestInit, limit: number): Promise<Response> {
    const { accessToken, signal } = this.#options;
    if (accessToken === null) throw new GraphError(190, 401, 'the channel has no access token');
    const timeout = AbortSignal.timeout(limit);
    const headers = {
      ...(init.headers as Record<string, string> | undefined),
      authorization: `Bearer ${accessToken}`,
    };
    try {
      return await fetch(url, {
        ...init,
        headers,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
    } catch (error) {
      const code = codeOf(error);
      if (unsent.has(code)) throw new GraphError(null, 0, `the provider cannot be reached (${code})`);
      throw new LostAnswer('the provider did not answer', { cause: error });
    }
  }

  async #call(
    method: 'GET' | 'POST',
    path: string,
    body?: string | FormData,
    type?: string,
  ): Promise<JsonObject> {
    const { apiBase, apiVersion } = this.#options.settings;
    const response = await this.#fetch(
      `${apiBase}/${apiVersion}/${path}`,
      {
        method,
        redirect: 'error',
        ...(body === undefined ? {} : { body }),
        ...(type === undefined ? {} : { headers: { 'content-type': type } }),
      },
      typeof body === 'object' ? FILE_MS : CALL_MS,
    );
    const answer = await readAnswer(response);
    if (response.ok && isObject(answer)) return answer;
    throw failureOf(response, answer);
  }
}

/** Reads JSON of limited size; undefined for anything else. @throws LostAnswer when it is cut off */
async function readAnswer(response: Response): Promise<Json | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > MOST_ANSWER) throw new Error('the answer is too large');
      chunks.push(chunk);
    }
  } catch (error) {
    throw new LostAnswer('the answer of the provider was cut off', { cause: error });
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Json;
  } catch {
    return undefined;
  }
}

/** A refusal has the provider's error; a failure without it, such as that of a proxy, says nothing of what was done. */
function failureOf({ status }: Response, answer: Json | undefined): GraphError | LostAnswer {
  const error = isObject(answer) ? objectOf(answer['error']) : {};
  const code = finiteNumberOf(error['code']);
  if (code === null && status !== 429 && (status >= 500 || status < 400))
    return new LostAnswer(`the provider answered ${status} without an error of its own`);
  const detail =
    textOf(objectOf(error['error_data'])['details']) || textOf(error['message']) || `status ${status}`;
  return new GraphError(
    code ?? (status === 429 ? 130_429 : null),
    status,
    detail.slice(0, 1000),
    textOf(error['fbtrace_id']),
  );
}
