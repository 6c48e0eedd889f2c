import { describe, expect, it } from 'vitest';
import { readEnv } from './env.ts';

const secrets = {
  PROFILE: 'production',
  ADMIN_PASSWORD: 'uma frase bem longa 42',
  LOGIN_KEY: '8a1f00c3d4e5b6978899aabbccddeeff00112233445566778899a1b2c3d4e5f6',
  TOKEN_SECRET: 'k8Jq2mZx7Vn4Rt9Lw3Pf6Hs1Dc5Gb0Ay',
};

describe('the settings', () => {
  it('default to the demo profile', () => {
    const env = readEnv({}, '/srv/molde');
    expect(env).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: null,
      dataDir: '/srv/molde/.data',
      diskReserveMb: 64,
      profile: 'demo',
      environment: 'prod',
    });
    expect(env).toMatchObject({
      adminUser: 'admin',
      adminPassword: 'molde-demo',
      tokenSecret: null,
      metricsToken: null,
      trustedProxies: [],
    });
    expect(Buffer.from(env.loginKey).toString('hex')).toBe(
      '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f',
    );
  });

  it('default to the production profile with NODE_ENV=production, which requires secrets', () => {
    for (const production of [{ NODE_ENV: 'production' }, { PROFILE: 'production' }])
      expect(() => readEnv(production)).toThrow(/^ADMIN_PASSWORD: got nothing, takes at least 12 /);
    expect(readEnv({ ...secrets, NODE_ENV: 'production' }).profile).toBe('production');
    expect(readEnv({ NODE_ENV: 'production', PROFILE: 'demo' }).profile).toBe('demo');
  });

  it.each([
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['PORT', '3000x'],
    ['HOST', 'a host'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'localhost'],
    ['DATABASE_URL', 'postgres://user:100%@localhost/x'],
    ['DATABASE_CONNECTIONS', '0'],
    ['PROFILE', 'prod'],
    ['ENVIRONMENT', 'staging'],
    ['LOGIN_KEY', 'abc'],
    ['TOKEN_SECRET', 'short'],
    ['ADMIN_USER', 'ação'],
    ['TRUSTED_PROXIES', '10.0.0.0/40'],
    ['TRUSTED_PROXIES', 'proxy.local'],
    ['SUPPORT_HOSTS', 'https://chat.acme.com'],
    ['METRICS_TOKEN', 'short'],
    ['DISK_RESERVE_MB', '8'],
    ['LOG_LEVEL', 'loud'],
    ['RATE_LIMIT_PERSON', 'many'],
  ])('refuse %s=%s in one line that names it', (name, value) => {
    expect(() => readEnv({ [name]: value })).toThrow(new RegExp(`^${name}: got [^\\n]*, takes [^\\n]*$`));
  });

  it.each([
    ['ADMIN_PASSWORD', 'molde-demo'],
    ['ADMIN_PASSWORD', 'aaaaaaaaaaaaaaaa'],
    ['LOGIN_KEY', '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'],
    ['LOGIN_KEY', '0'.repeat(64)],
    ['TOKEN_SECRET', 'a'.repeat(40)],
  ])('refuse the weak secret %s in production, without repeating it', (name, value) => {
    const start = () => readEnv({ ...secrets, [name]: value });
    expect(start).toThrow(new RegExp(`^${name}: `));
    expect(start).not.toThrow(value);
  });

  it('read limits of calls, also by the name that one of them had', () => {
    const limits = (variables: Record<string, string>) => readEnv(variables).rateLimits;
    expect(limits({})).toEqual({ person: 1200, address: 3000, tenant: 30_000, provider: 60_000 });
    expect(limits({ RATE_LIMIT_SESSION: '10' })).toMatchObject({ person: 10, tenant: 250 });
    expect(limits({ RATE_LIMIT_SESSION: '10', RATE_LIMIT_PERSON: '20' })).toMatchObject({ person: 20 });
    const none = limits({ RATE_LIMIT_PERSON: '0', RATE_LIMIT_ADDRESS: '0' });
    expect(Object.values(none)).toEqual([0, 0, 0, 0]);
  });

  it('never repeat the password of a database address', () => {
    expect(() => readEnv({ DATABASE_URL: 'http://user:hunter2@host/db' })).not.toThrow('hunter2');
  });

  it('accept networks of proxies', () => {
    expect(readEnv({ SUPPORT_HOSTS: 'Chat.acme.com, localhost' }).supportHosts).toEqual([
      'chat.acme.com',
      'localhost',
    ]);
    expect(readEnv({}).supportHosts).toBeNull();
    expect(readEnv({ TRUSTED_PROXIES: '10.0.0.0/8, ::1' }).trustedProxies).toEqual(['10.0.0.0/8', '::1']);
  });
});
