import { createHmac } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, describe, expect, it } from 'vitest';
import { createTenant } from '../domains/access/tenant/create-tenant.ts';
import { openUnitsApp } from './testing.ts';

const { app, admin } = await openUnitsApp();
afterAll(() => app.close());

describe('tenants and tokens', () => {
  const secretOf = (authorization: string) => authorization.slice('Bearer '.length);
  const get = (headers: Record<string, string>, url = '/adm/v2/test/unit/1') => app.inject({ url, headers });
  const claims = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

  it('answers 404 for unknown hosts', async () => {
    for (const url of ['/adm/v2/test/open', '/readyz', '/', '/docs/json']) {
      expect((await app.inject({ url, headers: { host: 'evil.example' } })).json()).toMatchObject({
        code: 'UNKNOWN_HOST',
      });
    }
    for (const url of ['/healthz', '/healthz?x=1'])
      expect((await app.inject({ url, headers: { host: 'evil.example' } })).statusCode).toBe(200);
    const forwarded = await app.inject({
      url: '/adm/v2/test/open',
      headers: { 'x-forwarded-host': 'beta.localhost' },
    });
    expect(forwarded.json()).toMatchObject({ data: { tenant: 'acme' } });
  });

  it('refuses a token on the host of another tenant', async () => {
    expect((await get({ ...admin, host: 'beta.localhost' })).json()).toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });

  it('refuses tokens that it did not sign', async () => {
    const good = secretOf(admin.authorization);
    const payload = claims(good);
    const none = `${encode({ alg: 'none', typ: 'JWT' })}.${encode(payload)}.`;
    const head = encode({ alg: 'HS256', typ: 'JWT' });
    const guessed = `${head}.${encode(payload)}.${createHmac('sha256', 'secret')
      .update(`${head}.${encode(payload)}`)
      .digest('base64url')}`;
    const changed = `${good.split('.')[0]}.${encode({ ...payload, sub: '2' })}.${good.split('.')[2]}`;
    const rs = good.replace(/^[^.]+/, encode({ alg: 'RS256', typ: 'JWT' }));
    for (const token of [none, guessed, changed, rs, `${good}x`, 'x.y.z', '']) {
      const answer = await get({ authorization: `Bearer ${token}` });
      expect([token.slice(0, 12), answer.statusCode]).toEqual([token.slice(0, 12), 401]);
    }
    expect((await get({ authorization: `Basic ${good}` })).statusCode).toBe(401);
  });

  it('ignores tokens in the address or a cookie', async () => {
    const token = secretOf(admin.authorization);
    expect((await get({}, `/adm/v2/test/unit/1?token=${token}`)).statusCode).toBe(401);
    expect((await get({ cookie: `token=${token}` })).statusCode).toBe(401);
    expect((await get({}, '/adm/v2/test/unit/1?/adm/v2/test/open')).statusCode).toBe(401);
  });

  it('answers expired and forged tokens with different codes', async () => {
    const expired = await app.kernel.tokens.sign({
      userId: 1,
      sessionId: crypto.randomUUID(),
      tenantId: app.tenants.acme,
      expiresAt: 1000,
    });
    expect((await get({ authorization: `Bearer ${expired}` })).json()).toMatchObject({
      code: 'SESSION_EXPIRED',
    });
    const forged = await new SignJWT({})
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime(1000)
      .sign(new Uint8Array(32));
    expect((await get({ authorization: `Bearer ${forged}` })).json()).toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });

  it('are refused from the next call after the session, the person or the tenant ends', async () => {
    const owner = app.database.owner;
    const tenant = await createTenant(owner, {
      key: 'removed',
      name: 'Removed',
      hosts: ['removed.localhost'],
      admin: { login: 'a', name: 'A', email: 'a@b.co', password: 'x' },
    });
    await app.kernel.tenants.refresh();
    const enter = async () => ({ ...(await app.sessionOf(tenant, 'a')), host: 'removed.localhost' });
    const status = async (headers: Record<string, string>) =>
      (await get(headers, '/adm/v2/test/unit')).statusCode;

    const revoked = await enter();
    expect(await status(revoked)).toBe(200);
    await owner
      .updateTable('session')
      .set({ revoked_at: new Date() })
      .where('tenant_id', '=', tenant)
      .execute();
    expect(await status(revoked)).toBe(401);

    const past = await enter();
    await owner
      .updateTable('session')
      .set({ expires_at: new Date(0) })
      .where('tenant_id', '=', tenant)
      .execute();
    expect(await status(past)).toBe(401);

    const changing = await enter();
    await owner
      .updateTable('app_user')
      .set({ is_change_pwd: true })
      .where('tenant_id', '=', tenant)
      .execute();
    expect((await get(changing, '/adm/v2/test/unit')).json()).toMatchObject({
      code: 'PASSWORD_CHANGE_REQUIRED',
    });

    const inactive = await enter();
    await owner.updateTable('app_user').set({ is_active: false }).where('tenant_id', '=', tenant).execute();
    expect(await status(inactive)).toBe(401);
    await owner
      .updateTable('app_user')
      .set({ is_active: true, is_change_pwd: false })
      .where('tenant_id', '=', tenant)
      .execute();
    expect(await status(inactive)).toBe(200);

    await owner.updateTable('tenant').set({ is_active: false }).where('id', '=', tenant).execute();
    expect(await status(inactive)).toBe(401);
  });
});
