import type { PageState } from '../page-state.ts';
import { t } from './texts.ts';

const POLL_MS = 700;
const BASE = '/dev/customer';

type Listener = (state: PageState) => void;

let state: PageState | null = null;
let chosenId: string | null = null;
let isReading = true;
const listeners: Listener[] = [];

/** Calls the listener with each new state, and with the present one. */
export function onState(listener: Listener): void {
  listeners.push(listener);
  if (state) listener(state);
}

export const current = (): PageState | null => state;

/** Whether messages that arrive at the open phone are read at once. */
export const reading = {
  get: (): boolean => isReading,
  set(value: boolean): void {
    isReading = value;
    void refresh();
  },
};

/** Shows a customer's phone at once, and what is written there when it has loaded: what is typed meanwhile is theirs. */
export async function choose(id: string): Promise<void> {
  chosenId = id;
  const row = state?.customers.find((one) => one.id === id);
  if (state && row) show({ ...state, revision: 0, chosen: { ...row, entries: [] } });
  await refresh();
}

function show(next: PageState): void {
  state = next;
  for (const listener of listeners) listener(next);
}

/** Calls the server. A refusal is shown in the page's line of errors. */
export async function call(method: string, path: string, body?: unknown): Promise<unknown> {
  const isFile = body instanceof Blob;
  const response = await fetch(`${BASE}${path}`, {
    method,
    ...(body === undefined
      ? {}
      : {
          headers: { 'content-type': isFile ? body.type || 'application/octet-stream' : 'application/json' },
          body: isFile ? body : JSON.stringify(body),
        }),
  });
  const answer: unknown = response.status === 204 ? null : await response.json();
  if (!response.ok) {
    const message = (answer as { message?: unknown }).message;
    showError(typeof message === 'string' ? message : String(response.status));
    throw new Error(String(message));
  }
  if (method !== 'GET') await refresh();
  return answer;
}

/** Sends something as the chosen customer. */
export const send = (message: object): Promise<unknown> =>
  call('POST', `/customers/${chosenId}/messages`, message);

export const act = (action: string, value?: unknown): Promise<unknown> =>
  call('POST', `/customers/${chosenId}/actions`, { action, value });

export async function upload(file: Blob): Promise<string> {
  const answer = (await call('POST', '/media', file)) as { id: string };
  return answer.id;
}

export async function refresh(): Promise<void> {
  const query = new URLSearchParams({ since: String(state?.revision ?? 0) });
  const asked = chosenId;
  if (asked !== null) query.set('customer', asked);
  const next = (await call('GET', `/state?${query.toString()}`)) as PageState | null;
  // The answer for a customer that was left meanwhile would put another phone in sight than the one that is written to.
  if (next && asked === chosenId) show(next);
  const open = state?.chosen;
  if (isReading && open && open.isPhoneOn && open.unread > 0 && document.visibilityState === 'visible')
    await act('read');
}

export function showError(message: string): void {
  const line = document.getElementById('error');
  if (!line) return;
  line.textContent = message;
  line.hidden = message === '';
}

/** Asks for news for ever. */
export async function poll(): Promise<void> {
  for (;;) {
    try {
      await refresh();
      if (document.getElementById('error')?.dataset['kind'] === 'offline') setOffline(false);
    } catch {
      setOffline(true);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

function setOffline(isOffline: boolean): void {
  const line = document.getElementById('error');
  if (!line || (!isOffline && line.dataset['kind'] !== 'offline')) return;
  if (isOffline && !line.hidden && line.dataset['kind'] !== 'offline') return;
  line.dataset['kind'] = isOffline ? 'offline' : '';
  showError(isOffline ? t('sandbox.offline') : '');
}
