import { allows } from '../contracts/access.ts';
import type { Grants } from '../contracts/access.ts';
import type { DefinitionKind, DefinitionReply } from '../contracts/definitions.ts';
import type { Language } from '../contracts/language.ts';
import type { ConfirmRequest, Host } from '../engine/core/index.ts';
import { createDrafts } from './drafts.ts';
import { multipart, pickFiles } from './files.ts';
import type { Http } from './http.ts';
import { createUserPreferences } from './user-preferences.ts';
import type { Queries } from './queries.ts';

/** What the shell gives the engine beside the calls: the person, the texts, the ways to show and to leave. */
export interface HostDependencies {
  http: Http;
  queries: Queries;
  language(): Language;
  user: Host['user'];
  tenant: Host['tenant'];
  grants(): Grants;
  translate: Host['translate'];
  loadTexts: Host['loadTexts'];
  navigate: Host['navigate'];
  notify: Host['notify'];
  confirm(request: ConfirmRequest): Promise<boolean>;
  guard: Host['guard'];
  seal(text: string): Promise<string>;
  /** Hears of each call that changed something. */
  written(address: string): void;
}

/** Hands a file to the browser's own download. */
function download(content: Blob, filename: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = filename;
  link.click();
  // The download has begun by then; without the wait some browsers drop it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

const definitionAddress = (kind: DefinitionKind, id: string): string =>
  `/adm/v2/def/${encodeURIComponent(kind)}/${encodeURIComponent(id)}`;

/** The engine's whole outside world. One object for as long as a person stays; its `lang` follows the language. */
export function createHost(parts: HostDependencies): Host {
  const { http, queries } = parts;
  return {
    get lang() {
      return parts.language();
    },
    get user() {
      return parts.user;
    },
    get tenant() {
      return parts.tenant;
    },
    translate: parts.translate,
    loadTexts: parts.loadTexts,
    can: (access, screen) => allows(parts.grants(), access, screen),
    load: (address) => queries.load(address),
    async run(request) {
      const reply = await http.request(request);
      if (request.method !== 'get') parts.written(request.address);
      return reply;
    },
    async save(address, filename) {
      download(await http.blob(address), filename);
    },
    // After a sign-out there is nobody to keep one for, though open forms still say goodbye.
    drafts: createDrafts(() => (parts.user.id === 0 ? null : `${parts.tenant.key}.${parts.user.id}`)),
    pick: pickFiles,
    async upload({ field, files, values, ...call }) {
      return http.request({ ...call, body: multipart(field, files, values) });
    },
    async definition(kind, id) {
      const reply = (await queries.once(definitionAddress(kind, id))) as { data: DefinitionReply };
      return reply.data;
    },
    onDefinition(kind, id, listener) {
      const load = queries.follow(definitionAddress(kind, id));
      let last = load.get().reply;
      return load.subscribe(() => {
        const { reply } = load.get();
        if (reply === undefined || reply === last) return;
        last = reply;
        listener((reply as { data: DefinitionReply }).data);
      });
    },
    preferences: createUserPreferences(http, () => parts.user.id),
    navigate: parts.navigate,
    notify: parts.notify,
    confirm: parts.confirm,
    guard: parts.guard,
    seal: parts.seal,
    report({ document: where, node, error }) {
      // To the page's log only: an uncaught error of the page (reportError) would be the browser's to handle.
      // oxlint-disable-next-line no-console
      console.error(`${where}#${node}`, error);
    },
    now: () => new Date(),
  };
}
