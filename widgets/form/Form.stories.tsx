import { expect, screen, userEvent, within } from 'storybook/test';
import { storyStrings, widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const access = { screen: 'story', verb: 'update' };
const orderForm = {
  kind: 'form',
  formatVersion: 2,
  id: 'order',
  title: '$fields.name',
  access,
  schema: {
    type: 'object',
    properties: {
      code: { type: 'string', title: '$fields.login', readOnly: true },
      customer: { type: 'string', title: '$fields.name', minLength: 3, maxLength: 120 },
      status: { title: '$fields.status', enum: ['open', 'paid', 'late', 'canceled'] },
      items: { type: 'integer', title: '$fields.profile', minimum: 1, maximum: 99 },
      dueDate: { type: 'string', format: 'date', title: '$fields.updatedAt' },
    },
    required: ['customer', 'status'],
  },
  ui: {
    sections: [
      {
        id: 'order',
        title: '$screens.users.form.personal',
        columns: 2,
        fields: ['code', 'customer', 'status', 'items', 'dueDate'].map((field) => ({ field })),
      },
    ],
  },
};
const manyFields = Array.from({ length: 60 }, (_, at) => `field${at}`);

const text = (title: string, format?: string) => ({ type: 'string', title, ...(format ? { format } : {}) });
/** A form with every control, for single values and for lists. */
const companyForm = {
  ...orderForm,
  id: 'company',
  strings: storyStrings,
  schema: {
    type: 'object',
    properties: {
      customer: text('$story.customer'),
      cnpj: text('CNPJ', 'cnpj'),
      cpf: text('CPF', 'cpf'),
      phone: text('$story.phone', 'phone'),
      cep: text('CEP', 'cep'),
      total: { type: 'number', title: '$story.total' },
      dueDate: text('$story.dueDate', 'date'),
      note: text('$story.note'),
      contract: text('$story.file'),
      logo: text('$story.image'),
      color: text('$story.color'),
      contacts: {
        type: 'array',
        title: '$story.people',
        minItems: 1,
        items: {
          type: 'object',
          properties: { name: text('$fields.name'), phone: text('$story.phone', 'phone') },
          required: ['name'],
        },
      },
      lines: {
        type: 'array',
        title: '$story.items',
        items: {
          type: 'object',
          properties: { code: text('$story.code'), amount: { type: 'integer', title: '$story.total' } },
        },
      },
    },
    required: ['customer'],
  },
  ui: {
    sections: [
      {
        id: 'company',
        title: '$story.first',
        columns: 2,
        fields: ['customer', 'cnpj', 'cpf', 'phone', 'cep', { field: 'total', widget: 'money' }, 'dueDate'],
      },
      {
        id: 'lists',
        title: '$story.second',
        fields: [
          { field: 'contacts', itemTitle: '$story.customer', titleField: 'name' },
          { field: 'lines', widget: 'table' },
        ],
      },
      {
        id: 'papers',
        title: '$story.third',
        fields: [
          { field: 'note', widget: 'richtext', maxText: 500 },
          {
            field: 'contract',
            widget: 'file',
            upload: { post: '/files', value: 'data.id', accept: ['.pdf'], maxSize: 5_000_000 },
          },
          { field: 'logo', widget: 'image', upload: { when: 'request', maxSize: 5_000_000 } },
          { field: 'color', widget: 'color', contrast: true, palette: ['#1874CF', '#60A5FA', '#FFD400'] },
        ],
      },
    ],
  },
};
const company = {
  customer: 'Oficina Nova ME',
  cnpj: '11222333000181',
  cpf: '52998224725',
  phone: '11987654321',
  cep: '01310100',
  total: 1234.5,
  dueDate: '2026-11-20',
  note: '<p>Entregar na <strong>portaria</strong>.</p>',
  contract: null,
  logo: '/favicon.svg',
  color: '#FFD400',
  contacts: [
    { name: 'Helena Drummond', phone: '11987654321' },
    { name: 'Ana Luz', phone: '1133334444' },
  ],
  lines: [
    { code: 'A-1', amount: 3 },
    { code: 'B-2', amount: 12 },
  ],
};
const steps = ['company', 'lists', 'papers'].map((section, at) => ({
  id: `step${at}`,
  title: ['$story.first', '$story.second', '$story.third'][at],
  sections: [section],
}));
/** Controls that fill a card: a matrix and a pending list. */
const groupForm = {
  ...orderForm,
  id: 'group',
  strings: storyStrings,
  schema: {
    type: 'object',
    properties: {
      rights: { type: 'array', title: '$story.items', items: { type: 'object' } },
      people: { type: 'array', title: '$story.people', items: { type: 'object' } },
    },
  },
  ui: {
    sections: [
      {
        id: 'rights',
        area: 'main',
        columns: 1,
        fields: [
          {
            field: 'rights',
            widget: 'matrix',
            options: [
              { value: 'first', label: '$story.first' },
              { value: 'second', label: '$story.second' },
              { value: 'third', label: '$story.third' },
            ],
            matrix: {
              columns: [
                { field: 'read', title: '$actions.view' },
                { field: 'write', title: '$actions.edit', implies: ['read'] },
              ],
            },
          },
        ],
      },
      {
        id: 'people',
        area: 'side',
        columns: 1,
        fields: [
          {
            field: 'people',
            widget: 'pending-list',
            avatar: true,
            locked: { field: 'last', reason: '$story.last' },
            options: { get: '/people', rows: 'data', value: 'id', label: 'name' },
          },
        ],
      },
    ],
  },
};
const group = {
  rights: [{ id: 'second', read: true, write: true }],
  people: [
    { id: 1, name: 'Helena Drummond', last: true },
    { id: 2, name: 'Ana Luz', last: false },
  ],
};
const panels = { rows: [group], props: { document: groupForm, value: group } };
const whole = { rows: [company], props: { document: companyForm, value: company } };

const stories = widgetStories(definition, {
  samples: [
    { rows: 'order', props: { document: orderForm } },
    { rows: 'order', props: { document: orderForm, readOnly: true } },
    { rows: 'person', props: { document: { ...orderForm, ui: { sections: orderForm.ui.sections } } } },
  ],
  dense: [
    {
      rows: 'order',
      props: {
        document: {
          ...orderForm,
          schema: {
            type: 'object',
            properties: Object.fromEntries(
              manyFields.map((field, at) => [
                field,
                at % 3 === 0
                  ? { type: 'integer', title: '$fields.profile' }
                  : { type: 'string', title: '$fields.name' },
              ]),
            ),
          },
          ui: { sections: [{ id: 'many', columns: 3, fields: manyFields.map((field) => ({ field })) }] },
        },
      },
    },
  ],
});

export default { ...stories.meta };

export const Empty = stories.empty();
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
export const ReadOnly = stories.other({ props: { readOnly: true } });
export const MasksListsAndFiles = stories.other({
  samples: [whole],
  see: '11.222.333/0001-81',
  async play() {
    await expect(await screen.findByDisplayValue('(11) 98765-4321')).toBeVisible();
    // Fields far out of view are rendered as they are scrolled towards it.
    document.querySelector('[data-field="note"]')?.scrollIntoView();
    await expect(await screen.findByText('portaria', {}, { timeout: 10_000 })).toBeVisible();
  },
});
export const AllReadOnly = stories.other({
  samples: [{ ...whole, props: { document: companyForm, value: company, readOnly: true } }],
  see: '11.222.333/0001-81',
});
export const Wizard = stories.other({
  samples: [
    {
      rows: [company],
      props: { document: { ...companyForm, ui: { ...companyForm.ui, steps } }, value: company },
    },
  ],
  async play() {
    await userEvent.click(await screen.findByRole('button', { name: 'Continuar' }));
    await expect(await screen.findByDisplayValue('Helena Drummond')).toBeVisible();
  },
});
export const Draft = stories.other({
  samples: [{ rows: 'order', props: { document: orderForm, draft: true } }],
});
export const MatrixAndPendingList = stories.other({
  samples: [panels],
  see: 'Helena Drummond',
  async play() {
    const grid = await screen.findByRole('grid', {}, { timeout: 10_000 });
    await userEvent.click(within(grid).getAllByRole('checkbox')[4]!);
    await userEvent.click(await screen.findByRole('button', { name: 'Remover Ana Luz' }));
    await expect(await screen.findByText('Será removido')).toBeVisible();
  },
});
export const PanelsNarrow = stories.narrow({ samples: [panels], see: 'Helena Drummond' });
/** A source computes with the values while they are edited, and what it finds stands at their fields. */
export const ValuesAndErrors = stories.other({
  samples: [
    {
      props: {
        document: orderForm,
        value: { id: 1, code: 'PED-4000', customer: 'Ana Luz ME', status: 'open', items: 3 },
        guard: false,
        values: 'state.values',
        errors: {
          $expr: "state.values.items > 40 ? [{ 'path': '/items', 'message': 'Só há 40 em estoque.' }] : []",
        },
      },
    },
  ],
  document: { state: { values: null } },
  async play() {
    const items = await screen.findByDisplayValue('3');
    await userEvent.clear(items);
    await userEvent.type(items, '50');
    await expect(await screen.findByText('Só há 40 em estoque.')).toBeVisible();
  },
});
const option = (value: string, label: string) => ({ value, label });
const conditionPaths = [
  {
    ...option('name', 'Nome'),
    operators: [option('eq', 'é'), option('contains', 'contém')],
    choices: [],
  },
  {
    ...option('state', 'Estado'),
    operators: [option('eq', 'é'), option('in', 'é um de')],
    choices: [option('PE', 'Pernambuco'), option('PR', 'Paraná')],
  },
];
const fromPaths = { source: 'paths', value: 'value', label: 'label' };
const ofPath = (rows: string) => ({ ...fromPaths, of: { field: 'path', key: 'value', rows } });
/** Comparisons and values are those of the field that each condition chooses. */
export const OptionsOfARow = stories.other({
  samples: [
    {
      props: {
        document: {
          ...orderForm,
          id: 'conditions',
          strings: storyStrings,
          schema: {
            type: 'object',
            properties: {
              conditions: {
                type: 'array',
                title: '$story.items',
                items: {
                  type: 'object',
                  properties: {
                    path: text('$fields.name'),
                    operator: text('$story.code'),
                    value: text('$story.label'),
                  },
                },
              },
            },
          },
          ui: {
            sections: [
              {
                id: 'main',
                fields: [
                  {
                    field: 'conditions',
                    fields: [
                      { field: 'path', widget: 'select', options: fromPaths },
                      { field: 'operator', widget: 'select', options: ofPath('operators') },
                      {
                        field: 'value',
                        widget: 'select',
                        options: { ...fromPaths, of: { ...ofPath('choices').of, typed: true } },
                      },
                    ],
                  },
                ],
              },
            ],
          },
        },
        value: {
          id: 1,
          conditions: [
            { path: 'name', operator: 'contains', value: 'Ana' },
            { path: 'state', operator: 'eq', value: 'PR' },
          ],
        },
        guard: false,
      },
    },
  ],
  document: { sources: { paths: { value: { $expr: JSON.stringify(conditionPaths) } } } },
  async play() {
    await expect(await screen.findByDisplayValue('Ana', {}, { timeout: 10_000 })).toBeVisible();
    await expect(await screen.findByText('Paraná')).toBeVisible();
  },
});
