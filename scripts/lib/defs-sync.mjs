// Keeps a tenant's own definitions in a folder: `pull` writes them there, `push` saves what was changed there as drafts. Imports
// TypeScript, so it runs in tsx or Vitest only.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { sealPassword } from '../../src/client/cipher.ts';
import { definitionKinds } from '../../src/contracts/definitions.ts';
import { inOrder } from '../../src/contracts/json-order.ts';
import { filesUnder } from './inputs.mjs';

/**
 * Beside the definitions: the version that each file was pulled or pushed at, and a hash of its content then. The server keeps
 * the content of these versions, and merges three ways with it.
 */
const baseName = '.base.json';

/** @typedef {{ version: number, hash: string }} Base */
/** @typedef {{ key: string, outcome: 'written' | 'same' | 'saved' | 'merged' | 'created' | 'changed-both' | 'conflict' | 'refused' | 'gone' | 'unreadable', detail?: string }} Outcome */

const textOf = (definition) => `${JSON.stringify(inOrder(definition), null, 2)}\n`;
const hashOf = (text) => createHash('sha256').update(text).digest('hex');
const fileOf = (folder, key) => join(folder, ...`${key}.json`.split('/'));

/** Writes a file whole or not at all. */
function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.tmp`, text);
  renameSync(`${file}.tmp`, file);
}

/** @returns {Record<string, Base>} */
function readBase(folder) {
  const file = join(folder, baseName);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

const writeBase = (folder, base) => write(join(folder, baseName), textOf(base));

/** Text of a file in its fixed order; null for one that is no JSON object. */
function readDefinition(file) {
  try {
    const value = JSON.parse(readFileSync(file, 'utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** A failure of the server, with its message. */
export class SyncFailure extends Error {}

/**
 * Signs in, or uses a token.
 * @param {{ url: string, token?: string | undefined, user?: string, password?: string, lang: string }} settings
 */
export async function connect({ url, token, user, password, lang }) {
  const headers = { 'accept-language': lang, 'content-type': 'application/json' };
  async function send(method, path, body) {
    let reply;
    try {
      reply = await fetch(new URL(path, url), {
        method,
        headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    } catch (error) {
      throw new SyncFailure(`${url} does not answer: ${error.cause?.code ?? error.message}`);
    }
    const answer = await reply.json().catch(() => ({}));
    return { status: reply.status, ...answer };
  }
  async function need(method, path, body) {
    const answer = await send(method, path, body);
    if (answer.status >= 400 || answer.success === false)
      throw new SyncFailure(`${method} ${path} answered ${answer.status}: ${answer.message ?? ''}`);
    return answer.data;
  }
  if (!token) {
    const home = await need('GET', '/adm/v2/pub/home');
    const sealed = await sealPassword(password, home.loginKey);
    const signedIn = await need('POST', '/adm/v2/sec/login', { username: user, password: sealed });
    token = signedIn.accessToken;
  }
  return { send, need };
}

/** The tenant's own definitions, as the server lists them. */
async function listOwn({ need }) {
  const rows = [];
  for (let page = 1; ; page += 1) {
    const data = await need('GET', `/adm/v2/def?page=${page}&perPage=500&order=key_asc`);
    rows.push(
      ...data.rows.filter(({ source, draftVersion }) => source === 'tenant' || draftVersion !== null),
    );
    if (page * 500 >= data.totalRows) return rows;
  }
}

/** Writes the tenant's definitions into a folder. Files that were changed on both sides stay, and are named. @returns {Promise<Outcome[]>} */
export async function pull(connection, folder) {
  const base = readBase(folder);
  const outcomes = [];
  for (const { kind, id } of await listOwn(connection)) {
    const key = `${kind}/${id}`;
    const { definition, version } = await connection.need('GET', `/adm/v2/def/${kind}/${id}?draft=1`);
    const text = textOf(definition);
    const file = fileOf(folder, key);
    const here = existsSync(file) ? readDefinition(file) : undefined;
    const isMine = here !== undefined && (here === null || hashOf(textOf(here)) !== base[key]?.hash);
    const isSame = here && textOf(here) === text;
    if (isMine && !isSame && base[key]?.version !== version) {
      outcomes.push({ key, outcome: 'changed-both' });
      continue;
    }
    // Changed here alone: the next push saves it.
    if (isMine && !isSame && base[key]) {
      outcomes.push({ key, outcome: 'same' });
      continue;
    }
    if (!isSame) write(file, text);
    base[key] = { version, hash: hashOf(text) };
    outcomes.push({ key, outcome: isSame ? 'same' : 'written' });
  }
  writeBase(folder, base);
  return outcomes;
}

const keysIn = (folder) =>
  filesUnder(folder)
    .map((file) => relative(folder, file).split(sep).join('/'))
    .filter((name) => definitionKinds.some((kind) => name.startsWith(`${kind}/`)) && name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length));

const saysOf = ({ message, errors = [] }) =>
  [message, ...errors.map(({ path, message: said }) => `${path} ${said}`)].join('; ');

/**
 * Saves the files that were changed as drafts. Changes that others saved since the file was pulled are merged by the server, node by
 * node, and comes back into the file; what both sides changed is named and not saved.
 * @returns {Promise<Outcome[]>}
 */
export async function push(connection, folder) {
  const base = readBase(folder);
  const outcomes = [];
  const keys = keysIn(folder);
  // Definitions that views name are saved before them.
  const rank = (key) => ['dataset', 'fragment', 'form', 'widget'].indexOf(key.split('/')[0]);
  keys.sort((a, b) => (rank(a) === -1 ? 9 : rank(a)) - (rank(b) === -1 ? 9 : rank(b)) || (a < b ? -1 : 1));
  for (const key of keys) {
    const [kind, id] = key.split('/');
    const file = fileOf(folder, key);
    const definition = readDefinition(file);
    if (definition === null) {
      outcomes.push({ key, outcome: 'unreadable' });
      continue;
    }
    if (base[key]?.hash === hashOf(textOf(definition))) {
      outcomes.push({ key, outcome: 'same' });
      continue;
    }
    const known = base[key];
    const answer = known
      ? await connection.send('PUT', `/adm/v2/def/${kind}/${id}`, { definition, version: known.version })
      : await connection.send('POST', '/adm/v2/def', { definition });
    if (answer.status === 409 && answer.data?.conflicts) {
      const places = answer.data.conflicts.map(({ nodeId, pointer }) => `${nodeId ?? ''}${pointer}`);
      outcomes.push({ key, outcome: 'conflict', detail: places.join(', ') || answer.message });
      continue;
    }
    if (answer.status >= 400) {
      outcomes.push({ key, outcome: 'refused', detail: saysOf(answer) });
      continue;
    }
    const text = textOf(answer.data.definition);
    write(file, text);
    base[key] = { version: answer.data.version, hash: hashOf(text) };
    // After each, so that an interruption loses nothing.
    writeBase(folder, base);
    outcomes.push({ key, outcome: known ? (answer.data.merged ? 'merged' : 'saved') : 'created' });
  }
  for (const key of Object.keys(base)) if (!keys.includes(key)) outcomes.push({ key, outcome: 'gone' });
  return outcomes;
}
