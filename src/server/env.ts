import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { isEmail } from '../contracts/formats.ts';
import { isIssuer } from './domains/access/oidc/issuer.ts';
import { isSmtpUrl } from './platform/mail/smtp-url.ts';

/** A setting has an invalid value. The message is one line: the variable, the value, and what it takes. */
export class SettingError extends Error {}

/** The settings, read from environment variables (docs/operations.md). */
export interface Env {
  port: number;
  host: string;
  /** Null for the embedded database under dataDir. */
  databaseUrl: string | null;
  databaseConnections: number;
  /** Absolute path. */
  dataDir: string;
  /** Free space of dataDir's disk below which the server refuses writes; 0: no limit. */
  diskReserveMb: number;
  profile: 'demo' | 'production';
  environment: 'dev' | 'qa' | 'prod';
  adminUser: string;
  adminPassword: string;
  /** 32 bytes: the fixed key of the specified password cipher. */
  loginKey: Uint8Array;
  /** Null in the demo profile for one that the first start creates in dataDir. */
  tokenSecret: Uint8Array | null;
  /** Addresses and networks whose forwarded headers count. */
  trustedProxies: string[];
  /** Hosts on which the support chat opens; null: on all hosts of a tenant. */
  supportHosts: string[] | null;
  /** Null leaves /metrics open in the demo profile and closed in production. */
  metricsToken: string | null;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';
  /** Days for which events are kept for clients that were away. */
  eventDays: number;
  /** Days for which the audit is kept; 0: for ever. */
  auditDays: number;
  /** Megabytes of a file that is uploaded. */
  fileMaxMb: number;
  /** Megabytes of all files of a tenant; 0: no limit. */
  fileQuotaMb: number;
  /** The bucket of files; null for a folder of dataDir. */
  s3: S3Settings | null;
  rateLimits: RateLimitSettings;
  /** Connections that an address may have at a time; 0: no limit. */
  connectionsPerAddress: number;
  /** Address of the pages in mails; `{host}` stands for a host of the tenant. */
  publicOrigin: string;
  /** Server that sends mails. Null: the demo profile captures them, production reports that none is set. */
  smtpUrl: string | null;
  /** Sender of mails; null for no-reply at the tenant's host. */
  mailFrom: string | null;
  /** Encrypts the archives of `npm run backup`; null leaves them as they are. */
  backupPassphrase: string | null;
  /** 32 bytes that encrypt the settings of tenants' providers. Null: none in production, one that the first start creates in the demo. */
  secretsKey: Uint8Array | null;
  /** The key before, until `npm run secrets -- rotate` has run. */
  secretsKeyPrevious: Uint8Array | null;
  /** Provider of third-party sign-in for tenants without one of their own. */
  oidc: ProviderSettings | null;
  whatsApp: WhatsAppSettings;
}

/** Calls per minute; 0 for no limit. */
export interface RateLimitSettings {
  /** Of a person, over all sessions. */
  person: number;
  /** Of an address without a valid token. */
  address: number;
  /** Of all people of a tenant, and of all strangers on its hosts. */
  tenant: number;
  /** Of an address that calls as a provider of a tenant. */
  provider: number;
}

/** The messaging provider; the secrets are those of channels without their own. */
export interface WhatsAppSettings {
  /** Address of the Graph API. */
  apiBase: string;
  apiVersion: string;
  accessToken: string | null;
  appSecret: string | null;
  verifyToken: string | null;
}

/** An OpenID provider, and how we are known to it. */
export interface ProviderSettings {
  /** Address of the provider, as its own documents name it. */
  issuer: string;
  clientId: string;
  /** Empty for a client without one. */
  clientSecret: string;
  /** Name of the provider on the button. */
  label: string;
}

/** How to reach the bucket of files. */
export interface S3Settings {
  /** Address of the service, without the bucket. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export type Variables = Readonly<Record<string, string | undefined>>;

/** The demo's key of the password cipher: 00 01 02 … 1f. */
const DEMO_LOGIN_KEY = Uint8Array.from({ length: 32 }, (_, at) => at);
const DEMO_PASSWORD = 'molde-demo';
const LEAST_RESERVE_MB = 32;
/** People whose whole budgets make that of a tenant: 500 calls a second with the limits that are set by default. */
const TENANT_SHARE = 25;
/** Addresses whose whole budgets make that of a provider: a thousand calls a second by default. */
const PROVIDER_SHARE = 20;

/**
 * Reads and validates every setting.
 * @throws SettingError for the first invalid one.
 */
export function readEnv(variables: Variables, cwd = process.cwd()): Env {
  const read = new SettingReader(variables);
  const fallback = variables['NODE_ENV'] === 'production' ? 'production' : 'demo';
  const profile = read.oneOf('PROFILE', ['demo', 'production'], fallback);
  const demo = profile === 'demo';
  return {
    port: read.integer('PORT', 0, 65535, 3000),
    host: read.matching('HOST', /^[A-Za-z0-9.:_-]+$/, 'a host name or an address', '127.0.0.1'),
    databaseUrl: read.databaseUrl('DATABASE_URL'),
    databaseConnections: read.integer('DATABASE_CONNECTIONS', 1, 500, 10),
    dataDir: resolve(cwd, variables['DATA_DIR'] || '.data'),
    diskReserveMb: read.diskReserve('DISK_RESERVE_MB', 64),
    profile,
    environment: read.oneOf('ENVIRONMENT', ['dev', 'qa', 'prod'], 'prod'),
    adminUser: read.matching(
      'ADMIN_USER',
      /^[A-Za-z0-9._@+-]{1,100}$/,
      'a login of letters, digits and . _ - @ +',
      'admin',
    ),
    adminPassword: read.adminPassword(demo),
    loginKey: read.loginKey(demo),
    tokenSecret: read.tokenSecret(demo),
    trustedProxies: read.networks('TRUSTED_PROXIES'),
    supportHosts: read.hosts('SUPPORT_HOSTS'),
    metricsToken: variables['METRICS_TOKEN'] ? read.secret('METRICS_TOKEN', 16) : null,
    logLevel: read.oneOf(
      'LOG_LEVEL',
      ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
      demo ? 'warn' : 'info',
    ),
    eventDays: read.integer('EVENT_DAYS', 1, 365, 7),
    auditDays: read.integer('AUDIT_DAYS', 0, 36_500, 0),
    fileMaxMb: read.integer('FILE_MAX_MB', 1, 100_000, 1024),
    fileQuotaMb: read.integer('FILE_QUOTA_MB', 0, 100_000_000, 10_240),
    s3: read.s3(),
    rateLimits: read.rateLimits(),
    connectionsPerAddress: read.integer('CONNECTIONS_PER_ADDRESS', 0, 1_000_000, 1000),
    publicOrigin: read.matching(
      'PUBLIC_ORIGIN',
      /^https?:\/\/(\{host\}|[A-Za-z0-9.-]+)(:\d{1,5})?$/,
      'an address like https://{host}, where {host} stands for the host of each tenant',
      demo ? `http://{host}:${read.integer('PORT', 0, 65535, 3000)}` : 'https://{host}',
    ),
    smtpUrl: read.smtpUrl('SMTP_URL'),
    mailFrom: read.mailAddress('MAIL_FROM'),
    backupPassphrase: variables['BACKUP_PASSPHRASE'] ? read.secret('BACKUP_PASSPHRASE', 16) : null,
    secretsKey: read.secretsKey('SECRETS_KEY', demo),
    secretsKeyPrevious: read.secretsKey('SECRETS_KEY_PREVIOUS', true),
    oidc: read.oidc(demo),
    whatsApp: read.whatsApp(demo),
  };
}

class SettingReader {
  readonly #variables: Variables;

  constructor(variables: Variables) {
    this.#variables = variables;
  }

  integer(name: string, least: number, most: number, fallback: number): number {
    const value = this.#variables[name];
    if (!value) return fallback;
    const number = /^\d{1,9}$/.test(value) ? Number(value) : NaN;
    if (number >= least && number <= most) return number;
    throw invalidSetting(name, value, `a whole number from ${least} to ${most}`);
  }

  /** An embedded database that met a full disk needs a file of its log, 16 MB, and as much again, to open. */
  diskReserve(name: string, fallback: number): number {
    const megabytes = this.integer(name, 0, 100_000, fallback);
    if (megabytes === 0 || megabytes >= LEAST_RESERVE_MB) return megabytes;
    throw invalidSetting(name, String(megabytes), `0, or a whole number from ${LEAST_RESERVE_MB} to 100000`);
  }

  oneOf<T extends string>(name: string, options: readonly T[], fallback: T): T {
    const value = this.#variables[name];
    if (!value) return fallback;
    const found = options.find((option) => option === value);
    if (found !== undefined) return found;
    throw invalidSetting(name, value, `one of ${options.join(', ')}`);
  }

  matching(name: string, pattern: RegExp, takes: string, fallback: string): string {
    const value = this.#variables[name];
    if (!value) return fallback;
    if (pattern.test(value)) return value;
    throw invalidSetting(name, value, takes);
  }

  databaseUrl(name: string): string | null {
    const value = this.#variables[name];
    if (!value) return null;
    if (isPostgresUrl(value)) return value;
    // The message does not repeat the value, which may contain a password.
    throw new SettingError(
      `${name}: got something else, takes a PostgreSQL address like postgres://user:password@host/database`,
    );
  }

  smtpUrl(name: string): string | null {
    const value = this.#variables[name];
    if (!value || isSmtpUrl(value)) return value || null;
    // The message does not repeat the value, which may contain a password.
    throw new SettingError(
      `${name}: got something else, takes the address of a mail server like smtps://user:password@host or smtp://host:25`,
    );
  }

  mailAddress(name: string): string | null {
    const value = this.#variables[name];
    if (!value || isEmail(value)) return value || null;
    throw invalidSetting(name, value, 'an e-mail address');
  }

  hosts(name: string): string[] | null {
    const hosts = (this.#variables[name] ?? '').split(',').map((host) => host.trim().toLowerCase());
    const named = hosts.filter(Boolean);
    const wrong = named.find((host) => !/^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/.test(host));
    if (wrong !== undefined)
      throw invalidSetting(name, wrong, 'host names like chat.acme.com, separated by commas');
    return named.length === 0 ? null : named;
  }

  networks(name: string): string[] {
    const entries = (this.#variables[name] ?? '').split(',').map((entry) => entry.trim());
    return entries.filter(Boolean).map((entry) => {
      const [address = '', bits, ...rest] = entry.split('/');
      const family = isIP(address);
      const fits =
        bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
      if (family === 0 || !fits || rest.length > 0)
        throw invalidSetting(name, entry, 'addresses or networks like 10.0.0.0/8, separated by commas');
      return entry;
    });
  }

  secret(name: string, length: number): string {
    const value = this.#variables[name] ?? '';
    if (value.length >= length && new Set(value).size >= 8) return value;
    throw invalidSecret(name, value, `at least ${length} characters that cannot be guessed`);
  }

  adminPassword(demo: boolean): string {
    const name = 'ADMIN_PASSWORD';
    const value = this.#variables[name];
    if (demo) return value || DEMO_PASSWORD;
    if (value && value.length >= 12 && value !== DEMO_PASSWORD && new Set(value).size >= 6) return value;
    throw invalidSecret(
      name,
      value,
      'at least 12 characters that are not easily guessed (production profile)',
    );
  }

  /** Calls per minute. Those of a tenant and of a provider follow the others, so that 0 stays no limit and they grow together. */
  rateLimits(): RateLimitSettings {
    // Named as it was while each session had a budget.
    const former = this.integer('RATE_LIMIT_SESSION', 0, 1_000_000, 1200);
    const person = this.integer('RATE_LIMIT_PERSON', 0, 1_000_000, former);
    const address = this.integer('RATE_LIMIT_ADDRESS', 0, 1_000_000, 3000);
    return {
      person,
      address,
      tenant: this.integer('RATE_LIMIT_TENANT', 0, 100_000_000, TENANT_SHARE * person),
      provider: this.integer('RATE_LIMIT_PROVIDER', 0, 100_000_000, PROVIDER_SHARE * address),
    };
  }

  /** All settings of the bucket, or none. */
  s3(): S3Settings | null {
    const names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
    if (!names.some((name) => this.#variables[name])) return null;
    const endpoint = this.matching(
      'S3_ENDPOINT',
      /^https?:\/\/[^\s?#]+$/,
      'an address like https://host',
      '',
    );
    const isLabel = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
    const bucket = this.matching('S3_BUCKET', isLabel, 'the name of a bucket', '');
    const region = this.matching('S3_REGION', /^[a-z0-9-]{1,40}$/, 'a region like us-east-1', 'us-east-1');
    for (const name of names)
      if (!this.#variables[name]) throw invalidSecret(name, '', 'a value, as the other settings of S3 have');
    return {
      endpoint,
      bucket,
      region,
      accessKeyId: this.#variables['S3_ACCESS_KEY_ID'] ?? '',
      secretAccessKey: this.#variables['S3_SECRET_ACCESS_KEY'] ?? '',
    };
  }

  loginKey(demo: boolean): Uint8Array {
    const name = 'LOGIN_KEY';
    const value = this.#variables[name];
    if (!value && demo) return DEMO_LOGIN_KEY;
    if (!value || !/^[0-9a-fA-F]{64}$/.test(value)) throw invalidSecret(name, value, '64 hex digits');
    const key = Uint8Array.from(Buffer.from(value, 'hex'));
    const weak = new Set(key).size < 8 || Buffer.from(key).equals(Buffer.from(DEMO_LOGIN_KEY));
    if (weak && !demo)
      throw invalidSecret(name, value, '64 random hex digits, not the demo key (production profile)');
    return key;
  }

  /** Null without a value: whether one is needed depends on what the database holds. */
  secretsKey(name: string, weakAllowed: boolean): Uint8Array | null {
    const value = this.#variables[name];
    if (!value) return null;
    if (!/^[0-9a-fA-F]{64}$/.test(value)) throw invalidSecret(name, value, '64 hex digits');
    const key = Uint8Array.from(Buffer.from(value, 'hex'));
    if (new Set(key).size < 8 && !weakAllowed)
      throw invalidSecret(name, value, '64 random hex digits (production profile)');
    return key;
  }

  /** All settings of the provider but its secret and label, or none. */
  oidc(demo: boolean): ProviderSettings | null {
    const value = (name: string) => this.#variables[name]?.trim() ?? '';
    const [issuer, clientId] = [value('OIDC_ISSUER'), value('OIDC_CLIENT_ID')];
    if (!issuer && !clientId) return null;
    if (!isIssuer(issuer, demo))
      throw invalidSetting('OIDC_ISSUER', issuer, 'an address like https://sign-in.example.com');
    if (!clientId) throw invalidSecret('OIDC_CLIENT_ID', '', 'the name that the provider knows us by');
    const label = value('OIDC_LABEL') || new URL(issuer).hostname;
    return { issuer, clientId, clientSecret: value('OIDC_CLIENT_SECRET'), label };
  }

  /** The demo's provider is the sandbox of this server. */
  whatsApp(demo: boolean): WhatsAppSettings {
    const value = (name: string, ofDemo: string) => this.#variables[name]?.trim() || (demo ? ofDemo : null);
    const sandbox = `http://127.0.0.1:${this.integer('PORT', 0, 65535, 3000)}/dev/whatsapp`;
    return {
      apiBase: this.matching(
        'WHATSAPP_API_BASE',
        demo ? /^https?:\/\/[^\s?#]+[^\s?#/]$/ : /^https:\/\/[^\s?#]+[^\s?#/]$/,
        'an address like https://graph.facebook.com',
        demo ? sandbox : 'https://graph.facebook.com',
      ),
      apiVersion: this.matching('WHATSAPP_API_VERSION', /^v\d{1,3}\.\d$/, 'a version like v23.0', 'v23.0'),
      accessToken: value('WHATSAPP_ACCESS_TOKEN', 'molde-demo-token'),
      appSecret: value('WHATSAPP_APP_SECRET', 'molde-demo-app-secret'),
      verifyToken: value('WHATSAPP_VERIFY_TOKEN', 'molde-demo-verify'),
    };
  }

  tokenSecret(demo: boolean): Uint8Array | null {
    const name = 'TOKEN_SECRET';
    if (!this.#variables[name] && demo) return null;
    return new TextEncoder().encode(this.secret(name, 32));
  }
}

/** Whether the driver can read the address: its percent-encoding is valid, too. */
function isPostgresUrl(value: string): boolean {
  try {
    const { protocol, username, password, pathname } = new URL(value);
    decodeURIComponent(`${username}${password}${pathname}`);
    return protocol === 'postgres:' || protocol === 'postgresql:';
  } catch {
    return false;
  }
}

function invalidSetting(name: string, got: string, takes: string): SettingError {
  return new SettingError(`${name}: got ${JSON.stringify(got.slice(0, 80))}, takes ${takes}`);
}

/** An invalid secret, whose value the message does not contain. */
function invalidSecret(name: string, got: string | undefined, takes: string): SettingError {
  return new SettingError(
    `${name}: got ${got ? `${got.length} characters that do not fit` : 'nothing'}, takes ${takes}`,
  );
}
