// @vitest-environment jsdom
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../contracts/json.ts';
import { validateDocument } from '../../../engine/core/index.ts';
import type { Editor } from '../../editor.ts';
import { PropertyPanel } from '../PropertyPanel.tsx';
import { ScreenChoicesContext, ScreenParametersContext } from '../screen-choices.ts';
import { openPanel, registry, viewOf } from '../testing/surface.tsx';

afterEach(cleanup);

const screens = [
  { path: '/admin-user', title: 'Users' },
  { path: '/dashboard/7', title: 'Sales' },
];

const documentWith = (on?: JsonObject): JsonObject =>
  viewOf(
    [{ id: 'go', type: 'button', at: { x: 0, y: 0, w: 2, h: 1 }, props: { text: 'Go' }, ...(on && { on }) }],
    {
      state: { region: 'North' },
      sources: {
        people: { get: '/adm/v2/sec/user', rows: 'data.rows' },
        groups: { get: '/adm/v2/sec/group', rows: 'data.rows' },
      },
    },
  );

/** Answer of the server about a source that the document does not have. */
const refused = [{ path: '/body/0/on/press/2/refresh', message: 'There is no source nobody.', code: 'x' }];

const parametersOf = (path: string) =>
  Promise.resolve(path === '/dashboard/7' ? [{ name: 'unit', label: 'Unit' }] : []);

async function open(
  on?: JsonObject,
  document = documentWith(on),
): Promise<{ editor: Editor; user: ReturnType<typeof userEvent.setup> }> {
  const editor = openPanel(document, 'go', {
    lang: 'en',
    refused,
    children: (
      <ScreenParametersContext value={parametersOf}>
        <ScreenChoicesContext value={screens}>
          <PropertyPanel />
        </ScreenChoicesContext>
      </ScreenParametersContext>
    ),
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('tab', { name: 'Actions' }, { timeout: 60_000 }));
  return { editor, user };
}

const nodeOf = (editor: Editor): JsonObject => (editor.document().body as JsonObject[])[0]!;
const stepsOf = (editor: Editor): Json => (nodeOf(editor).on as JsonObject | undefined)?.press ?? null;
const action = () => screen.getByRole('group', { name: 'When it is pressed' });

async function addStep(user: ReturnType<typeof userEvent.setup>, verb: string): Promise<void> {
  await user.click(within(action()).getByRole('button', { name: 'Add step: When it is pressed' }));
  await user.click(await screen.findByRole('menuitem', { name: verb }));
}

it('a press opens a screen, chosen by its name, and nothing stays of an action without steps', async () => {
  const { editor, user } = await open();
  const before = editor.document();
  await addStep(user, 'Open a screen');
  expect(stepsOf(editor)).toEqual([{ navigate: '/' }]);
  const field = within(action()).getByRole('combobox', { name: /Screen/ });
  await user.clear(field);
  await user.type(field, 'sal');
  await user.click(await screen.findByRole('option', { name: /Sales/ }));
  expect(stepsOf(editor)).toEqual([{ navigate: '/dashboard/7' }]);
  expect(await validateDocument(editor.document(), registry)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'More: 1. Open a screen' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
  expect(editor.document()).toEqual(before);
  expect(nodeOf(editor)).not.toHaveProperty('on');
  act(() => void editor.undo());
  expect(stepsOf(editor)).toEqual([{ navigate: '/dashboard/7' }]);
});

it('hands values of the pressed point and filters of the view on to the filters of the screen that opens', async () => {
  const chart = {
    id: 'go',
    type: 'chart',
    at: { x: 0, y: 0, w: 6, h: 6 },
    props: { category: 'name', series: [{ field: 'value', label: 'Sales' }] },
    on: { select: [{ navigate: '/dashboard/7' }] },
  };
  const bar = {
    id: 'bar',
    type: 'filter-bar',
    props: { fields: [{ field: 'year', label: 'Year', control: 'number' }] },
  };
  const { editor, user } = await open(undefined, viewOf([chart], { filters: [bar], state: { filters: {} } }));
  const address = () => ((nodeOf(editor).on as JsonObject).select as JsonObject[])[0]!.navigate;
  await user.click(screen.getByRole('button', { name: /^1\. Open a screen/, expanded: false }));
  const filter = await screen.findByRole('combobox', { name: 'Filter “Unit” of the screen' });
  await user.click(filter);
  await user.click(await screen.findByRole('option', { name: /Category of the point/ }));
  expect(address()).toBe('/dashboard/7?unit={event.category}');
  // The chart has no data; the address is right.
  expect((await validateDocument(editor.document(), registry)).map(({ code }) => code)).toEqual([
    'needs-source',
  ]);
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: /Screen/ }).value).toBe('/dashboard/7');
  await user.clear(filter);
  expect(address()).toBe('/dashboard/7');
  await user.type(filter, 'year');
  await user.click(await screen.findByRole('option', { name: /Filter of this view: Year/ }));
  expect(address()).toBe('/dashboard/7?unit={state.filters.year}');
});

it('an option turns a short form into its long one, and back', async () => {
  const { editor, user } = await open({ press: [{ navigate: '/admin-user' }] });
  await user.click(screen.getByRole('button', { name: /^1\. Open a screen/, expanded: false }));
  await user.click(screen.getByRole('button', { name: 'More options' }));
  await user.click(screen.getByRole('switch', { name: 'Replace in the history' }));
  expect(stepsOf(editor)).toEqual([{ navigate: { to: '/admin-user', replace: true } }]);
  act(() => void editor.undo());
  expect(stepsOf(editor)).toEqual([{ navigate: '/admin-user' }]);
});

it('steps move, are copied and removed, and each edit is one step of undo', async () => {
  const steps: Json[] = [{ toast: { success: 'One' } }, { refresh: 'people' }, { navigate: '/admin-user' }];
  const { editor, user } = await open({ press: steps });
  await user.click(screen.getByRole('button', { name: 'Move up: 2. Load data again' }));
  expect(stepsOf(editor)).toEqual([steps[1], steps[0], steps[2]]);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move up: 1. Load data again' }));
  await user.click(screen.getByRole('button', { name: 'More: 3. Open a screen' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Duplicate' }));
  expect(stepsOf(editor)).toEqual([steps[1], steps[0], steps[2], steps[2]]);
  act(() => void editor.undo());
  act(() => void editor.undo());
  expect(stepsOf(editor)).toEqual(steps);
  await user.click(screen.getByRole('button', { name: 'Remove the action: When it is pressed' }));
  expect(nodeOf(editor)).not.toHaveProperty('on');
});

it('a message has one kind, which takes the text of the one before', async () => {
  const { editor, user } = await open();
  await addStep(user, 'Show a message');
  expect(stepsOf(editor)).toEqual([{ toast: { success: 'Done!' } }]);
  await user.click(within(action()).getByRole('combobox', { name: /Kind/ }));
  await user.click(await screen.findByRole('option', { name: 'Warning' }));
  expect(stepsOf(editor)).toEqual([{ toast: { warning: 'Done!' } }]);
});

it('a condition has steps of its own', async () => {
  const { editor, user } = await open();
  await addStep(user, 'If');
  await user.click(screen.getByRole('button', { name: 'Add step: Then' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Load data again' }));
  expect(stepsOf(editor)).toEqual([{ if: { $expr: 'null' }, then: [{ refresh: 'people' }] }]);
  await user.click(screen.getByRole('button', { name: 'More: 1. Load data again' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
  expect(stepsOf(editor)).toEqual([{ if: { $expr: 'null' }, then: [] }]);
});

it('what the controls cannot show stays as it is, and what is wrong stands at its step', async () => {
  const steps: Json[] = [
    { wave: 'hello' },
    { toast: {} },
    { refresh: 'nobody' },
    { toast: { success: 'Good' } },
  ];
  const { editor, user } = await open({ press: steps });
  await user.click(screen.getByRole('button', { name: /^1\. Step in JSON/, expanded: false }));
  expect(screen.getByText(/"wave": "hello"/)).toBeTruthy();
  const [, wrong, unsaved, right] = within(action())
    .getAllByRole('listitem')
    .filter((one) => one.dataset['step'] !== undefined);
  expect((await within(wrong!).findByRole('alert')).textContent).toContain('success');
  expect(within(unsaved!).getByRole('alert').textContent).toBe('There is no source nobody.');
  expect(within(right!).queryByRole('alert')).toBeNull();
  expect(stepsOf(editor)).toEqual(steps);
});

it('values are written by name, and a path of the state is picked or typed', async () => {
  const { editor, user } = await open();
  await addStep(user, 'Keep values');
  expect(stepsOf(editor)).toEqual([{ set: { 'state.value': null } }]);
  const name = within(action()).getByRole('combobox', { name: 'Name' });
  await user.clear(name);
  await user.click(await screen.findByRole('option', { name: /state\.region/ }));
  expect(stepsOf(editor)).toEqual([{ set: { 'state.region': null } }]);
  await user.click(
    within(action()).getByRole('button', { name: 'Kind of the value: Value of state.region' }),
  );
  await user.click(await screen.findByRole('menuitem', { name: 'Yes or no' }));
  expect(stepsOf(editor)).toEqual([{ set: { 'state.region': true } }]);
  await user.click(within(action()).getByRole('button', { name: 'Add value' }));
  expect(document.activeElement).toHaveProperty('value', 'state.value');
  await user.type(document.activeElement!, '.wrong.');
  expect(stepsOf(editor)).toEqual([{ set: { 'state.region': true, 'state.value.wrong': '' } }]);
  await user.tab();
  expect(screen.getByRole('alert').textContent).toContain('state.choice');
});

it('the content of a call is made of fields, and a call has one method', async () => {
  const { editor, user } = await open({ press: [{ request: { post: '/adm/v2/sec/user' } }] });
  await user.click(screen.getByRole('button', { name: /^1\. Call the server/, expanded: false }));
  await user.click(screen.getByRole('button', { name: 'More options' }));
  await user.click(screen.getByRole('button', { name: 'Kind of the value: Content' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Several values' }));
  await user.click(
    within(screen.getByRole('group', { name: 'Content' })).getByRole('button', { name: 'Add value' }),
  );
  await user.type(within(action()).getByRole('textbox', { name: 'Value of value' }), 'Ana');
  expect(stepsOf(editor)).toEqual([{ request: { post: '/adm/v2/sec/user', body: { value: 'Ana' } } }]);
  await user.click(screen.getByRole('switch', { name: 'Send as a form' }));
  await user.click(screen.getByRole('switch', { name: 'Send as a form' }));
  await user.click(within(action()).getAllByRole('combobox', { name: /Kind/ })[0]!);
  await user.click(await screen.findByRole('option', { name: 'Change (PUT)' }));
  expect(stepsOf(editor)).toEqual([{ request: { put: '/adm/v2/sec/user', body: { value: 'Ana' } } }]);
});

it('a new action of a row begins without steps, and gets them beside the events of the table', async () => {
  const { editor, user } = await open();
  const table = { id: 'rows', type: 'table', at: { x: 0, y: 2, w: 6, h: 6 }, props: { columns: [] } };
  act(() => {
    editor.dispatch({ type: 'insert', slot: '/body', nodes: [table] });
    editor.select(['rows']);
  });
  await user.click(screen.getByRole('tab', { name: 'Properties' }));
  expect(screen.queryByRole('group', { name: 'Row actions' })).toBeNull();
  await user.click(screen.getByRole('tab', { name: 'Actions' }));
  const actions = screen.getByRole('group', { name: 'Row actions' });
  await user.click(within(actions).getByRole('button', { name: 'Add: Row actions' }));
  const propsOf = () => (editor.document().body as JsonObject[])[1]!.props as JsonObject;
  expect(propsOf()['rowActions']).toMatchObject([{ do: [] }]);
  await user.click(within(actions).getByRole('button', { name: 'Add step: Steps' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Load data again' }));
  expect(propsOf()['rowActions']).toMatchObject([{ do: [{ refresh: 'people' }] }]);
});
