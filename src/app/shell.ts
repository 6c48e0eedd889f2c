import {
  createHost,
  createQueries,
  createRecents,
  createServerEvents,
  readDevicePreference,
} from '../client/index.ts';
import { assertDeclaredEvent, createLazyRegistry } from '../engine/core/index.ts';
import type { Host } from '../engine/core/index.ts';
import { widgets } from '../../widgets/index.ts';
import { dismissToast, logError, notify, setPictureLoader } from '../ui/index.ts';
import type { App } from './app-context.ts';
import { confirm } from './confirmations.ts';
import { guardLeaving } from './leave-guard.ts';
import { calls, changesLook, changesMenu, isPublishedDefinition } from './paths.ts';
import { grantsOf } from './session/account.ts';
import { createShellLoads } from './shell-loads.ts';
import type { Crumb, Shell } from './shell-context.ts';

/** No grants before the menu is loaded. */
const noGrants = { allScreens: false, screens: new Map(), specials: new Set<string>() };

/** Longest pause before a published definition is asked for. Milliseconds. */
const definitionPause = 1_500;

/** Functions of the shell's layout that its pages call. */
interface Frame {
  to(address: string, options: { replace: boolean }): void;
  back(): void;
  setCrumbs(crumbs: readonly Crumb[]): void;
  setWork(work: boolean | 'place'): void;
  openPalette(): void;
}

/** Creates the shell's services for the signed-in person: shared loads, the engine's host and the widgets. */
export function createShell(app: App, frame: Frame): Shell {
  const { account, clock, connection, http, i18n, session } = app;
  const queries = createQueries((address, body) =>
    http.request(
      body === undefined ? { method: 'get', address } : { method: 'post', address, body, reads: true },
    ),
  );
  // Data in view is fetched again as soon as the server can be reached.
  const release = connection.subscribe(({ online }, before) => {
    if (!online || before.online) return;
    queries.invalidate(() => true);
    account.refreshMissed();
  });
  let grantsFrom: unknown = null;
  let grants: ReturnType<typeof grantsOf> = noGrants;

  const navigate: Host['navigate'] = (to, options = {}) => {
    // Goes back if the previous page is ours, so that a list keeps its scroll position; else opens the given address.
    if (options.back && hasHistory()) frame.back();
    else frame.to(to, { replace: options.replace ?? false });
  };

  const events = createServerEvents({
    token: session.token,
    language: i18n.language,
    // Everything is loaded again before the new menu is there: a screen follows it once its definition has come.
    onRights: (rights, changed) =>
      void account.refreshMenu(() => queries.invalidate(() => true), changed ? null : rights),
    // The refused call opens the dialog of the expired session, as any other call would.
    onEnded: () => http.request({ method: 'get', address: calls.menu }),
    report: logError,
  });
  let definitionTimer: ReturnType<typeof setTimeout> | undefined;
  // Published definitions reach everybody at the same instant, and are asked for over a while.
  events.subscribe(['def'], ({ action }) => {
    clearTimeout(definitionTimer);
    definitionTimer = setTimeout(() => {
      queries.invalidate(isPublishedDefinition);
      // A tenant's own screens have entries of their own in the menu.
      if (action) void account.refreshMenu();
    }, Math.random() * definitionPause);
  });
  events.subscribe(['appearance'], ({ action }) => {
    if (!action) return;
    void account.refreshLook();
    queries.invalidate(changesLook);
  });
  setPictureLoader({
    needsToken: (address) => address.startsWith(calls.photos),
    load: (address, pixels) => http.blob(`${address}?size=${pixels > 64 ? 512 : 64}`),
  });
  const userId = () => account.getState().me?.id ?? Number(session.get()?.user ?? 0);
  events.subscribe([`me:${userId()}`], ({ version }) => {
    if (version !== undefined && version !== account.getState().me?.version) void account.refreshMe();
  });
  const recents = createRecents(userId, clock.now);
  const host = createHost({
    http: {
      ...http,
      async request(call) {
        const renewsSession = call.method === 'put' && call.address === calls.me;
        const reply = await http.request({ ...call, renewsSession });
        if (call.method === 'put' && call.address.startsWith(calls.choice('')))
          void import('./person-choices.ts').then((choices) =>
            choices.applyChoice(app, call.address, call.body),
          );
        return reply;
      },
    },
    queries,
    language: i18n.language,
    get user() {
      const { me } = account.getState();
      return { id: userId(), name: me?.name ?? '', login: me?.login ?? '' };
    },
    get tenant() {
      const { home } = account.getState();
      return {
        key: home?.tenant.key ?? '',
        name: home?.tenant.name ?? i18n.t('shell.product'),
        timeZone: home?.timeZone ?? 'America/Sao_Paulo',
      };
    },
    grants() {
      const { menu } = account.getState();
      if (menu && grantsFrom !== menu) {
        grantsFrom = menu;
        grants = grantsOf(menu);
      }
      return grants;
    },
    now: clock.now,
    known: createShellLoads(app, recents),
    translate: i18n.find,
    loadTexts: i18n.loadMore,
    navigate,
    notify(kind, text, options) {
      const { undo, detail } = options ?? {};
      const action = undo ? { text: i18n.t('toast.undo'), run: undo, isUndo: true } : options?.action;
      const id = notify(kind, text, { action, detail });
      const dismiss = () => dismissToast(id);
      void options?.until?.then(dismiss);
      return dismiss;
    },
    confirm,
    guard: guardLeaving,
    seal: account.seal,
    events,
    onWrite(address) {
      if (changesMenu(address)) void account.refreshMenu();
      if (changesLook(address)) void account.refreshLook();
      // A list that the person returns to at once shows what was written.
      const [path = ''] = address.replace(/\/\d+$/, '').split('?');
      queries.outdate((loaded) => loaded.startsWith(path));
    },
  });
  let resumedFor: number | null = null;
  /** Sends what waits once person and tenant are known, who name what the device keeps: after a sign-in, the shell is there before. */
  function resumeWaiting(): void {
    const { me, home } = account.getState();
    if (!me || !home || me.id === resumedFor) return;
    resumedFor = me.id;
    if (readDevicePreference(`own.${me.id}.outbox`))
      void import('./session/resume-outbox.ts').then(
        ({ resumeOutbox }) => resumeOutbox(host, i18n),
        logError,
      );
  }
  resumeWaiting();
  const stopResuming = account.subscribe(resumeWaiting);
  if (import.meta.env.DEV) host.checkEvent = assertDeclaredEvent;
  return {
    host,
    queries,
    registry: createLazyRegistry(widgets),
    recents,
    openPalette: frame.openPalette,
    setCrumbs: frame.setCrumbs,
    setWork: frame.setWork,
    dispose() {
      stopResuming();
      release();
      clearTimeout(definitionTimer);
      setPictureLoader(null);
      events.dispose();
      queries.dispose();
    },
  };
}

/** Whether the previous history entry is a page of ours. The router numbers its entries. */
function hasHistory(): boolean {
  const state = window.history.state as { idx?: number } | null;
  return (state?.idx ?? 0) > 0;
}
