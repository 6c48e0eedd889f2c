import i18next from 'i18next';
import enCharts from '../../../../locales/en/charts.json' with { type: 'json' };
import enCodeEditor from '../../../../locales/en/code-editor.json' with { type: 'json' };
import enForms from '../../../../locales/en/forms.json' with { type: 'json' };
import enStructured from '../../../../locales/en/structured.json' with { type: 'json' };
import enViews from '../../../../locales/en/views.json' with { type: 'json' };
import en from '../../../../locales/en/widgets.json' with { type: 'json' };
import esCharts from '../../../../locales/es/charts.json' with { type: 'json' };
import esCodeEditor from '../../../../locales/es/code-editor.json' with { type: 'json' };
import esForms from '../../../../locales/es/forms.json' with { type: 'json' };
import esStructured from '../../../../locales/es/structured.json' with { type: 'json' };
import esViews from '../../../../locales/es/views.json' with { type: 'json' };
import es from '../../../../locales/es/widgets.json' with { type: 'json' };
import ptCharts from '../../../../locales/pt/charts.json' with { type: 'json' };
import ptCodeEditor from '../../../../locales/pt/code-editor.json' with { type: 'json' };
import ptForms from '../../../../locales/pt/forms.json' with { type: 'json' };
import ptStructured from '../../../../locales/pt/structured.json' with { type: 'json' };
import ptViews from '../../../../locales/pt/views.json' with { type: 'json' };
import pt from '../../../../locales/pt/widgets.json' with { type: 'json' };
import type { Access } from '../../../contracts/access.ts';
import { interpolation, numbersInTexts } from '../../../contracts/interpolation.ts';
import { createMemoryDrafts } from '../../core/testing/drafts.ts';
import type { Language } from '../../../contracts/language.ts';
import { createFakeEvents, createFakePresence, type FakeEvents } from '../../core/testing/live.ts';
import { createMemoryPreferences } from '../../core/testing/preferences.ts';
import { assertDeclaredEvent } from '../../core/validate/fired-events.ts';
import type { ConfirmRequest, FileContent, Host, Load, LoadSnapshot, RunRequest } from '../../core/index.ts';

export interface FakeHostOptions {
  lang?: Language;
  /** Answers loads and requests, also with a promise. A thrown value is the failure. */
  answer?: (path: string, query: URLSearchParams, request: RunRequest) => unknown;
  /** The person's permissions; everything is allowed when left out. */
  can?: (access: Access, screen?: string) => boolean;
  confirm?: boolean;
}

/** A host in memory that records the calls it receives. */
export interface FakeHost extends Host {
  readonly events: FakeEvents;
  lang: Language;
  readonly loads: string[];
  readonly requests: RunRequest[];
  readonly navigations: string[];
  readonly toasts: {
    kind: string;
    text: string;
    undo?: () => void;
    action?: { text: string; run: () => void };
    until?: Promise<void>;
  }[];
  /** Texts of the toasts that were removed early. */
  readonly dismissed: string[];
  readonly questions: ConfirmRequest[];
  /** Files that the page has made. */
  readonly files: { content: FileContent; filename: string }[];
  readonly reports: { document: string; node: string; error: unknown }[];
}

/** A failed call in the shape of `HostFailure`. */
export function failure(status: number, message: string, code = 'INTERNAL') {
  return { code, status, message, errors: [] };
}

const texts = i18next.createInstance().use(numbersInTexts);
void texts.init({
  initAsync: false,
  fallbackLng: 'pt',
  interpolation,
  resources: {
    pt: { translation: { ...pt, ...ptForms, ...ptStructured, ...ptCharts, ...ptViews, ...ptCodeEditor } },
    en: { translation: { ...en, ...enForms, ...enStructured, ...enCharts, ...enViews, ...enCodeEditor } },
    es: { translation: { ...es, ...esForms, ...esStructured, ...esCharts, ...esViews, ...esCodeEditor } },
  },
});

export function createFakeHost(options: FakeHostOptions = {}): FakeHost {
  const loads: string[] = [];
  const requests: RunRequest[] = [];
  const cache = new Map<string, Load>();

  async function ask(request: RunRequest): Promise<unknown> {
    const url = new URL(request.address, 'http://molde.test');
    return options.answer?.(url.pathname, url.searchParams, request);
  }

  function createLoad(request: RunRequest): Load {
    const listeners = new Set<() => void>();
    let snapshot: LoadSnapshot = { status: 'loading', reply: undefined, error: null, refreshing: false };
    const update = (next: LoadSnapshot) => {
      snapshot = next;
      for (const listener of listeners) listener();
    };
    async function fetch(): Promise<void> {
      loads.push(request.address);
      try {
        const reply = await ask(request);
        update({ status: 'ready', reply, error: null, refreshing: false });
      } catch (error) {
        update({
          ...snapshot,
          status: 'error',
          error: error as LoadSnapshot['error'],
          refreshing: false,
        });
      }
    }
    void fetch();
    return {
      get: () => snapshot,
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      async refresh() {
        update({ ...snapshot, refreshing: true });
        await fetch();
      },
    };
  }

  const host: FakeHost = {
    lang: options.lang ?? 'pt',
    user: { id: 1, name: 'Helena Drummond', login: 'helena' },
    tenant: { key: 'acme', name: 'Acme', timeZone: 'America/Sao_Paulo' },
    loads,
    requests,
    navigations: [],
    toasts: [],
    dismissed: [],
    questions: [],
    files: [],
    reports: [],
    translate(key, values) {
      return texts.exists(key, { lng: host.lang, ...values })
        ? texts.t(key, { lng: host.lang, ...values })
        : null;
    },
    loadTexts: () => null,
    can: options.can ?? (() => true),
    load(address, body) {
      const key = JSON.stringify([address, body]);
      let load = cache.get(key);
      if (!load) {
        load = createLoad(
          body === undefined ? { method: 'get', address } : { method: 'post', address, body },
        );
        cache.set(key, load);
      }
      return load;
    },
    async run(request) {
      requests.push(request);
      return ask(request);
    },
    save: async () => undefined,
    saveContent(content, filename) {
      host.files.push({ content, filename });
      return Promise.resolve();
    },
    drafts: createMemoryDrafts(),
    pick: async () => [],
    upload: async () => null,
    definition: async () => {
      throw failure(404, 'no definition', 'NOT_FOUND');
    },
    onDefinition: () => () => undefined,
    preferences: createMemoryPreferences(),
    navigate: (to) => void host.navigations.push(to),
    notify(kind, text, more) {
      host.toasts.push({ kind, text, ...more });
      return () => void host.dismissed.push(text);
    },
    async confirm(question) {
      host.questions.push(question);
      return options.confirm ?? true;
    },
    guard: () => () => undefined,
    report: (failureReport) => void host.reports.push(failureReport),
    checkEvent: assertDeclaredEvent,
    seal: async (text) => text,
    presence: createFakePresence(),
    events: createFakeEvents(),
    now: () => new Date('2026-11-21T12:00:00Z'),
    after(milliseconds, callback) {
      const timer = setTimeout(callback, milliseconds);
      return () => clearTimeout(timer);
    },
  };
  return host;
}
