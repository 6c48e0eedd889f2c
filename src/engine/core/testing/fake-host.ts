import { createMemoryDrafts } from './drafts.ts';
import type { Access } from '../../../contracts/access.ts';
import type {
  ConfirmRequest,
  FileContent,
  Host,
  HostFailure,
  LoadSnapshot,
  PickedFile,
  RunRequest,
  UploadRequest,
} from '../contract.ts';

import {
  createFakeClock,
  createFakeEvents,
  createFakePresence,
  type FakeClock,
  type FakeEvents,
  type FakePresence,
} from './live.ts';
import { createMemoryPreferences } from './preferences.ts';

/** A load whose replies the test controls. */
export interface FakeLoad {
  address: string;
  refreshes: number;
  answer(reply: unknown): void;
  fail(failure: HostFailure): void;
}

/** A host that records the screen's calls, in order. */
export interface FakeHost extends Host {
  /** By address, and for a search its body as JSON behind a space. */
  loads: Map<string, FakeLoad>;
  runs: RunRequest[];
  notices: { kind: string; text: string; undo?: () => void }[];
  /** Texts of the notices that were removed early. */
  dismissed: string[];
  visited: string[];
  questions: ConfirmRequest[];
  reports: { node: string; error: unknown }[];
  saves: { address: string; filename: string }[];
  /** Files that the page has made. */
  contents: { content: FileContent; filename: string }[];
  /** Files that `pick` resolves to. */
  chosen: readonly PickedFile[];
  uploads: UploadRequest[];
  /** Reply of `run`; throws to fail. */
  onRun: (request: RunRequest) => unknown;
  accept: boolean;
  allowed: (access: Access) => boolean;
  lang: Host['lang'];
  texts: Record<string, string>;
  presence: FakePresence;
  events: FakeEvents;
  clock: FakeClock;
}

/** Asked by the client's outbox beside the screen: no call of the screen's own. */
const deviceKeyPath = '/adm/v2/sec/me/device-key';

export function failure(code: string, message = code): HostFailure {
  return { code, status: 400, message, errors: [] };
}

/** Creates a host for tests of the engine: it replies as the test configures and records all calls. */
export function createFakeHost(texts: Record<string, string> = {}): FakeHost {
  const loads = new Map<string, FakeLoad & { load: ReturnType<Host['load']> }>();
  const clock = createFakeClock('2026-01-02T03:04:05Z');
  const host: FakeHost = {
    lang: 'pt',
    user: { id: 1, name: 'Ana', login: 'ana' },
    tenant: { key: 'acme', name: 'Acme', timeZone: 'America/Sao_Paulo' },
    texts,
    loads,
    runs: [],
    notices: [],
    dismissed: [],
    visited: [],
    questions: [],
    reports: [],
    saves: [],
    contents: [],
    chosen: [],
    uploads: [],
    onRun: () => ({ success: true, data: null }),
    accept: true,
    allowed: () => true,
    translate(key, values = {}) {
      if (!Object.hasOwn(host.texts, key)) return null;
      return host.texts[key]!.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
    },
    loadTexts: () => null,
    can: (access) => host.allowed(access),
    load(address, body) {
      const key = body === undefined ? address : `${address} ${JSON.stringify(body)}`;
      const known = loads.get(key);
      if (known) return known.load;
      let snapshot: LoadSnapshot = { status: 'loading', reply: undefined, error: null, refreshing: false };
      const listeners = new Set<() => void>();
      const show = (next: LoadSnapshot): void => {
        snapshot = next;
        const due = [...listeners];
        for (const listener of due) listener();
      };
      const made = {
        address,
        refreshes: 0,
        answer: (reply: unknown) => show({ status: 'ready', reply, error: null, refreshing: false }),
        fail: (error: HostFailure) => show({ status: 'error', reply: undefined, error, refreshing: false }),
        load: {
          get: () => snapshot,
          subscribe(listener: () => void) {
            listeners.add(listener);
            return () => void listeners.delete(listener);
          },
          async refresh() {
            made.refreshes += 1;
          },
        },
      };
      loads.set(key, made);
      return made.load;
    },
    async run(request) {
      if (request.address === deviceKeyPath) return { success: true, data: { key: '0'.repeat(64) } };
      host.runs.push(request);
      return host.onRun(request);
    },
    async save(address, filename) {
      host.saves.push({ address, filename });
    },
    async saveContent(content, filename) {
      host.contents.push({ content, filename });
    },
    drafts: createMemoryDrafts(),
    pick: async () => host.chosen,
    async upload(request) {
      host.uploads.push(request);
      return { success: true, data: { id: 7 } };
    },
    seal: async (text) => `sealed:${text}`,
    definition: () => Promise.reject(failure('NOT_FOUND')),
    onDefinition: () => () => undefined,
    preferences: createMemoryPreferences(),
    navigate: (to, options) => void host.visited.push(options?.back ? `back:${to}` : to),
    notify(kind, text, options) {
      host.notices.push({ kind, text, ...options });
      return () => void host.dismissed.push(text);
    },
    async confirm(question) {
      host.questions.push(question);
      return host.accept;
    },
    guard: () => () => undefined,
    report: ({ node, error }) => void host.reports.push({ node, error }),
    presence: createFakePresence(),
    events: createFakeEvents(),
    clock,
    now: clock.now,
    after: clock.after,
  };
  return host;
}
