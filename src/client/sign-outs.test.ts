// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { HttpFailure, type HttpRequest } from './http.ts';
import { createSignOuts } from './sign-outs.ts';

beforeEach(() => localStorage.clear());

const tokenOf = (claims: object): string => `h.${btoa(JSON.stringify(claims)).replaceAll('=', '')}.signature`;
/** Lets the calls that were made come to their end. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

/** Pages of one browser over one server, which fails with a status while there is one. */
function testServer() {
  const server = { status: null as number | null, calls: [] as HttpRequest[] };
  const http = {
    async request(call: HttpRequest) {
      server.calls.push(call);
      if (server.status !== null) throw new HttpFailure('X', server.status, '');
      return null;
    },
  };
  return { server, page: () => createSignOuts(http) };
}

test.each([0, 408, 429, 500, 503])(
  'a sign-out that fails with %d is sent until the server has it',
  async (status) => {
    const { server, page } = testServer();
    server.status = status;
    page().note(tokenOf({ sub: '7', end: 'id.mac' }));
    for (let start = 0; start < 2; start += 1) {
      page().send();
      await settle();
    }
    server.status = null;
    for (let start = 0; start < 2; start += 1) {
      page().send();
      await settle();
    }
    expect(server.calls).toHaveLength(3);
    expect(server.calls[2]).toEqual({
      method: 'post',
      address: '/adm/v2/sec/logout/ticket',
      body: { ticket: 'id.mac' },
      public: true,
    });
    expect(Object.keys(localStorage)).toEqual([]);
  },
);

test('keeps the ticket alone, one for each session, until it is forgotten or refused', async () => {
  const { server, page } = testServer();
  const ended = page().note(tokenOf({ sub: '7', end: 'one.mac' }));
  page().note(tokenOf({ sub: '8', end: 'other.mac' }));
  expect(JSON.stringify({ ...localStorage })).not.toContain('signature');
  ended();
  server.status = 400;
  page().send();
  await settle();
  expect(server.calls.map(({ body }) => body)).toEqual([{ ticket: 'other.mac' }]);
  expect(Object.keys(localStorage)).toEqual([]);
});

test.each([null, '', 't', 'a.b.c', tokenOf({ sub: '7' }), tokenOf({ end: 7 })])(
  'has nothing to send of the token %j, which has no ticket',
  (token) => {
    const { server, page } = testServer();
    page().note(token)();
    page().send();
    expect([server.calls, Object.keys(localStorage)]).toEqual([[], []]);
  },
);
