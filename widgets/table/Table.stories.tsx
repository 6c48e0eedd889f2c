import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import type { TableProps } from '../../src/engine/core/index.ts';
import { formats, widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const situations = {
  map: { open: '$story.open', paid: '$story.paid', late: '$story.late', canceled: '$story.canceled' },
  tones: { open: 'info', paid: 'success', late: 'danger', canceled: 'neutral' },
} as const;
const save = [{ request: { put: '/story/{row.id}', body: { value: { $expr: 'event.value' } } } }];
/** All rows on one page, so that grouping, sorting and totals are about all of them. */
const whole = { state: { perPage: 10_000 } };

/** Orders with the features of a table whose rows are in memory. */
const inMemory: TableProps = {
  rowName: 'code',
  paging: 'none',
  adjustable: true,
  columns: [
    { field: 'code', title: '$story.code', sort: true, width: 120 },
    { field: 'customer', title: '$story.customer', sort: true, minWidth: 200 },
    { field: 'status', title: '$story.label', cell: 'badge', width: 120, ...situations },
    { field: 'done', title: '$story.done', cell: 'progress', width: 140 },
    { field: 'items', title: '$story.items', cell: 'number', total: 'avg', width: 90 },
    {
      field: 'total',
      title: '$story.total',
      cell: 'number',
      decimals: 2,
      sort: true,
      total: 'sum',
      width: 140,
    },
  ],
};

const stories = widgetStories(definition, {
  samples: [
    {
      rows: 'person',
      props: {
        rowName: 'name',
        noun: { one: '$story.onePerson', other: '$story.manyPeople' },
        adjustable: true,
        columns: [
          { field: 'name', title: '$fields.name', cell: 'avatar', sort: true, minWidth: 220 },
          { field: 'email', title: '$fields.email', secondary: true },
          { field: 'city', title: '$story.city', sort: true },
          { field: 'age', title: '$story.age', cell: 'number', sort: true, width: 90 },
          { field: 'updatedAt', title: '$fields.updatedAt', cell: 'datetime', width: 160 },
          {
            field: 'isActive',
            title: '$fields.status',
            cell: 'badge',
            width: 130,
            map: { Y: '$status.active', N: '$status.inactive' },
            tones: { Y: 'normal', N: 'neutral' },
          },
        ],
        rowActions: [
          { id: 'edit', text: '$actions.edit', icon: 'edit', do: [{ navigate: '/story/{row.id}' }] },
          {
            id: 'copy',
            text: '$actions.duplicate',
            icon: 'copy',
            do: [{ navigate: '/story/{row.id}/copy' }],
          },
        ],
      },
    },
    {
      rows: 'order',
      props: {
        rowName: 'code',
        columns: [
          { field: 'code', title: '$story.code', cell: 'link', link: '/story/{row.id}', width: 120 },
          { field: 'customer', title: '$story.customer' },
          {
            field: 'status',
            title: '$story.label',
            cell: 'badge',
            width: 120,
            map: {
              open: '$story.open',
              paid: '$story.paid',
              late: '$story.late',
              canceled: '$story.canceled',
            },
            tones: { open: 'info', paid: 'success', late: 'danger', canceled: 'neutral' },
          },
          { field: 'dueDate', title: '$story.dueDate', cell: 'date', width: 120 },
          { field: 'total', title: '$story.total', cell: 'number', decimals: 2, width: 130 },
          { field: 'note', title: '$story.note', secondary: true },
        ],
      },
    },
    formats,
    {
      rows: 'file',
      props: {
        columns: [
          { field: 'name', title: '$fields.name', cell: 'link', link: '/story/{row.id}' },
          { field: 'author.name', title: '$screens.users.person' },
          { field: 'size', title: '$story.size', cell: 'number', width: 120 },
        ],
      },
    },
  ],
});

export default { ...stories.meta };

export const Empty = stories.empty({
  props: { empty: { icon: 'box', title: '$story.empty', text: '$story.emptyHint' } },
  see: '$story.emptyHint',
});
export const Loading = stories.loading();
export const Failed = stories.failed();
export const Forbidden = stories.forbidden();
export const Dense = stories.dense();
export const LongTexts = stories.longTexts();
export const Portuguese = stories.portuguese();
export const English = stories.english();
export const Spanish = stories.spanish();
export const Narrow = stories.narrow();
export const Wide = stories.wide();
export const Dark = stories.dark();
export const Shapes = stories.shapes();
export const Missing = stories.missing();
export const Grouped = stories.other({
  samples: [{ rows: 'order', props: { ...inMemory, groupBy: [{ field: 'status' }] } }],
  count: 60,
  document: whole,
  async play() {
    const group = await screen.findByRole('button', { name: /^Atrasado/ });
    await expect(group).toHaveAttribute('aria-expanded', 'true');
    const before = screen.getAllByRole('row').length;
    await userEvent.click(group);
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(before - 15));
  },
});
export const Selection = stories.other({
  samples: [
    {
      rows: 'order',
      props: {
        ...inMemory,
        selection: {
          actions: [
            {
              id: 'approve',
              text: '$story.approve',
              icon: 'checkmark',
              do: [{ toast: { success: '$story.approve' } }],
              keep: true,
            },
            { id: 'export', text: '$story.export', icon: 'arrow-download', do: [{ navigate: '/story' }] },
          ],
        },
      },
    },
  ],
  document: whole,
  async play() {
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Selecionar PED-4001' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Selecionar PED-4003' }));
    await expect(screen.getByText('2 selecionados')).toBeVisible();
    await expect(screen.getByRole('button', { name: 'Aprovar' })).toBeEnabled();
  },
});
/** A row disappears at once; a second action opens a dialog with the row as its argument. */
export const OptimisticAndArguments = stories.other({
  samples: [
    {
      rows: 'order',
      props: {
        ...inMemory,
        rowActions: [
          {
            id: 'approve',
            text: '$story.approve',
            icon: 'checkmark',
            do: [
              {
                request: {
                  delete: '/story/{row.id}',
                  optimistic: { source: 'source0', remove: true },
                  undo: [{ refresh: 'source0' }],
                },
              },
            ],
          },
          {
            id: 'view',
            text: '$actions.view',
            icon: 'eye',
            do: [{ open: { dialog: 'details', with: { order: { $expr: 'row' } } } }],
          },
        ],
      },
    },
  ],
  document: {
    ...whole,
    dialogs: [{ id: 'details', type: 'dialog', props: { title: { $expr: 'args.order.code' } } }],
  },
  async play() {
    const row = await screen.findByRole('row', { name: /PED-4001/ });
    await userEvent.hover(row);
    await userEvent.click(within(row).getByRole('button', { name: 'Aprovar' }));
    await waitFor(() => expect(screen.queryByRole('row', { name: /PED-4001/ })).toBeNull());
    const next = screen.getByRole('row', { name: /PED-4003/ });
    await userEvent.hover(next);
    await userEvent.click(within(next).getByRole('button', { name: 'Ver' }));
    const dialog = await screen.findByRole('dialog', { name: /PED-4003/ });
    await waitFor(() => expect(dialog).toBeVisible());
  },
});
export const Tree = stories.other({
  samples: [
    {
      rows: 'place',
      props: {
        paging: 'none',
        tree: { parent: 'parentId', open: true },
        columns: [
          { field: 'name', title: '$fields.name' },
          { field: 'people', title: '$story.people', cell: 'number', total: 'sum', width: 120 },
        ],
      },
    },
  ],
  count: 40,
  document: whole,
  async play() {
    await expect(await screen.findByRole('treegrid')).toBeVisible();
    const root = (await screen.findByText('Grupo Molde')).closest('tr')!;
    await expect(root).toHaveAttribute('aria-expanded', 'true');
    await expect(screen.getByText('Porto Alegre 3').closest('tr')).toHaveAttribute('aria-level', '2');
  },
});
export const Details = stories.other({
  samples: [
    {
      rows: 'order',
      props: inMemory,
      slots: {
        details: [
          { id: 'note', type: 'text', props: { text: { $expr: 'row.note ? row.note : row.customer' } } },
          { id: 'open', type: 'button', props: { text: '$story.approve' } },
        ],
      },
    },
  ],
  document: whole,
  async play() {
    await userEvent.click(await screen.findByRole('button', { name: 'Detalhes de PED-4001' }));
    await expect(await screen.findByText(/^Entregar na portaria de Belo Horizonte/)).toBeVisible();
  },
});
export const Slots = stories.other({
  samples: [
    {
      rows: 'order',
      props: {
        ...inMemory,
        columns: [
          { field: 'code', title: '$story.code' },
          { field: 'customer', title: '$story.customer' },
          { title: '$story.label', child: 'approve', width: 160 },
        ],
      },
      slots: {
        toolbar: [{ id: 'create', type: 'button', props: { text: '$story.create' } }],
        cell: [
          {
            id: 'approve',
            type: 'button',
            props: { text: '$story.approve' },
            on: { press: [{ set: { 'state.approved': { $expr: 'row.code' } } }] },
          },
        ],
        footer: [{ id: 'last', type: 'text', props: { text: { $expr: "'✓ ' & state.approved" } } }],
      },
    },
  ],
  document: { ...whole, state: { approved: '–' } },
  async play() {
    const [first] = await screen.findAllByRole('button', { name: 'Aprovar' });
    await userEvent.click(first!);
    await expect(await screen.findByText(/^✓ PED-/)).toBeVisible();
  },
});
/** Rows are orders, columns are made from groups, and each cell is a checkbox over the place of both. */
export const Matrix = stories.other({
  samples: [
    {
      rows: 'order',
      props: {
        ...inMemory,
        columns: [
          { field: 'code', title: '$story.code' },
          {
            repeat: { each: { $expr: 'state.groups' }, as: 'group', key: 'id' },
            title: { $expr: 'group.name' },
            child: 'grant',
          },
        ],
      },
      slots: {
        cell: [
          {
            id: 'grant',
            type: 'field',
            props: {
              bind: 'state.granted.{row.code}.{group.id}',
              control: 'checkbox',
              label: { $expr: 'group.name' },
            },
          },
        ],
      },
    },
  ],
  document: {
    state: {
      perPage: 10_000,
      granted: {},
      groups: [
        { id: 'adm', name: 'ADM' },
        { id: 'fin', name: 'FIN' },
      ],
    },
  },
  async play() {
    const [first] = await screen.findAllByRole('checkbox', { name: 'ADM' });
    await userEvent.click(first!);
    await waitFor(() => expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(1));
  },
});
export const InlineEdit = stories.other({
  samples: [
    {
      rows: 'order',
      props: {
        rowName: 'code',
        paging: 'none',
        columns: [
          { field: 'code', title: '$story.code', width: 120 },
          { field: 'customer', title: '$story.customer', edit: { kind: 'text', required: true, save } },
          {
            field: 'status',
            title: '$story.label',
            cell: 'badge',
            width: 140,
            ...situations,
            edit: { kind: 'select', save },
          },
          {
            field: 'items',
            title: '$story.items',
            cell: 'number',
            width: 110,
            edit: { kind: 'number', min: 1, max: 99, save },
          },
          {
            field: 'dueDate',
            title: '$story.dueDate',
            cell: 'date',
            width: 140,
            edit: { kind: 'date', save },
          },
        ],
      },
    },
  ],
  document: whole,
  async play() {
    const [text] = await screen.findAllByText('Beatriz Nakamura ME');
    const cell = text!.closest('td')!;
    await userEvent.dblClick(cell);
    const box = await within(cell).findByRole('textbox');
    await userEvent.clear(box);
    await userEvent.type(box, 'Oficina Nova{Enter}');
    await expect(await screen.findByText('Oficina Nova')).toBeVisible();
    await expect(await screen.findByRole('button', { name: 'Desfazer' })).toBeVisible();
  },
});
export const TenThousandRows = stories.other({
  samples: [{ rows: 'order', props: { ...inMemory, files: true } }],
  count: 10_000,
  document: whole,
  async play() {
    const grid = await screen.findByRole('grid');
    await waitFor(() => expect(grid).toHaveAttribute('aria-rowcount', '10001'));
    // Only the rows in view are in the document; files have them all.
    await expect(within(grid).getAllByRole('row').length).toBeLessThan(80);
    await expect(await screen.findByRole('button', { name: 'Mais ações' })).toBeVisible();
  },
});
