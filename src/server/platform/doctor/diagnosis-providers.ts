import { randomUUID } from 'node:crypto';
import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Env, S3Settings } from '../../env.ts';
import { S3Client } from '../files/s3-client.ts';
import { S3Store } from '../files/s3-store.ts';
import { ok, problem, warning, type Finding } from './finding.ts';
import { verifySmtp } from '../mail/send.ts';
import { parseSmtpUrl } from '../mail/smtp-url.ts';

/** Difference of two clocks from which something goes wrong: tokens allow 60 s, signatures of S3 15 minutes. */
const CLOCK_WARNING_MS = 5_000;
const CLOCK_ERROR_MS = 60_000;
const TIMEOUT_MS = 10_000;

/** Whether files can be stored: a folder is only looked at, in a bucket an object is written, read and removed. */
export async function examineFiles({ s3, dataDir }: Env): Promise<Finding[]> {
  return s3 ? [await examineBucket(s3)] : examineFolder(dataDir);
}

function examineFolder(dataDir: string): Finding[] {
  if (!existsSync(dataDir)) return [];
  const folder = join(dataDir, 'files');
  const isThere = existsSync(folder);
  try {
    for (const path of isThere ? [folder, join(folder, 'tmp')] : [dataDir])
      if (existsSync(path)) accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return [ok(`files: ${folder} ${isThere ? 'can be written' : 'is made with the first file'}`)];
  } catch (error) {
    return [
      problem(
        `files: ${folder} cannot be written (${reasonOf(error)}); give it to the account of the server`,
      ),
    ];
  }
}

async function examineBucket(s3: S3Settings): Promise<Finding> {
  const place = `the bucket ${s3.bucket} at ${s3.endpoint}`;
  const store = new S3Store(s3);
  const uuid = randomUUID();
  // Of a tenant that does not exist.
  const key = `0/${uuid.slice(0, 2)}/${uuid}`;
  const content = Buffer.from('npm run doctor');
  try {
    await within(TIMEOUT_MS, async () => {
      await store.write(key, Readable.from([content]));
      if (!(await buffer(await store.read(key, null))).equals(content))
        throw new Error('it answers with other content');
      await store.remove(key);
    });
    return ok(`files: ${place} can be written and read`);
  } catch (error) {
    await store.remove(key).catch(() => undefined);
    return problem(
      `files: ${place} cannot be used (${reasonOf(error)}); check S3_ENDPOINT, S3_BUCKET and the keys, and that the account may get, put, list and delete objects`,
    );
  }
}

/** Connects to the mail server and signs in, without sending anything. */
export async function examineMail({ smtpUrl, profile }: Env): Promise<Finding[]> {
  const server = smtpUrl === null ? null : parseSmtpUrl(smtpUrl);
  if (smtpUrl === null || server === null) {
    if (profile === 'demo') return [ok('mail: captured under /dev/outbox')];
    return [warning('mail: no server is set, so mails stay among the failed jobs; set SMTP_URL')];
  }
  const place = `${server.host}:${server.port}`;
  try {
    await verifySmtp({ url: smtpUrl }, TIMEOUT_MS);
  } catch (error) {
    return [problem(`mail: ${place} cannot be used (${reasonOf(error)}); ${mailRemedy(error)}`)];
  }
  const isPlain = !server.secure && !server.requiresTls;
  return [
    ok(`mail: ${place} accepts the connection${server.auth ? ' and the sign-in' : ''}`),
    ...(isPlain
      ? [warning(`mail: ${place} may get mails without TLS; use smtps:// or a user and password in SMTP_URL`)]
      : []),
  ];
}

function mailRemedy(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EAUTH') return 'correct user and password in SMTP_URL';
  if (code === 'ETLS' || /certificate|self.signed|tls|ssl/i.test(reasonOf(error)))
    return 'use smtps:// for a port with TLS from its beginning, and name its authority in NODE_EXTRA_CA_CERTS';
  return 'correct host and port in SMTP_URL, and let the firewall through';
}

/** Compares this machine's clock with that of the bucket. */
export async function examineBucketClock({ s3 }: Env): Promise<Finding[]> {
  if (!s3) return [];
  try {
    const query = { 'list-type': '2', 'max-keys': '1' };
    const answer = await within(TIMEOUT_MS, () => new S3Client(s3).send({ method: 'GET', key: '', query }));
    await answer.body?.cancel();
    const date = Date.parse(answer.headers.get('date') ?? '');
    return Number.isNaN(date) ? [] : [clockFinding('the file service', date - Date.now())];
  } catch {
    // That it is not reachable is a finding of its own.
    return [];
  }
}

/** @param aheadMs by which the other clock is ahead of this one */
export function clockFinding(other: string, aheadMs: number): Finding {
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  const text = `clock: ${other} is ${seconds} s ${aheadMs < 0 ? 'behind' : 'ahead of'} this machine`;
  if (Math.abs(aheadMs) < CLOCK_WARNING_MS) return ok(`clock: ${other} and this machine agree`);
  const remedy = 'synchronise both with a time server (NTP)';
  return Math.abs(aheadMs) < CLOCK_ERROR_MS
    ? warning(`${text}; ${remedy}`)
    : problem(`${text}, so sign-ins and files fail; ${remedy}`);
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return (cause instanceof Error ? cause.message : String(cause)).split('\n')[0]!.slice(0, 200);
}

async function within<T>(ms: number, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms / 1000} s`)), ms);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}
