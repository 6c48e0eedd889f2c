import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createHttp, HttpFailure } from './http.ts';
import type { HttpOptions } from './http.ts';

interface Call {
  address: string;
  method: string;
  headers: Headers;
  body: unknown;
}

let calls: Call[];
let token: string | null;
let user: string | null;

/** Creates a client whose calls `answer` replies to. */
function client(answer: (call: Call) => Response | Promise<Response>, options: Partial<HttpOptions> = {}) {
  return createHttp({
    token: () => token,
    user: () => user,
    language: () => 'es',
    text: (code) => `local ${code}`,
    signInAgain: () => Promise.resolve(false),
    fetch: (input, init) => {
      const call = {
        address: String(input),
        method: init?.method ?? '',
        headers: new Headers(init?.headers),
        body: init?.body,
      };
      calls.push(call);
      return Promise.resolve(answer(call));
    },
    ...options,
  });
}

const ok = (data: unknown) => Response.json({ success: true, data, message: '' });
const failed = (status: number, code: string, more: object = {}) =>
  Response.json({ success: false, message: `text of ${code}`, code, ...more }, { status });

beforeEach(() => {
  calls = [];
  token = 'first';
  user = '1';
});

test('sends token, language and JSON', async () => {
  await client(() => ok(1)).request({ method: 'put', address: '/a', body: { name: 'ç' } });
  expect(calls[0]?.headers.get('authorization')).toBe('Bearer first');
  expect(calls[0]?.headers.get('accept-language')).toBe('es');
  expect(calls[0]?.headers.get('content-type')).toBe('application/json');
  expect(calls[0]?.body).toBe('{"name":"ç"}');
  expect(calls[0]?.method).toBe('PUT');
});

test.each([
  [200, true],
  [404, false],
])('a HEAD that is answered with %i says %s', async (status, exists) => {
  const http = client(() => new Response(null, { status }));
  expect(await http.request({ method: 'head', address: '/a' })).toEqual({ data: exists });
  expect(calls[0]?.method).toBe('HEAD');
});

test('any other answer to a HEAD is a failure', async () => {
  const http = client(() => new Response(null, { status: 403 }));
  await expect(http.request({ method: 'head', address: '/a' })).rejects.toMatchObject({ status: 403 });
});

test('sends the given version as If-Match', async () => {
  await client(() => ok(1)).request({ method: 'delete', address: '/a', version: 7 });
  expect(calls[0]?.headers.get('if-match')).toBe('"7"');
});

test('sends a public call without token and key, and rejects with its 401', async () => {
  const signInAgain = vi.fn(() => Promise.resolve(true));
  const http = client(() => failed(401, 'WRONG_CREDENTIALS'), { signInAgain });
  await expect(
    http.request({ method: 'post', address: '/login', body: {}, public: true }),
  ).rejects.toMatchObject({
    code: 'WRONG_CREDENTIALS',
    status: 401,
  });
  expect(calls[0]?.headers.has('authorization')).toBe(false);
  expect(calls[0]?.headers.has('idempotency-key')).toBe(false);
  expect(signInAgain).not.toHaveBeenCalled();
});

test('sends a search as a POST that may only read, without a key, and repeats it after a lost connection', async () => {
  let turn = 0;
  const http = client(() => {
    turn += 1;
    if (turn === 1) throw new TypeError('lost');
    return ok([]);
  });
  await http.request({ method: 'post', address: '/search', body: { text: 'x' }, reads: true });
  expect(calls.map(({ method, body }) => [method, body])).toEqual([
    ['POST', '{"text":"x"}'],
    ['POST', '{"text":"x"}'],
  ]);
  expect(calls[0]?.headers.get('x-molde-reads')).toBe('1');
  expect(calls[0]?.headers.has('idempotency-key')).toBe(false);
});

describe('an expired session', () => {
  const answer = (call: Call) =>
    call.headers.get('authorization') === 'Bearer second' ? ok(call.address) : failed(401, 'SESSION_EXPIRED');

  test('asks once for many concurrent calls and repeats each', async () => {
    const signInAgain = vi.fn(async () => {
      await Promise.resolve();
      token = 'second';
      return true;
    });
    const http = client(answer, { signInAgain });
    const replies = await Promise.all(
      ['/1', '/2', '/3'].map((address) => http.request({ method: 'get', address })),
    );
    expect(signInAgain).toHaveBeenCalledTimes(1);
    expect(replies).toMatchObject([{ data: '/1' }, { data: '/2' }, { data: '/3' }]);
    expect(calls).toHaveLength(6);
  });

  test('repeats a call without asking when another call has brought a new token', async () => {
    const signInAgain = vi.fn(() => Promise.resolve(true));
    const http = client(
      (call) => {
        const reply = answer(call);
        // Meanwhile another tab or call brought the new token.
        token = 'second';
        return reply;
      },
      { signInAgain },
    );
    await http.request({ method: 'get', address: '/slow' });
    expect(signInAgain).not.toHaveBeenCalled();
  });

  test('is not repeated under the token of another person', async () => {
    const signInAgain = vi.fn(() => {
      token = 'second';
      user = '2';
      return Promise.resolve(true);
    });
    const http = client(answer, { signInAgain });
    await expect(http.request({ method: 'put', address: '/1', body: {} })).rejects.toMatchObject({
      status: 401,
    });
    expect(calls).toHaveLength(1);
  });

  test('rejects the calls with their 401 when the person does not sign in', async () => {
    await expect(client(answer).request({ method: 'get', address: '/1' })).rejects.toMatchObject({
      status: 401,
      code: 'SESSION_EXPIRED',
    });
  });

  test('stops repeating when the server refuses every token', async () => {
    let turn = 0;
    const signInAgain = vi.fn(() => {
      token = `token ${++turn}`;
      return Promise.resolve(true);
    });
    const http = client(() => failed(401, 'UNAUTHENTICATED'), { signInAgain });
    await expect(http.request({ method: 'get', address: '/1' })).rejects.toMatchObject({ status: 401 });
    expect(signInAgain).toHaveBeenCalledTimes(2);
  });

  describe('that a call renews', () => {
    const renew = { method: 'put', address: '/me', body: {}, renewsSession: true } as const;
    const takeToken = (reply: unknown) => {
      token = (reply as { data: string }).data;
    };

    test.each(['login', 'throw'] as const)('is waited for by a refused call (%s)', async (unauthorized) => {
      const signInAgain = vi.fn(() => Promise.resolve(false));
      let finish: (reply: Response) => void = () => undefined;
      const http = client(
        (call) => (call.address === '/me' ? new Promise((resolve) => (finish = resolve)) : answer(call)),
        { signInAgain, onRenewed: takeToken },
      );
      const renewal = http.request(renew);
      // The server has ended the old session, and its answer with the new one is still under way.
      const refused = http.request({ method: 'get', address: '/menu', unauthorized });
      await vi.waitFor(() => expect(calls).toHaveLength(2));
      finish(ok('second'));
      await renewal;
      expect(await refused).toMatchObject({ data: '/menu' });
      expect(signInAgain).not.toHaveBeenCalled();
    });

    test('asks the person when the renewal itself is refused, and then repeats it', async () => {
      const signInAgain = vi.fn(() => {
        token = 'second';
        return Promise.resolve(true);
      });
      const onRenewed = vi.fn();
      const http = client(answer, { signInAgain, onRenewed });
      const replies = await Promise.all([
        http.request(renew),
        http.request({ method: 'get', address: '/menu' }),
      ]);
      expect(replies).toMatchObject([{ data: '/me' }, { data: '/menu' }]);
      expect(signInAgain).toHaveBeenCalledTimes(1);
      expect(onRenewed).toHaveBeenCalledTimes(1);
    });

    test('asks the person after a renewal that failed', async () => {
      const signInAgain = vi.fn(() => Promise.resolve(false));
      const http = client((call) => (call.address === '/me' ? failed(422, 'RULE_BROKEN') : answer(call)), {
        signInAgain,
        onRenewed: takeToken,
      });
      const [renewal, refused] = await Promise.allSettled([
        http.request(renew),
        http.request({ method: 'get', address: '/menu' }),
      ]);
      expect(renewal).toMatchObject({ reason: { status: 422 } });
      expect(refused).toMatchObject({ reason: { status: 401 } });
      expect(signInAgain).toHaveBeenCalledTimes(1);
    });
  });

  test('rejects with the 401 when the call asks for that', async () => {
    const signInAgain = vi.fn(() => Promise.resolve(true));
    const http = client(() => failed(401, 'SESSION_EXPIRED'), { signInAgain });
    await expect(
      http.request({ method: 'get', address: '/menu', unauthorized: 'throw' }),
    ).rejects.toMatchObject({ status: 401 });
    expect(signInAgain).not.toHaveBeenCalled();
  });
});

describe('Idempotency-Key', () => {
  const key = (at: number) => calls[at]?.headers.get('idempotency-key');

  test('is the same when the call is repeated after signing in again', async () => {
    const http = client(
      (call) => (call.headers.get('authorization') === 'Bearer second' ? ok(1) : failed(401, 'X')),
      {
        signInAgain: () => {
          token = 'second';
          return Promise.resolve(true);
        },
      },
    );
    await http.request({ method: 'post', address: '/users', body: {} });
    expect(key(0)).toMatch(/.{16,}/);
    expect(key(1)).toBe(key(0));
  });

  test('is the same after a lost connection and new for the next attempt', async () => {
    const http = client(() => (calls.length === 1 ? Promise.reject(new TypeError('lost')) : ok(1)));
    await http.request({ method: 'post', address: '/users', body: {} });
    await http.request({ method: 'post', address: '/users', body: {} });
    expect(calls).toHaveLength(3);
    expect(key(1)).toBe(key(0));
    expect(key(2)).not.toBe(key(0));
  });

  test('is sent with POST only, and a lost write without it is not repeated', async () => {
    const http = client(() => Promise.reject(new TypeError('lost')));
    await expect(http.request({ method: 'put', address: '/users/1', body: {} })).rejects.toMatchObject({
      code: 'NETWORK',
      status: 0,
      message: 'local NETWORK',
    });
    expect(calls).toHaveLength(1);
    expect(key(0)).toBeNull();
  });
});

describe('failures', () => {
  test('carry code, text, field errors and the current row', async () => {
    const http = client(() =>
      failed(409, 'VERSION_CONFLICT', {
        errors: [{ path: '/name', message: 'x' }, 'noise'],
        data: { id: 1 },
      }),
    );
    await expect(http.request({ method: 'put', address: '/a' })).rejects.toMatchObject({
      code: 'VERSION_CONFLICT',
      status: 409,
      message: 'text of VERSION_CONFLICT',
      errors: [{ path: '/name', message: 'x' }],
      data: { id: 1 },
    });
  });

  test('keep their message when copied', () => {
    expect({ ...new HttpFailure('X', 400, 'words') }).toMatchObject({
      code: 'X',
      status: 400,
      message: 'words',
    });
  });

  test('have a local text when a proxy answers without JSON', async () => {
    const http = client(() => new Response('<h1>Bad gateway</h1>', { status: 502 }));
    await expect(http.request({ method: 'get', address: '/a' })).rejects.toMatchObject({
      code: 'UNREADABLE',
      status: 502,
      message: 'local UNREADABLE',
    });
  });

  test('call the application when the password must be changed', async () => {
    const onPasswordChangeRequired = vi.fn();
    const http = client(() => failed(403, 'PASSWORD_CHANGE_REQUIRED'), { onPasswordChangeRequired });
    await expect(http.request({ method: 'get', address: '/a' })).rejects.toMatchObject({ status: 403 });
    expect(onPasswordChangeRequired).toHaveBeenCalledTimes(1);
  });

  test('end a call after the time limit', async () => {
    const http = createHttp({
      token: () => null,
      user: () => null,
      language: () => 'pt',
      text: (code) => `local ${code}`,
      signInAgain: () => Promise.resolve(false),
      timeoutMs: 5,
      fetch: (_, init) =>
        new Promise((_resolve, reject) =>
          init?.signal?.addEventListener('abort', () => reject(new Error('aborted'))),
        ),
    });
    await expect(http.request({ method: 'get', address: '/slow' })).rejects.toMatchObject({
      code: 'TIMED_OUT',
    });
  });
});

describe('a reply beyond the limits', () => {
  test('of 50 MB is refused with its own text, and the rest is not fetched', async () => {
    let sent = 0;
    const chunk = new Uint8Array(64 * 1024).fill(32);
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += chunk.length;
        if (sent > 50_000_000) controller.close();
        else controller.enqueue(chunk);
      },
    });
    const http = client(() => new Response(endless), { maxReplyBytes: 1_000_000 });
    await expect(http.request({ method: 'get', address: '/a' })).rejects.toMatchObject({
      code: 'TOO_LARGE',
      message: 'local TOO_LARGE',
    });
    expect(sent).toBeLessThan(2_000_000);
  });

  test.each(['get', 'post'] as const)('is not read further from a real server (%s)', async (method) => {
    const size = 50_000_000;
    let sent = 0;
    let closed = false;
    const chunks = function* () {
      const chunk = Buffer.alloc(1_000_000, ' ');
      for (; sent < size; sent += chunk.length) yield chunk;
    };
    const server = createServer((_request, response) => {
      response.on('close', () => (closed = true));
      Readable.from(chunks()).pipe(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const http = client(() => failed(500, 'INTERNAL'), { fetch: globalThis.fetch });
    const address = `http://127.0.0.1:${port}/`;
    await expect(
      http.request(method === 'get' ? { method, address } : { method, address, body: {}, reads: true }),
    ).rejects.toMatchObject({ code: 'TOO_LARGE', message: 'local TOO_LARGE' });
    await vi.waitFor(() => expect(closed).toBe(true), { timeout: 60_000 });
    expect(sent).toBeLessThan(size);
    await new Promise((resolve) => server.close(resolve));
  });

  test('keeps its status when it is a failure', async () => {
    const http = client(() => new Response('x'.repeat(2_000), { status: 500 }), { maxReplyBytes: 1_000 });
    await expect(http.request({ method: 'get', address: '/a' })).rejects.toMatchObject({
      status: 500,
      code: 'UNREADABLE',
    });
  });

  test('that never ends is aborted', async () => {
    const http = client(
      () => {
        const never = new ReadableStream<Uint8Array>({
          start(controller) {
            controller.enqueue(new TextEncoder().encode('{"data":'));
            controller.error(new DOMException('timeout', 'TimeoutError'));
          },
        });
        return new Response(never);
      },
      { timeoutMs: 60_000 },
    );
    await expect(http.request({ method: 'get', address: '/a' })).rejects.toMatchObject({ code: 'TIMED_OUT' });
  });
});

test('sends a form unchanged and leaves the content type to the browser', async () => {
  const form = new FormData();
  form.append('file', new File(['x'], 'a.txt'));
  await client(() => ok(1)).request({ method: 'post', address: '/a', body: form });
  expect(calls[0]?.body).toBe(form);
  expect(calls[0]?.headers.has('content-type')).toBe(false);
  expect(calls[0]?.headers.get('idempotency-key')).not.toBeNull();
});

describe('a call that the server refuses because there are too many', () => {
  /** A client whose first calls are refused. */
  function refused(
    times: number,
    wait = vi.fn((_refusal: Response, repetition: number) => Promise.resolve(repetition < 5)),
  ) {
    return {
      wait,
      http: client(() => (calls.length <= times ? failed(429, 'TOO_MANY_REQUESTS') : ok(calls.length)), {
        wait,
      }),
    };
  }

  test.each([
    ['a read', { method: 'get', address: '/a' }],
    ['a search', { method: 'post', address: '/a', reads: true, body: {} }],
  ] as const)('waits and is repeated: %s', async (_name, request) => {
    const { http, wait } = refused(2);
    expect(await http.request(request)).toMatchObject({ data: 3 });
    expect(wait.mock.calls.map(([refusal, repetition]) => [refusal.status, repetition])).toEqual([
      [429, 0],
      [429, 1],
    ]);
  });

  test('is repeated with its key where it writes, so that the server runs it once', async () => {
    await refused(2).http.request({ method: 'post', address: '/a', body: {} });
    const keys = calls.map(({ headers }) => headers.get('idempotency-key'));
    expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
    expect(keys[0]).toBeTruthy();
  });

  test.each([
    ['has no key', { method: 'put', address: '/a', body: {} }],
    ['signs in', { method: 'post', address: '/a', body: {}, public: true }],
  ] as const)('is not repeated where it %s', async (_name, request) => {
    const { http, wait } = refused(1);
    await expect(http.request(request)).rejects.toMatchObject({ status: 429 });
    expect([calls.length, wait.mock.calls.length]).toEqual([1, 0]);
  });

  test('fails with the text of the server when it is given up, and when somebody else has signed in', async () => {
    const request = { method: 'get', address: '/a' } as const;
    await expect(refused(100).http.request(request)).rejects.toMatchObject({
      message: 'text of TOO_MANY_REQUESTS',
    });
    expect(calls).toHaveLength(6);
    const other = refused(
      9,
      vi.fn(() => {
        user = '2';
        return Promise.resolve(true);
      }),
    );
    await expect(other.http.request(request)).rejects.toMatchObject({ status: 429 });
    expect(calls).toHaveLength(7);
  });
});
