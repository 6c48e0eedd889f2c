import { storyStrings } from '../../src/stories/index.ts';

// The forms of the stories.

const access = { screen: 'story', verb: 'update' };
export const orderForm = {
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
export const text = (title: string, format?: string) => ({
  type: 'string',
  title,
  ...(format ? { format } : {}),
});
/** A form with every control, for single values and for lists. */
export const companyForm = {
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
export const company = {
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
export const steps = ['company', 'lists', 'papers'].map((section, at) => ({
  id: `step${at}`,
  title: ['$story.first', '$story.second', '$story.third'][at],
  sections: [section],
}));
/** Controls that fill a card: a matrix and a pending list. */
export const groupForm = {
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
export const group = {
  rights: [{ id: 'second', read: true, write: true }],
  people: [
    { id: 1, name: 'Helena Drummond', last: true },
    { id: 2, name: 'Ana Luz', last: false },
  ],
};
