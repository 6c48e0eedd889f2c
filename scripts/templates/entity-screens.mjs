// The screens of an entity by its declaration: a list with export and import, one to create, one to edit, and their form.
const wireOf = (name, { type, wire }) => wire ?? (type === 'reference' ? `${name}Id` : name);

/**
 * @param {Map<string, object>} known the other entities, by id
 * @param {string} group title of the menu's group that the list stands in
 * @returns {Record<string, object>} documents by the rest of their file names
 */
export function entityScreens(document, known, group) {
  const screen = document.access?.screen ?? document.id;
  const address = document.address ?? `/adm/v2/ent/${document.id}`;
  const fields = Object.entries(document.fields).map(([name, field]) => ({
    name,
    wire: wireOf(name, field),
    ...field,
  }));
  /** Fields that name the records of references. */
  const labels = Object.fromEntries(
    fields.map(({ name, entity }) => [
      name,
      (entity === document.id ? document : known.get(entity))?.display,
    ]),
  );
  const context = { labels, document, screen, address, fields, group, path: `/${screen}` };
  return {
    '-list.screen': listScreen(context),
    '-create.screen': formScreen(context, 'create'),
    '-edit.screen': formScreen(context, 'edit'),
    '.form': form(context),
  };
}

function listScreen({ document, screen, address, fields, group, path, labels }) {
  const display = document.display ?? 'id';
  const rowName = fields.find(({ name }) => name === display)?.wire ?? 'id';
  const list = columns(fields, display, labels);
  const title = list.find(({ role }) => role === 'title') ?? list[0];
  return {
    kind: 'screen',
    formatVersion: 2,
    id: screen,
    path,
    title: document.plural,
    access: { screen, verb: 'read' },
    breadcrumb: [{ name: group }, { name: document.plural }],
    sources: { rows: { entity: document.id, list: 'state.list' } },
    body: [
      {
        use: 'record-list',
        with: { address, list: path, record: document.title },
      },
      ...filters(document, fields),
      {
        id: 'list',
        type: 'table',
        source: 'rows',
        props: {
          // The column of the names names the rows already.
          ...(rowName === title.field ? {} : { rowName }),
          noun: { one: `$screens.${document.id}.rows.one`, other: `$screens.${document.id}.rows.other` },
          adjustable: true,
          columns: list,
          rowActions: [{ use: 'record-row', with: { address, list: path } }],
          selection: {
            actions: [{ use: 'record-selection', with: { address, name: rowName } }],
          },
        },
        slots: {
          empty: [{ use: 'record-empty', with: { icon: document.icon, list: path, record: document.title } }],
        },
        on: { rowPress: [{ navigate: `${path}/{row.id}` }] },
      },
    ],
  };
}

function filters(document, fields) {
  const shown = fields
    .filter(({ filterable, options, type }) => filterable && (options || type === 'boolean'))
    .map(({ name, wire, title, type }) => ({
      field: wire,
      control: 'select',
      label: title,
      options: type === 'boolean' ? [{ use: 'yes-no' }] : { enum: { entity: document.id, field: name } },
    }));
  const text = fields.some(({ searchable }) => searchable)
    ? [{ field: 'text', control: 'search', label: '$fields.search', live: true }]
    : [];
  const all = [...shown, ...text];
  return all.length === 0
    ? []
    : [{ id: 'filters', type: 'filter-bar', source: 'rows', props: { fields: all } }];
}

/** Columns of the list. One badge is the record's state; the other columns leave by priority when there is no room. */
function columns(fields, display, labels) {
  const shown = fields.filter(
    ({ name, type, auto }) => (name !== 'id' || auto) && type !== 'text' && type !== 'list',
  );
  const isBadge = ({ type, options }) => options || type === 'boolean';
  const state = shown.find(({ options }) => options) ?? shown.find(isBadge);
  const title = shown.find(({ name }) => name === display) ?? shown[0];
  return shown.map((field) => ({
    ...column(field, labels),
    ...(field === title
      ? field === shown[0]
        ? {}
        : { role: 'title' }
      : field === state
        ? {}
        : { ...(isBadge(field) ? { role: 'meta' } : {}), priority: priorityOf(field) }),
  }));
}

/** Fields that distinguish records stay longest. */
function priorityOf({ name, type, unique, searchable, auto }) {
  if (auto || name === 'id') return 8;
  if (unique) return 2;
  if (searchable) return 3;
  return type === 'reference' ? 4 : undefined;
}

/** Formats of fields that a cell displays. */
const shownFormats = new Set(['cpf', 'cnpj', 'phone', 'cep', 'money', 'percent']);

function column({ name, wire, title, type, format, sortable, options }, labels) {
  const order = sortable ? { sort: true } : {};
  if (type === 'reference') return { field: `${name}.${labels[name] ?? 'id'}`, title };
  if (type === 'boolean')
    return {
      field: wire,
      title,
      cell: 'badge',
      map: { true: '$records.yes', false: '$records.no' },
      tones: { true: 'normal', false: 'neutral' },
      ...order,
    };
  if (options)
    return {
      field: wire,
      title,
      cell: 'badge',
      map: Object.fromEntries(options.map(({ value, label }) => [value, label])),
      ...(options.some(({ tone }) => tone) && {
        tones: Object.fromEntries(options.map(({ value, tone = 'neutral' }) => [value, tone])),
      }),
      ...order,
    };
  const cells = { date: 'date', datetime: 'datetime', number: 'number', integer: 'number' };
  const cell = shownFormats.has(format) ? format : cells[type];
  return { field: wire, title, ...(cell ? { cell } : {}), ...order };
}

/** A new record begins as a copy of the one in the address, without what no other record may have. */
function copied(document, fields) {
  const unique = fields.filter((field) => field.unique || field.auto).map(({ wire }) => wire);
  const left = [...new Set(['id', 'version', ...unique])].map((name) => `'${name}'`).join(', ');
  return {
    state: { copy: null },
    query: { copy: 'state.copy' },
    sources: { copied: { entity: document.id, record: 'state.copy' } },
    value: {
      $expr: `state.copy ? (data.copied.record ? $sift(data.copied.record, function($v, $k) { $not($k in [${left}]) })) : {}`,
    },
  };
}

function formScreen({ document, screen, address, path, fields, group }, what) {
  const isEdit = what === 'edit';
  const verb = isEdit ? 'update' : 'create';
  const title = `$screens.${document.id}.${what}`;
  const name = `data.record.record.${fields.find((field) => field.name === document.display)?.wire ?? 'id'}`;
  const { value, ...copy } = copied(document, fields);
  const request = isEdit
    ? { put: `${address}/{params.id}`, body: { $expr: 'event.changes' } }
    : { post: address, body: { $expr: 'event.values' } };
  return {
    kind: 'screen',
    formatVersion: 2,
    id: `${screen}-${what}`,
    path: `${path}/${isEdit ? ':id' : 'create'}`,
    title,
    access: { screen, verb: isEdit ? 'read' : verb },
    breadcrumb: [{ name: group }, { name: document.plural, link: path }, { name: title }],
    ...(isEdit ? { sources: { record: { entity: document.id, record: 'params.id' } } } : copy),
    body: [
      {
        use: 'record-form',
        with: {
          ...(isEdit && { title: { $expr: `${name} ?? '${title}'` } }),
          form: document.id,
          list: path,
          verb,
          ...(isEdit ? { source: 'record', value: { $expr: 'data.record.record' } } : { value }),
          submit: [{ request }],
          saved: isEdit ? [{ refresh: 'record' }] : [{ navigate: { to: path, back: true } }],
        },
      },
    ],
  };
}

function form({ document, screen }) {
  return {
    kind: 'form',
    formatVersion: 2,
    id: document.id,
    title: `$screens.${document.id}.form`,
    access: { screen, verb: 'read' },
    entity: document.id,
    ui: { sections: [{ id: 'main', columns: 2, fields: ['*'] }] },
  };
}
