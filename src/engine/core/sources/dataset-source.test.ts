import { expect, it, vi } from 'vitest';
import { datasetPause, eventPause } from './live-source.ts';
import { registry, screenDocument, startScreen } from '../testing/fixtures.ts';
import { validateDocument } from '../validate/document.ts';

const source = { dataset: 'people-by-month', query: { period: { $expr: 'state.period' }, unit: 'month' } };

it('loads the rows of a dataset with values for its parameters, and again when one changes', async () => {
  const { screen, host } = startScreen({ state: { period: null }, sources: { people: source } });
  const address = '/adm/v2/dataset/people-by-month?unit=month';
  await vi.waitFor(() => expect([...host.loads.keys()]).toEqual([address]));
  host.loads.get(address)!.answer({ data: { rows: [{ month: '2026-01-01', people: 3 }], totals: [] } });
  expect(screen.source('people')).toMatchObject({
    status: 'ready',
    rows: [{ month: '2026-01-01', people: 3 }],
  });
  screen.store.set(['state', 'period'], 'last-year');
  await vi.waitFor(() =>
    expect([...host.loads.keys()].at(-1)).toBe('/adm/v2/dataset/people-by-month?period=last-year&unit=month'),
  );
});

it('asks the call of a published view for an element, with values of parameters alone', async () => {
  const load = '/handler/v2/dash/load/data/chart/7';
  const named = { ...source, query: { ...source.query, name: { $expr: 'state.name' } }, load };
  const { screen, host } = startScreen({
    state: { period: null, name: 'Conceição 😀' },
    sources: { people: named, all: { dataset: 'people-by-month', load: `${load}?dashId=7` } },
  });
  const values = (address: string) => {
    const { searchParams } = new URL(address, 'http://molde.example');
    return JSON.parse(Buffer.from(searchParams.get('filters')!, 'base64').toString()) as unknown;
  };
  await vi.waitFor(() => expect([...host.loads.keys()]).toHaveLength(2));
  const [first, plain] = [...host.loads.keys()];
  expect(first).toMatch(/^\/handler\/v2\/dash\/load\/data\/chart\/7\?filters=[^&]+$/);
  // A parameter without a value is named, since the view may have one at its start.
  expect(values(first!)).toEqual({ period: null, unit: 'month', name: 'Conceição 😀' });
  expect(plain).toMatch(/^\/handler\/v2\/dash\/load\/data\/chart\/7\?dashId=7&filters=[^&]+$/);
  screen.store.set(['state', 'period'], 'last-year');
  await vi.waitFor(() =>
    expect(values([...host.loads.keys()].at(-1)!)).toMatchObject({ period: 'last-year' }),
  );
  expect(screen.sourceValues('people')).toMatchObject({ period: 'last-year', unit: 'month' });
});

it('has no list', async () => {
  const document = screenDocument({
    sources: { people: { dataset: 'people-by-month', list: 'state.list', every: 60 } },
  });
  const found = await validateDocument(document, registry);
  expect(found.map(({ pointer, code }) => `${pointer} ${code}`)).toContain('/sources/people/list source-key');
  expect(found.filter(({ pointer }) => pointer.endsWith('/every'))).toEqual([]);
});

it('loads again after events of the records behind it, and at most once a second', async () => {
  const { screen, host } = startScreen({
    sources: { people: { dataset: 'people-by-month' } },
    body: [{ id: 'one', type: 'label', props: { count: { $expr: 'data.people.total' } } }],
  });
  await vi.dynamicImportSettled();
  screen.observeNode(screen.compiled.nodes.get('one')!).subscribe(() => undefined);
  const load = () => [...host.loads.values()].at(-1)!;
  const happen = (topic: string) => host.events.emit({ topic, key: 1, action: 'updated', version: 2 });
  const answer = (...topics: string[]) =>
    load().answer({ data: { rows: [{ id: 1, version: 2 }], totals: [], topics } });
  answer('entity:user', 'entity:company');
  happen('entity:order');
  await host.clock.advance(60_000);
  expect(load().refreshes).toBe(0);
  happen('entity:company');
  await host.clock.advance(eventPause);
  expect(load().refreshes).toBe(1);
  answer('entity:user');
  for (let time = 0; time < 10 * datasetPause; time += 50) {
    happen('entity:user');
    await host.clock.advance(50);
    answer('entity:user');
  }
  expect(load().refreshes).toBeGreaterThan(5);
  expect(load().refreshes).toBeLessThanOrEqual(11);
  // The dataset, published anew, no longer reads companies.
  const before = load().refreshes;
  await host.clock.advance(60_000);
  happen('entity:company');
  await host.clock.advance(60_000);
  expect(load().refreshes).toBeLessThanOrEqual(before + 1);
});

it('keeps columns and totals of the reply as its record', async () => {
  const { screen, host } = startScreen({ sources: { people: { dataset: 'people-by-month' } } });
  await vi.waitFor(() => expect(host.loads.size).toBe(1));
  [...host.loads.values()][0]!.answer({
    data: { rows: [], totals: [{ groups: [], rows: [{ people: 3 }] }] },
  });
  expect(screen.source('people')!.record).toEqual({
    rows: [],
    totals: [{ groups: [], rows: [{ people: 3 }] }],
  });
});

it('loads again at the greatest age that its reply names, where no event tells of a change', async () => {
  const { screen, host } = startScreen({
    sources: { entries: { dataset: 'entries' } },
    body: [{ id: 'one', type: 'label', props: { count: { $expr: 'data.entries.total' } } }],
  });
  await vi.dynamicImportSettled();
  screen.observeNode(screen.compiled.nodes.get('one')!).subscribe(() => undefined);
  const load = () => [...host.loads.values()].at(-1)!;
  load().answer({ data: { rows: [], totals: [], topics: [], maxAge: 30 } });
  await host.clock.advance(29_999);
  expect(load().refreshes).toBe(0);
  await host.clock.advance(1);
  expect(load().refreshes).toBe(1);
  load().answer({ data: { rows: [], totals: [], topics: [], maxAge: null } });
  await host.clock.advance(30_000);
  const stopped = load().refreshes;
  await host.clock.advance(300_000);
  expect(load().refreshes).toBe(stopped);
});
