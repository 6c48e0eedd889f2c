import { allows } from '../contracts/access.ts';
import type { Grants } from '../contracts/access.ts';
import type { DefinitionKind, DefinitionReply } from '../contracts/definitions.ts';
import type { Language } from '../contracts/language.ts';
import type { ConfirmRequest, Host, Load } from '../engine/core/index.ts';
import { createDrafts } from './drafts.ts';
import { browserStorage } from './safe-storage.ts';
import { pickFiles } from './files.ts';
import { HttpFailure, type Http } from './http.ts';
import { createUserPreferences } from './user-preferences.ts';
import { presence } from './visibility.ts';
import type { Queries } from './queries.ts';

/** The services that the shell gives the engine beside the calls: person, texts, navigation, messages and dialogs. */
export interface HostDependencies {
  http: Http;
  queries: Queries;
  language(): Language;
  user: Host['user'];
  tenant: Host['tenant'];
  grants(): Grants;
  /** Data that the shell has itself, by its address (`shell:menu`); null for an address of the server. */
  known(address: string): Load | null;
  translate: Host['translate'];
  loadTexts: Host['loadTexts'];
  navigate: Host['navigate'];
  notify: Host['notify'];
  confirm(request: ConfirmRequest): Promise<boolean>;
  guard: Host['guard'];
  seal(text: string): Promise<string>;
  /** The server's time, in milliseconds. */
  now(): number;
  events: Host['events'];
  /** Called after each call that changed something. */
  onWrite(address: string): void;
}

const definitionAddress = (kind: DefinitionKind, id: string): string =>
  `/adm/v2/def/${encodeURIComponent(kind)}/${encodeURIComponent(id)}`;

// Loaded with the first file that is sent or saved, as most pages have none.
const loadTransfers = () => import('./transfers.ts');

/** Creates the engine's host for the signed-in person. It lives until another person signs in; `lang` follows the language. */
export function createHost(shell: HostDependencies): Host {
  const { http, queries } = shell;
  return {
    get lang() {
      return shell.language();
    },
    get user() {
      return shell.user;
    },
    get tenant() {
      return shell.tenant;
    },
    translate: shell.translate,
    loadTexts: shell.loadTexts,
    can: (access, screen) => allows(shell.grants(), access, screen),
    load: (address, body) => shell.known(address) ?? queries.load(address, body),
    async run(request) {
      const { parts, ...call } = request;
      const reply = await http.request(
        parts ? { ...call, body: (await loadTransfers()).multipartOf(parts) } : call,
      );
      if (request.method !== 'get') shell.onWrite(request.address);
      return reply;
    },
    async save(address, filename) {
      const content = await http.blob(address);
      (await loadTransfers()).download(content, filename);
    },
    async saveContent({ bytes, type }, filename) {
      (await loadTransfers()).download(new Blob([bytes], { type }), filename);
    },
    // After a sign-out open forms still write their drafts, which are dropped without an owner.
    drafts: createDrafts(
      () => (shell.user.id === 0 ? null : `${shell.tenant.key}.${shell.user.id}`),
      browserStorage(),
      shell.now,
    ),
    pick: pickFiles,
    async upload({ field, files, values, ...call }) {
      const { multipart, tooLarge } = await loadTransfers();
      const load = (address: string): Promise<unknown> => http.request({ method: 'get', address });
      const refusal = await tooLarge(call.address, files, load, shell.translate);
      if (refusal !== null) throw new HttpFailure('FILE_TOO_LARGE', 0, refusal);
      return http.request({ ...call, body: multipart(field, files, values) });
    },
    async definition(kind, id) {
      const reply = (await queries.once(definitionAddress(kind, id))) as { data: DefinitionReply };
      return reply.data;
    },
    knownDefinition: (kind, id) =>
      (queries.known(definitionAddress(kind, id)) as { data: DefinitionReply } | undefined)?.data,
    onDefinition(kind, id, listener) {
      const load = queries.load(definitionAddress(kind, id));
      let last = load.get().reply;
      return load.subscribe(() => {
        const { reply } = load.get();
        if (reply === undefined || reply === last) return;
        last = reply;
        listener((reply as { data: DefinitionReply }).data);
      });
    },
    preferences: createUserPreferences(http, () => shell.user.id),
    navigate: shell.navigate,
    notify: shell.notify,
    confirm: shell.confirm,
    guard: shell.guard,
    seal: shell.seal,
    report({ document: where, node, error }) {
      // Logged only: reportError would raise an uncaught error of the page.
      // oxlint-disable-next-line no-console
      console.error(`${where}#${node}`, error);
    },
    presence,
    events: shell.events,
    now: () => new Date(shell.now()),
    after(milliseconds, callback) {
      const timer = setTimeout(callback, milliseconds);
      return () => clearTimeout(timer);
    },
  };
}
