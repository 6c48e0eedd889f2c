import type { I18n } from '../../../src/app/i18n/i18n.ts';
import type { DefinitionReply } from '../../../src/contracts/definitions.ts';
import type { Host, Load } from '../../../src/engine/core/index.ts';
import { createMemoryPreferences } from '../../../src/engine/core/testing/preferences.ts';
import type { BenchCase } from './cases.ts';

const refuse = () => Promise.reject({ code: 'NOT_FOUND', status: 404, message: 'memory only', errors: [] });

/** Creates a host in memory whose loads and definitions are ready at once, so that only the engine is measured. Texts are the product's. */
export function memoryHost(data: BenchCase['data'], texts: I18n): Host {
  const load = (address: string): Load => {
    const reply = data.replies[address.split('?')[0]!];
    const snapshot = { status: 'ready' as const, reply, error: null, refreshing: false };
    return { get: () => snapshot, subscribe: () => () => undefined, refresh: async () => undefined };
  };
  const replies = new Map<string, DefinitionReply>(
    Object.entries(data.forms).map(([id, definition]) => [
      id,
      { definition, version: 1, source: 'bundled', publishedVersion: 1, faults: [] },
    ]),
  );
  const formOf = (id: string) => replies.get(id);
  return {
    lang: 'pt',
    user: { id: 1, name: 'Bench', login: 'bench' },
    tenant: { key: 'bench', name: 'Bench', timeZone: 'America/Sao_Paulo' },
    translate: texts.find,
    loadTexts: texts.loadMore,
    can: () => true,
    load,
    run: refuse,
    saveContent: () => Promise.resolve(),
    save: refuse,
    pick: async () => [],
    upload: refuse,
    onDefinition: () => () => undefined,
    preferences: createMemoryPreferences(),
    drafts: { read: () => null, write: () => true, remove: () => undefined },
    seal: async (text) => text,
    definition: async (_kind, id) => formOf(id) ?? refuse(),
    knownDefinition: (_kind, id) => formOf(id),
    navigate: () => undefined,
    notify: () => () => undefined,
    confirm: async () => true,
    guard: () => () => undefined,
    report: ({ node, error }) => {
      throw new Error(`${node}: ${String(error)}`);
    },
    presence: { get: () => true, subscribe: () => () => undefined },
    events: { subscribe: () => () => undefined, enter: () => () => undefined },
    now: () => new Date(),
    after: () => () => undefined,
  };
}
