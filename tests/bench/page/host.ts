import i18next from 'i18next';
import pt from '../../../locales/pt/widgets.json' with { type: 'json' };
import common from '../../../locales/pt/common.json' with { type: 'json' };
import forms from '../../../locales/pt/forms.json' with { type: 'json' };
import screens from '../../../locales/pt/screens.json' with { type: 'json' };
import type { Host, Load } from '../../../src/engine/core/index.ts';
import { createMemoryPreferences } from '../../../src/engine/core/testing/preferences.ts';
import type { BenchCase } from './cases.ts';

const texts = i18next.createInstance();
void texts.init({
  initAsync: false,
  lng: 'pt',
  interpolation: { escapeValue: false },
  resources: { pt: { translation: { ...pt, ...common, ...forms, ...screens } } },
});

const refuse = () => Promise.reject({ code: 'NOT_FOUND', status: 404, message: 'memory only', errors: [] });

/** Creates a host in memory whose loads are ready at once, so that only the engine is measured. */
export function memoryHost(data: BenchCase['data']): Host {
  const load = (address: string): Load => {
    const reply = data.replies[address.split('?')[0]!];
    const snapshot = { status: 'ready' as const, reply, error: null, refreshing: false };
    return { get: () => snapshot, subscribe: () => () => undefined, refresh: async () => undefined };
  };
  return {
    lang: 'pt',
    user: { id: 1, name: 'Bench', login: 'bench' },
    tenant: { key: 'bench', name: 'Bench', timeZone: 'America/Sao_Paulo' },
    translate: (key, values) => (texts.exists(key, values) ? texts.t(key, values) : null),
    loadTexts: () => null,
    can: () => true,
    load,
    run: refuse,
    save: refuse,
    pick: async () => [],
    upload: refuse,
    onDefinition: () => () => undefined,
    preferences: createMemoryPreferences(),
    drafts: { read: () => null, write: () => true, remove: () => undefined },
    seal: async (text) => text,
    async definition(_kind, id) {
      const definition = data.forms[id];
      if (!definition) return refuse();
      return { definition, version: 1, source: 'bundled', publishedVersion: 1, faults: [] };
    },
    navigate: () => undefined,
    notify: () => undefined,
    confirm: async () => true,
    guard: () => () => undefined,
    report: ({ node, error }) => {
      throw new Error(`${node}: ${String(error)}`);
    },
    presence: { get: () => true, subscribe: () => () => undefined },
    events: { subscribe: () => () => undefined },
    now: () => new Date(),
    after: () => () => undefined,
  };
}
