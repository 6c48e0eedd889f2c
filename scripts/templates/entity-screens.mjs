// The screens of a new entity, and their texts.

/** @returns {Record<string, object>} documents by file name within the folder of the area */
export const entityScreens = (name) => ({
  [`${name}-list.screen.json`]: listScreen(name),
  [`${name}-create.screen.json`]: createScreen(name),
  [`${name}-edit.screen.json`]: editScreen(name),
  [`${name}.form.json`]: form(name),
});

/** Texts by language. The name itself is the same in all until it is translated. */
export const entityWords = ({ title }) => ({
  pt: {
    title,
    new: 'Adicionar',
    createTitle: `${title}: adicionar`,
    editTitle: `${title}: editar`,
    all: 'Todos',
    empty: 'Não há itens para exibir',
    emptyHint: 'Ajuste a busca ou adicione o primeiro.',
    saved: 'Salvo com sucesso.',
    removed: 'Excluído com sucesso.',
    remove: { title: 'Excluir {{name}}?', text: 'Some de todas as listas e não volta.' },
  },
  en: {
    title,
    new: 'Add',
    createTitle: `${title}: add`,
    editTitle: `${title}: edit`,
    all: 'All',
    empty: 'There is nothing to show',
    emptyHint: 'Change the search or add the first one.',
    saved: 'Saved.',
    removed: 'Deleted.',
    remove: { title: 'Delete {{name}}?', text: 'It leaves all lists and does not come back.' },
  },
  es: {
    title,
    new: 'Añadir',
    createTitle: `${title}: añadir`,
    editTitle: `${title}: editar`,
    all: 'Todos',
    empty: 'No hay elementos para mostrar',
    emptyHint: 'Ajuste la búsqueda o añada el primero.',
    saved: 'Guardado con éxito.',
    removed: 'Eliminado con éxito.',
    remove: { title: '¿Eliminar {{name}}?', text: 'Desaparece de todas las listas y no vuelve.' },
  },
});

const expr = (text) => ({ $expr: text });
const head = (name, id, path, title, verb) => ({
  kind: 'screen',
  formatVersion: 2,
  id,
  path,
  title: `$screens.${name}.${title}`,
  access: { screen: name, verb },
});
const crumbs = (name, last) => [
  { name: `$screens.${name}.title`, link: `/${name}` },
  { name: `$screens.${name}.${last}` },
];
const showError = { toast: { error: expr('event.message') } };
const formState = { form: { changes: 0, submitting: false, valid: true } };

const cancel = (name, verb) => ({
  id: 'cancel',
  type: 'button',
  access: { verb },
  props: { text: '$actions.cancel', icon: 'dismiss' },
  on: { press: [{ navigate: { to: `/${name}`, back: true } }] },
});
const save = (verb, more = {}) => ({
  id: 'save',
  type: 'button',
  access: { verb },
  ...more,
  props: {
    text: '$actions.save',
    icon: 'save',
    primary: true,
    badge: expr('state.form.changes'),
    disabled: expr('state.form.submitting'),
  },
  on: { press: [{ submit: 'form' }] },
});

const listScreen = (name) => ({
  ...head(name, name, `/${name}`, 'title', 'read'),
  breadcrumb: [{ name: `$screens.${name}.title` }],
  state: { page: 1, perPage: 50, order: 'name_asc', filters: { isActive: 'Y', text: '' } },
  query: {
    page: 'state.page',
    perPage: 'state.perPage',
    order: 'state.order',
    isActive: 'state.filters.isActive',
    text: 'state.filters.text',
  },
  sources: {
    rows: {
      get: `/adm/v2/${name}`,
      query: {
        page: expr('state.page'),
        perPage: expr('state.perPage'),
        order: expr('state.order'),
        isActive: expr('state.filters.isActive'),
        text: expr('state.filters.text'),
      },
      rows: 'data.rows',
      total: 'data.totalRows',
    },
  },
  body: [
    {
      id: 'header',
      type: 'page-header',
      props: { title: `$screens.${name}.title` },
      children: [
        {
          id: 'new',
          type: 'button',
          access: { verb: 'create' },
          props: { text: `$screens.${name}.new`, icon: 'add', primary: true },
          on: { press: [{ navigate: `/${name}/create` }] },
        },
      ],
    },
    {
      id: 'filters',
      type: 'filter-bar',
      props: {
        bind: 'state.filters',
        fields: [
          {
            field: 'isActive',
            control: 'select',
            label: '$fields.status',
            options: [
              { value: '', label: `$screens.${name}.all` },
              { value: 'Y', label: '$status.active' },
              { value: 'N', label: '$status.inactive' },
            ],
          },
          { field: 'text', control: 'search', label: '$fields.search', live: true },
        ],
      },
    },
    {
      id: 'list',
      type: 'table',
      source: 'rows',
      props: listProps(name),
      on: { rowPress: [{ navigate: `/${name}/{row.id}` }] },
    },
  ],
});

const listProps = (name) => ({
  rowName: 'name',
  columns: [
    { field: 'name', title: '$fields.name', sort: true, minWidth: 240 },
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
  empty: { icon: 'list', title: `$screens.${name}.empty`, text: `$screens.${name}.emptyHint` },
});

const createScreen = (name) => ({
  ...head(name, `${name}-create`, `/${name}/create`, 'createTitle', 'create'),
  breadcrumb: crumbs(name, 'createTitle'),
  state: formState,
  body: [
    {
      id: 'header',
      type: 'page-header',
      props: { title: `$screens.${name}.createTitle`, back: `/${name}` },
      children: [cancel(name, 'create'), save('create')],
    },
    {
      id: 'form',
      type: 'form',
      props: { form: name, status: 'state.form', value: { isActive: 'Y' } },
      on: {
        submit: [
          { request: { post: `/adm/v2/${name}`, body: expr('event.values') } },
          { toast: { success: `$screens.${name}.saved` } },
          { navigate: { to: `/${name}`, replace: true } },
        ],
      },
    },
  ],
});

const editScreen = (name) => ({
  ...head(name, `${name}-edit`, `/${name}/:id`, 'editTitle', 'read'),
  breadcrumb: crumbs(name, 'editTitle'),
  state: formState,
  sources: { one: { get: `/adm/v2/${name}/{params.id}`, record: 'data' } },
  body: [
    {
      id: 'header',
      type: 'page-header',
      props: { title: `$screens.${name}.editTitle`, back: `/${name}` },
      children: [
        deleteButton(name),
        cancel(name, 'update'),
        save('update', { visible: expr("data.one.status != 'error'") }),
      ],
    },
    {
      id: 'form',
      type: 'form',
      source: 'one',
      props: {
        form: name,
        status: 'state.form',
        value: expr('data.one.record'),
        keep: ['version'],
        readOnly: expr('can.update = false'),
      },
      on: {
        submit: [
          { request: { put: `/adm/v2/${name}/{params.id}`, body: expr('event.changes') } },
          { toast: { success: `$screens.${name}.saved` } },
          { navigate: { to: `/${name}`, back: true } },
        ],
      },
    },
  ],
});

const deleteButton = (name) => ({
  id: 'delete',
  type: 'button',
  access: { verb: 'delete' },
  visible: expr("data.one.status != 'error'"),
  props: { text: '$actions.delete', icon: 'delete', subtle: true, danger: true },
  on: {
    press: [
      {
        confirm: {
          kind: 'delete',
          title: `$screens.${name}.remove.title`,
          text: `$screens.${name}.remove.text`,
          values: { name: expr('data.one.record.name') },
        },
      },
      {
        request: { delete: `/adm/v2/${name}/{params.id}`, version: expr('data.one.record.version') },
        onError: [showError, { refresh: 'one' }],
      },
      { reset: 'form' },
      { toast: { success: `$screens.${name}.removed` } },
      { navigate: { to: `/${name}`, replace: true } },
    ],
  },
});

const form = (name) => ({
  kind: 'form',
  formatVersion: 2,
  id: name,
  title: `$screens.${name}.title`,
  access: { screen: name, verb: 'read' },
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: '$fields.name', minLength: 1, maxLength: 200, pattern: '\\S' },
      isActive: { title: '$fields.status', enum: ['Y', 'N'], default: 'Y' },
    },
    required: ['name', 'isActive'],
  },
  ui: {
    sections: [
      {
        id: 'main',
        title: `$screens.${name}.title`,
        columns: 2,
        fields: [
          'name',
          {
            field: 'isActive',
            widget: 'select',
            options: [
              { value: 'Y', label: '$status.active' },
              { value: 'N', label: '$status.inactive' },
            ],
          },
        ],
      },
    ],
  },
});
