// @vitest-environment jsdom
import { FluentProvider } from '@fluentui/react-components';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { CardComment, CardDetails, ChecklistItem } from '../../../contracts/agile-card.ts';
import type { Json } from '../../../contracts/json.ts';
import { createRegistry, type Host, type RunRequest } from '../../../engine/core/index.ts';
import { createFakeHost, failure } from '../../../engine/core/testing/fake-host.ts';
import { EngineProvider } from '../../../engine/react/index.ts';
import { testBoard, testCard, testDetails as details, testPerson as ana } from '../core/testing.ts';
import { Kanban } from '../index.ts';

// Measuring of the editor and of notices, for which jsdom has no layout.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

/** Places that were scrolled to. */
const scrolledTo: Element[] = [];
Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
  scrolledTo.push(this);
};

afterEach(cleanup);

interface Stored {
  task: CardDetails;
  checklist: ChecklistItem[];
  comments: CardComment[];
}

/** A board with the panel of card 2, over a server whose answers the test gives. */
async function open(
  change: Partial<CardDetails> = {},
  allowed = true,
  draft: { text: string; version: number } | null = null,
  drafts?: Host['drafts'],
) {
  const host = createFakeHost({
    'kanban.card.refusedBy': '{{name}} mudou antes',
    'kanban.card.overtaken': '{{name}} mudou a descrição',
    'kanban.checklist': '{{done}}/{{total}}',
    'kanban.card.panel': 'Tarefa {{title}}',
    'kanban.card.tooLong': '{{count}} acima de {{most}}',
  });
  if (drafts) Object.assign(host, { drafts });
  host.allowed = () => allowed;
  if (draft) host.drafts.write('kanban:card:2:description', draft, '2026-11-01T12:00:00.000Z');
  const stored: Stored = { task: { ...details, ...change }, checklist: [], comments: [] };
  const changes: { method: string; address: string; body: Record<string, Json> }[] = [];
  const rules: { refuse: ((request: RunRequest) => unknown) | null } = { refuse: null };
  const closed: (number | null)[] = [];
  host.onRun = (request) => {
    const { method, address } = request;
    if (method !== 'get') {
      changes.push({ method, address, body: (request.body ?? {}) as Record<string, Json> });
      const refusal = rules.refuse?.(request);
      if (refusal) return Promise.reject(refusal);
      const body = request.body as Record<string, Json> | undefined;
      if (address.endsWith('/tasks/2') && method === 'put') {
        const { opId: _, version: __, ...fields } = body!;
        stored.task = { ...stored.task, ...fields, version: stored.task.version + 1 } as CardDetails;
        return { data: stored.task };
      }
      if (address.endsWith('/checklist') && method === 'post') {
        const item = {
          id: 60 + stored.checklist.length,
          title: String(body!['title']),
          isDone: false,
          version: 1,
        };
        stored.checklist.push(item);
        return { data: item };
      }
      return { data: { withoutAccess: [] } };
    }
    if (address.includes('/boards/7/tasks')) return { data: { rows: [testCard(1), testCard(2)], seq: 1 } };
    if (address.includes('/events')) return { data: { rows: [], seq: 1, reload: false } };
    if (address.endsWith('/tasks/2')) return { data: stored.task };
    if (address.includes('/comments'))
      return { data: { rows: stored.comments.toReversed(), totalRows: stored.comments.length } };
    if (address.includes('/checklist')) return { data: { rows: [...stored.checklist] } };
    return { data: testBoard };
  };
  render(
    <FluentProvider>
      <EngineProvider registry={createRegistry([])} host={host}>
        <Kanban
          boardId={7}
          sprintId={5}
          onSprint={() => undefined}
          cardId={2}
          onCard={(id) => closed.push(id)}
          onTitles={() => undefined}
        />
      </EngineProvider>
    </FluentProvider>,
  );
  const panel = await screen.findByRole('complementary', { name: 'Tarefa Tarefa 2' });
  await within(panel).findByText('RVR-2');
  /** Sends a change of another person on the board. */
  const tell = (seq: number, changed: object[]) =>
    act(() =>
      host.events.emit({
        topic: 'board:7',
        data: {
          seq,
          opId: `op-${seq}`,
          kind: 'x',
          actorId: 21,
          at: '',
          undoes: null,
          changes: changed,
        } as never,
      }),
    );
  return { host, panel: within(panel), root: panel, stored, changes, rules, closed, tell };
}

const title = 'kanban.card.title';

it('saves one field with the version that it is based on', async () => {
  const { panel, changes } = await open();
  fireEvent.change(panel.getByLabelText(title), { target: { value: ' Outro título ' } });
  fireEvent.blur(panel.getByLabelText(title));
  await waitFor(() => expect(changes).toHaveLength(1));
  expect(changes[0]).toMatchObject({
    method: 'put',
    address: '/handler/v2/agile/tasks/2',
    body: { title: 'Outro título', version: 3 },
  });
  expect(Object.keys(changes[0]!.body).sort()).toEqual(['opId', 'title', 'version']);
});

it('keeps a refused title in its field, and says whose change was first', async () => {
  const { host, panel, rules } = await open();
  rules.refuse = () => ({
    ...failure('VERSION_CONFLICT', 'Conflito'),
    status: 409,
    data: { ...details, title: 'Título de Ana', version: 4 },
  });
  fireEvent.change(panel.getByLabelText(title), { target: { value: 'Meu título' } });
  fireEvent.blur(panel.getByLabelText(title));
  await waitFor(() =>
    expect(host.notices).toMatchObject([{ kind: 'error', detail: 'Ana Souza mudou antes' }]),
  );
  expect(panel.getByLabelText<HTMLTextAreaElement>(title).value).toBe('Meu título');
  // The next try is based on what the server has now.
  rules.refuse = null;
  fireEvent.blur(panel.getByLabelText(title));
  await waitFor(() => expect(panel.getByLabelText<HTMLTextAreaElement>(title).value).toBe('Meu título'));
  expect(host.runs.findLast(({ method }) => method === 'put')?.body).toMatchObject({ version: 4 });
});

it('shows what others change, without a reload', async () => {
  const { panel, stored, tell } = await open();
  stored.task = { ...stored.task, title: 'De outra pessoa', version: 4 };
  stored.comments = [
    {
      id: 70,
      body: '<p>Olá</p>',
      author: ana,
      reactions: [],
      createdAt: '2026-11-01T12:00:00.000Z',
      updatedAt: '2026-11-01T12:00:00.000Z',
      version: 1,
    },
  ];
  tell(2, [
    {
      entity: 'task',
      id: 2,
      version: 4,
      projectId: 1,
      before: { title: 'Tarefa 2' },
      after: { title: 'De outra pessoa' },
    },
    {
      entity: 'comment',
      id: 70,
      version: 1,
      projectId: 1,
      before: null,
      after: { parentType: 'task', parentId: 2 },
    },
  ]);
  await waitFor(() => expect(panel.getByLabelText<HTMLTextAreaElement>(title).value).toBe('De outra pessoa'));
  expect(await panel.findByText('Olá')).toBeTruthy();
});

it('adds and ticks items of the checklist', async () => {
  const { panel, changes, stored } = await open();
  const field = panel.getByRole('textbox', { name: 'kanban.card.newItem' });
  fireEvent.change(field, { target: { value: 'Conferir' } });
  fireEvent.submit(field.closest('form')!);
  const box = await panel.findByRole('checkbox', { name: 'Conferir' });
  expect(changes[0]).toMatchObject({ body: { parentType: 'task', parentId: 2, title: 'Conferir' } });
  stored.checklist = [{ ...stored.checklist[0]!, isDone: true, version: 2 }];
  fireEvent.click(box);
  await waitFor(() => expect(changes[1]).toMatchObject({ method: 'put', body: { isDone: true } }));
  expect(await panel.findByText('1/1')).toBeTruthy();
});

it('gives the focus to the next item once one is deleted by the keyboard, and to the field after the last', async () => {
  const { panel, stored } = await open();
  const field = panel.getByRole('textbox', { name: 'kanban.card.newItem' });
  for (const step of ['Um', 'Dois']) {
    fireEvent.change(field, { target: { value: step } });
    fireEvent.submit(field.closest('form')!);
    await panel.findByRole('checkbox', { name: step });
  }
  const remove = async (step: string) => {
    stored.checklist = stored.checklist.filter((one) => one.title !== step);
    const row = panel.getByRole('checkbox', { name: step }).closest('li')!;
    const menu = [...row.querySelectorAll('button')].at(-1)!;
    menu.focus();
    fireEvent.click(menu);
    fireEvent.click(await screen.findByRole('menuitem', { name: 'kanban.card.delete' }));
    await waitFor(() => expect(panel.queryByRole('checkbox', { name: step })).toBeNull());
  };
  await remove('Um');
  await waitFor(() => expect(document.activeElement).toBe(panel.getByRole('checkbox', { name: 'Dois' })));
  await remove('Dois');
  await waitFor(() => expect(document.activeElement).toBe(field));
});

it('refuses a start after the due date before the server is asked, and takes dates as the language writes them', async () => {
  const { panel, changes } = await open();
  const field = await panel.findByLabelText<HTMLInputElement>('kanban.card.startDate');
  fireEvent.change(field, { target: { value: '21/11/2026' } });
  fireEvent.blur(field);
  expect(panel.getByRole('alert').textContent).toBe('kanban.card.datesWrong');
  expect(changes).toEqual([]);
  fireEvent.change(field, { target: { value: '19/11/2026' } });
  await waitFor(() => expect(changes).toMatchObject([{ body: { startDate: '2026-11-19' } }]));
  expect(field.value).toBe('19/11/2026');
});

it('keeps a text that is no date in its field, and says that it is none once the field is left', async () => {
  const { panel, changes } = await open();
  const field = await panel.findByLabelText<HTMLInputElement>('kanban.card.endDate');
  fireEvent.change(field, { target: { value: '31/02/2026' } });
  expect(panel.queryByRole('alert')).toBe(null);
  fireEvent.blur(field);
  expect(panel.getByRole('alert').textContent).toBe('validation.format.date');
  expect(field.value).toBe('31/02/2026');
  expect(changes).toEqual([]);
});

it('says at the changed date that the two are reversed, and when the panel is left that it was not saved', async () => {
  const { panel, changes, host } = await open({ startDate: '2026-11-10' });
  const field = await panel.findByLabelText<HTMLInputElement>('kanban.card.endDate');
  fireEvent.change(field, { target: { value: '01/11/2026' } });
  fireEvent.blur(field);
  expect(panel.getByRole('alert').closest('.field-frame')?.contains(field)).toBe(true);
  expect(host.notices).toEqual([]);
  cleanup();
  await waitFor(() =>
    expect(host.notices).toMatchObject([{ kind: 'warning', text: 'kanban.card.datesLost' }]),
  );
  expect(changes).toEqual([]);
});

it('cuts no title that is too long: it stays in its field beside the reason, also after the panel was closed', async () => {
  const first = await open();
  const long = 'a'.repeat(252);
  fireEvent.change(first.panel.getByLabelText(title), { target: { value: long } });
  fireEvent.blur(first.panel.getByLabelText(title));
  expect(first.panel.getByRole('alert').textContent).toBe('2 acima de 250');
  expect(first.changes).toEqual([]);
  cleanup();
  const again = await open({}, true, null, first.host.drafts);
  expect(again.panel.getByLabelText<HTMLTextAreaElement>(title).value).toBe(long);
  fireEvent.change(again.panel.getByLabelText(title), { target: { value: 'Curto' } });
  fireEvent.blur(again.panel.getByLabelText(title));
  await waitFor(() => expect(again.changes).toMatchObject([{ body: { title: 'Curto', version: 3 } }]));
  await waitFor(() => expect(again.host.drafts.read('kanban:card:2:title')).toBe(null));
});

it('says why an emptied title comes back', async () => {
  const { panel, changes } = await open();
  fireEvent.change(panel.getByLabelText(title), { target: { value: '  ' } });
  fireEvent.blur(panel.getByLabelText(title));
  expect(panel.getByLabelText<HTMLTextAreaElement>(title).value).toBe('Tarefa 2');
  expect(panel.getByRole('alert').textContent).toBe('kanban.card.emptied');
  expect(changes).toEqual([]);
});

it('keeps a new item of the checklist that was not added', async () => {
  const first = await open();
  fireEvent.change(first.panel.getByRole('textbox', { name: 'kanban.card.newItem' }), {
    target: { value: 'Pela metade' },
  });
  cleanup();
  const { panel } = await open({}, true, null, first.host.drafts);
  expect(panel.getByRole<HTMLInputElement>('textbox', { name: 'kanban.card.newItem' }).value).toBe(
    'Pela metade',
  );
});

it('brings the lane of its card into view beside it', async () => {
  scrolledTo.length = 0;
  await open();
  expect(scrolledTo.map((place) => place.getAttribute('aria-label'))).toContain('Início');
});

it('has no fields for readers, nor in a closed project, and says why', async () => {
  const { panel } = await open({ project: { ...details.project, closed: true } });
  expect(panel.getByText('kanban.card.closed')).toBeTruthy();
  expect(panel.queryAllByRole('textbox')).toEqual([]);
  expect(panel.queryAllByRole('combobox')).toEqual([]);
  expect(panel.getByRole('heading', { name: 'Tarefa 2' })).toBeTruthy();
  cleanup();
  const reader = await open({}, false);
  expect(reader.panel.getByText('kanban.card.readOnly')).toBeTruthy();
  expect(reader.panel.queryAllByRole('textbox')).toEqual([]);
});

it('closes by Escape', async () => {
  const { root, closed } = await open();
  fireEvent.keyDown(root, { key: 'Escape' });
  expect(closed).toEqual([null]);
});

it('closes by Escape on a button whose tooltip takes the key, but not on an open list', async () => {
  const { panel, closed } = await open();
  const take = () =>
    document.addEventListener('keydown', (event) => event.preventDefault(), { capture: true, once: true });
  const list = panel.getByRole('combobox', { name: 'kanban.card.status' });
  list.setAttribute('aria-expanded', 'true');
  take();
  fireEvent.keyDown(list, { key: 'Escape' });
  expect(closed).toEqual([]);
  take();
  fireEvent.keyDown(panel.getByRole('button', { name: 'kanban.card.watch' }), { key: 'Escape' });
  expect(closed).toEqual([null]);
});

it('keeps a description that was not saved, and asks whose one stays after a change of another person', async () => {
  const { panel, rules, changes } = await open({ description: '<p>Dela</p>', version: 4 }, true, {
    text: '<p>Minha</p>',
    version: 3,
  });
  const text = await panel.findByRole('textbox', { name: 'kanban.card.description' });
  expect(text.textContent).toBe('Minha');
  rules.refuse = () => ({
    ...failure('VERSION_CONFLICT', 'Conflito'),
    status: 409,
    data: { ...details, description: '<p>Dela</p>', version: 4 },
  });
  fireEvent.click(panel.getByRole('button', { name: 'kanban.card.save' }));
  expect(await panel.findByText('Ana Souza mudou a descrição')).toBeTruthy();
  expect(changes[0]).toMatchObject({ body: { description: '<p>Minha</p>', version: 3 } });
  expect(text.textContent).toBe('Minha');
  rules.refuse = null;
  fireEvent.click(panel.getByRole('button', { name: 'kanban.card.keepMine' }));
  fireEvent.click(panel.getByRole('button', { name: 'kanban.card.save' }));
  await waitFor(() =>
    expect(changes[1]).toMatchObject({ body: { description: '<p>Minha</p>', version: 4 } }),
  );
  expect(await panel.findByText('Minha')).toBeTruthy();
  expect(panel.queryByRole('textbox', { name: 'kanban.card.description' })).toBe(null);
});

it('offers tasks of every board to link with', async () => {
  const { host, panel, changes } = await open();
  const answer = host.onRun;
  host.onRun = (request) =>
    request.address.includes('/tasks?')
      ? { data: { rows: [{ id: 90, code: 'ALM-7', title: 'De outro quadro' }] } }
      : answer(request);
  fireEvent.click(panel.getByRole('button', { name: /linkTask/ }));
  fireEvent.change(await screen.findByRole('combobox', { name: 'kanban.card.linkTask' }), {
    target: { value: 'outro' },
  });
  fireEvent.click(await screen.findByText('ALM-7 De outro quadro', {}, { timeout: 5000 }));
  await waitFor(() => expect(changes).toMatchObject([{ body: { kind: 'blockedBy', otherId: 90 } }]));
  expect(host.runs.some(({ address }) => address.endsWith('/tasks?text=outro&perPage=50'))).toBe(true);
});

it('shows who else has the card open', async () => {
  const { host, panel } = await open();
  act(() => host.events.fill('record:task:2', [ana]));
  expect(await panel.findByRole('img', { name: 'Ana Souza' })).toBeTruthy();
});
