// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import type { PageState } from '../page-state.ts';
import { phone } from './phone.ts';
import { choose, onState, refresh } from './store.ts';

afterEach(() => vi.unstubAllGlobals());

const customers = ['ana', 'rui'].map((id) => ({ id, name: id, number: '5511973318820' }));
const stateOf = (id: string | null) =>
  ({
    revision: 1,
    business: { name: 'Acme', number: '' },
    customers,
    chosen: id === null ? null : { ...customers.find((one) => one.id === id), entries: [] },
  }) as unknown as PageState;

it('keeps what is typed to a customer before their phone has loaded, whichever answer comes last', async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
    },
  );
  const answers = new Map<string | null, () => void>();
  vi.stubGlobal('fetch', (address: string) => {
    const id = new URL(address, 'http://localhost').searchParams.get('customer');
    const reply = { ok: true, status: 200, json: async () => stateOf(id) };
    return id === null
      ? Promise.resolve(reply)
      : new Promise((resolve) => answers.set(id, () => resolve(reply)));
  });
  const { element, show } = phone();
  onState(show);
  await refresh();
  const first = choose('ana');
  const second = choose('rui');
  const input = element.querySelector('textarea')!;
  input.value = 'Vocês alugam?';
  answers.get('rui')!();
  await second;
  answers.get('ana')!();
  await first;
  expect(input.value).toBe('Vocês alugam?');
  expect(element.querySelector('.owner')!.textContent).toContain('rui');
});
