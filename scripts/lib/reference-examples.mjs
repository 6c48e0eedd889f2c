// Examples of docs/language-reference.md. tests/conformance/reference.test.ts validates each in a document, and requires
// one for every form of a source, verb of a step, control of a field and type of an entity's field.

export const sources = {
  get: { get: '/adm/v2/sec/user', rows: 'data.rows', total: 'data.totalRows', list: 'state.list' },
  post: { post: '/adm/v2/report/search', body: { text: { $expr: 'state.text' } }, rows: 'data.rows' },
  entity: { entity: 'company', record: 'params.id', needs: ['params.id'] },
  dataset: { dataset: 'people-by-month', query: { period: 'last-12-months' } },
  shell: { shell: 'recent' },
  value: { value: { $expr: "data.people.rows[isActive = 'N']" } },
};

export const steps = {
  navigate: { navigate: { to: '/admin-user', back: true } },
  request: {
    request: {
      put: '/adm/v2/sec/user/{params.id}',
      body: { isActive: 'N', version: { $expr: 'data.person.record.version' } },
    },
    onError: [{ refresh: 'person' }],
  },
  refresh: { refresh: ['people', 'person'] },
  set: { set: { 'state.text': '', 'state.list.page': 1 } },
  open: { open: { dialog: 'details', with: { id: { $expr: 'params.id' } } } },
  close: { close: 'details' },
  confirm: {
    confirm: {
      kind: 'delete',
      title: 'Delete {{name}}?',
      values: { name: { $expr: 'data.person.record.name' } },
    },
  },
  toast: { toast: { success: 'Saved' } },
  submit: { submit: 'form' },
  reset: { reset: 'form' },
  download: {
    download: {
      get: '/adm/v2/ent/company/-/export',
      query: { format: 'xlsx' },
      filename: 'companies.xlsx',
    },
  },
  upload: { upload: { put: '/adm/v2/sec/me/photo', accept: ['image/*'], maxSize: 5000000 } },
  if: {
    if: { $expr: "state.text = ''" },
    then: [{ toast: { info: 'Enter a text' } }],
    else: [{ refresh: 'people' }],
  },
  each: {
    each: { $expr: 'data.people.rows' },
    do: [{ request: { put: '/adm/v2/sec/user/{row.id}', body: { isActive: 'N' } } }],
    parallel: 4,
  },
};

const text = { type: 'string' };
const letters = { type: 'string', enum: ['a', 'b'] };
const list = { type: 'array', items: { type: 'object', properties: { name: text } } };

/** A property of a form's schema and its entry in the layout. Without `widget`, the schema determines the control. */
export const controls = {
  text: { schema: { type: 'string', maxLength: 80 }, field: 'x' },
  textarea: { schema: text, field: { field: 'x', widget: 'textarea' } },
  richtext: { schema: text, field: { field: 'x', widget: 'richtext', maxText: 2000 } },
  password: { schema: { type: 'string', format: 'password' }, field: { field: 'x', generate: true } },
  select: { schema: letters, field: 'x' },
  radio: { schema: letters, field: { field: 'x', widget: 'radio' } },
  checkbox: { schema: { type: 'boolean' }, field: 'x' },
  switch: { schema: { type: 'boolean' }, field: { field: 'x', widget: 'switch' } },
  date: { schema: { type: 'string', format: 'date' }, field: 'x' },
  time: { schema: { type: 'string', format: 'clock-time' }, field: 'x' },
  datetime: { schema: { type: 'string', format: 'date-time' }, field: 'x' },
  number: { schema: { type: 'number', minimum: 0 }, field: { field: 'x', unit: 'kg' } },
  money: { schema: { type: 'integer' }, field: { field: 'x', currency: 'BRL', cents: true } },
  slider: { schema: { type: 'integer', minimum: 0, maximum: 10 }, field: { field: 'x', widget: 'slider' } },
  cpf: { schema: { type: 'string', format: 'cpf' }, field: 'x' },
  cnpj: { schema: { type: 'string', format: 'cnpj' }, field: 'x' },
  phone: { schema: { type: 'string', format: 'phone' }, field: 'x' },
  cep: { schema: { type: 'string', format: 'cep' }, field: 'x' },
  combobox: { schema: { type: 'integer' }, field: { field: 'x', options: { entity: 'company' } } },
  multiselect: {
    schema: { type: 'array', items: { type: 'integer' } },
    field: { field: 'x', options: { entity: 'company' } },
  },
  checkboxes: { schema: { type: 'array', items: letters }, field: 'x' },
  tags: { schema: { type: 'array', items: text }, field: 'x' },
  file: {
    schema: { type: 'integer' },
    field: { field: 'x', upload: { post: '/files', value: 'data.id', accept: ['.pdf'] } },
  },
  image: {
    schema: { type: 'integer' },
    field: { field: 'x', widget: 'image', upload: { post: '/files', value: 'data.id' } },
  },
  daterange: {
    schema: { type: 'object', properties: { from: text, to: text } },
    field: { field: 'x', widget: 'daterange' },
  },
  choices: { schema: { type: 'array', items: letters }, field: { field: 'x', widget: 'choices' } },
  color: { schema: text, field: { field: 'x', widget: 'color' } },
  icon: {
    schema: { type: 'object', properties: { icon: text, color: text } },
    field: { field: 'x', widget: 'icon' },
  },
  list: { schema: list, field: { field: 'x', widget: 'list', itemTitle: 'Person', titleField: 'name' } },
  table: { schema: list, field: { field: 'x', widget: 'table', fields: ['name'] } },
  json: { schema: { type: 'object' }, field: { field: 'x', widget: 'json' } },
  matrix: {
    schema: list,
    field: {
      field: 'x',
      widget: 'matrix',
      options: [{ value: 'north', label: 'North' }],
      matrix: {
        columns: [
          { field: 'reads', title: 'Reads' },
          { field: 'writes', title: 'Writes', implies: ['reads'] },
        ],
      },
    },
  },
  'pending-list': {
    schema: list,
    field: { field: 'x', widget: 'pending-list', options: { entity: 'company' }, avatar: true },
  },
};

export const entityFields = {
  string: { type: 'string', title: 'Name', required: true, maxLength: 120, searchable: true, sortable: true },
  text: { type: 'text', title: 'Note', maxLength: 2000 },
  integer: { type: 'integer', title: 'Number', auto: true, sortable: true },
  number: { type: 'number', title: 'Price', scale: 2, format: 'money', minimum: 0 },
  boolean: { type: 'boolean', title: 'Active', default: true, filterable: true },
  date: { type: 'date', title: 'Bought on', filterable: true },
  datetime: { type: 'datetime', title: 'Seen at', readOnly: true },
  reference: { type: 'reference', title: 'Holder', entity: 'user', onDelete: 'empty' },
  list: { type: 'list', title: 'Owners', item: 'reference', entity: 'user' },
};
