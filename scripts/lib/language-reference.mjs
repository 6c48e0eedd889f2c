import { controls, entityFields, sources, steps } from './reference-examples.mjs';
import { cell, code, jsonLines, tableOf, typeOf } from './reference-tables.mjs';

const part = (file, name) => `${file}#/$defs/${name}`;
const verbs = Object.keys(steps);
const gestures = ['select', 'move', 'drop', 'selection', 'failure', 'point'];

/** The chapters of the page: their title and the heading of each schema, or part of one, that they describe. */
const chapters = [
  [
    'Documents',
    {
      screen: 'Screen',
      dashboard: 'Dashboard',
      form: 'Form',
      entity: 'Entity',
      fragment: 'Fragment',
      dataset: 'Dataset',
      widget: 'Saved widget',
    },
  ],
  [
    'Nodes',
    {
      node: 'Node',
      [part('node', 'override')]: 'Position in a narrower grid',
      repeat: 'Repeat',
      use: 'Use of a fragment or a saved widget',
    },
  ],
  ['Sources', { source: 'Source', [part('source', 'topic')]: 'Topic of events' }],
  ['Steps', Object.fromEntries(verbs.map((verb) => [part('action', verb), `Step ${verb}`]))],
  ['Events', Object.fromEntries(gestures.map((name) => [part('event', name), `Event ${name}`]))],
  [
    'Parts of forms',
    {
      [part('form', 'field')]: 'Form field',
      [part('form', 'rule')]: 'Form rule',
      [part('form', 'check')]: 'Form check',
      [part('form', 'upload')]: 'File upload',
      [part('form', 'crop')]: 'Image crop',
      [part('form', 'matrix')]: 'Field matrix',
    },
  ],
  [
    'Choices',
    {
      option: 'Option',
      options: 'Options',
      [part('options', 'repeated')]: 'Options of a list',
      [part('options', 'source')]: 'Options of a source',
      [part('options', 'entity')]: 'Options of an entity',
      [part('options', 'enumeration')]: 'Options of a field',
      [part('options', 'remote')]: 'Options of an address',
    },
  ],
  ['Parts of entities', { [part('entity', 'field')]: 'Entity field' }],
  [
    'Parts of datasets',
    {
      [part('dataset', 'path')]: 'Path of a dataset',
      [part('dataset', 'parameter')]: 'Dataset parameter',
      [part('dataset', 'group')]: 'Dataset group',
      [part('dataset', 'measure')]: 'Dataset measure',
    },
  ],
  [
    'Filters',
    {
      filter: 'Filter',
      [part('filter', 'condition')]: 'Filter condition',
      [part('filter', 'value')]: 'Filter value',
      [part('filter', 'values')]: 'Filter values',
    },
  ],
  [
    'Parts of fragments',
    { [part('fragment', 'parameter')]: 'Parameter', [part('fragment', 'items')]: 'Items of a fragment' },
  ],
  ['Access and menu', { access: 'Access', 'menu-place': 'Menu place' }],
  [
    'Values',
    {
      text: 'Text',
      'prop-text': 'Text of props',
      expression: 'Expression',
      'row-expression': 'Row expression',
      address: 'Address',
      url: 'Link target',
      bind: 'State path',
      place: 'Place in the state',
      field: 'Field path',
      child: 'Child id',
      'source-id': 'Source id',
      icon: 'Icon',
      strings: 'Strings',
    },
  ],
];

/** Schemas that a chapter describes as a whole. */
const whole = {
  action: 'Steps',
  [part('action', 'steps')]: 'Steps',
  [part('action', 'step')]: 'Steps',
  event: 'Events',
  [`node#/properties/at`]: 'Node',
};
const headings = { ...Object.assign({}, ...chapters.map(([, subjects]) => subjects)), ...whole };
const anchor = (heading) => heading.toLowerCase().replaceAll(' ', '-');

/** `../action.schema.json#/$defs/steps` as `action#/$defs/steps`; `#/$defs/steps` of a file likewise. */
function subjectOf(reference, file = '') {
  const [path, pointer] = reference.split('#');
  const name = path === '' ? file : path.split('/').at(-1).replace('.schema.json', '');
  return pointer === undefined ? name : `${name}#${pointer}`;
}

/** Returns the link to the part of the language that a reference names. */
export function linkTo(reference, page = '', file = '') {
  const heading = headings[subjectOf(reference, file)];
  if (heading === undefined)
    throw new Error(
      `${reference} has no heading: add it to the chapters of scripts/lib/language-reference.mjs`,
    );
  return `[${heading.charAt(0).toLowerCase()}${heading.slice(1)}](${page}#${anchor(heading)})`;
}

const fence = (value) => ['```json', jsonLines(value), '```', ''];
const examplesOf = (forms) =>
  Object.entries(forms).flatMap(([name, value]) => [`With \`${name}\`:`, '', ...fence(value)]);

/** Returns a table with an example of each kind: JSON in one line. */
function exampleTable(head, examples) {
  const line = (value) => cell(code(JSON.stringify(value).replaceAll('":', '": ').replaceAll(',"', ', "')));
  return [
    `| ${head.join(' | ')} |`,
    `|${head.map(() => '---|').join('')}`,
    ...Object.entries(examples).map(([kind, values]) => `| \`${kind}\` | ${values.map(line).join(' | ')} |`),
    '',
  ];
}

/** Parts that follow the table of a subject. */
const after = {
  source: examplesOf(sources),
  ...Object.fromEntries(verbs.map((verb) => [part('action', verb), fence(steps[verb])])),
  [part('form', 'field')]: [
    'Each control, with a property of `schema` and its entry in `fields`:',
    '',
    ...exampleTable(
      ['`widget`', 'property', 'entry'],
      Object.fromEntries(
        Object.entries(controls).map(([name, { schema, field }]) => [name, [schema, field]]),
      ),
    ),
  ],
  [part('entity', 'field')]: [
    'A field of each type:',
    '',
    ...exampleTable(
      ['type', 'field'],
      Object.fromEntries(Object.entries(entityFields).map(([type, field]) => [type, [field]])),
    ),
  ],
};

const introductionOf = (schema) => (schema ? [schema.description, ''] : []);

function sectionOf(subject, heading, language) {
  const [file, pointer] = subject.split('#/$defs/');
  const schema = pointer === undefined ? language.get(file) : language.get(file).$defs[pointer];
  const link = (reference) => linkTo(reference, '', file);
  const table = tableOf(schema, link);
  return [
    `### ${heading}`,
    '',
    ...(schema.description ? [cell(schema.description), ''] : []),
    ...(table.length > 0 && schema.properties ? [] : [`Type: ${cell(typeOf(schema, link))}.`, '']),
    ...table,
    ...(after[subject] ?? []),
  ];
}

/** @throws Error for a schema, or a part of one, that no chapter describes. */
function assertComplete(language) {
  for (const [file, schema] of language)
    for (const reference of [file, ...Object.keys(schema.$defs ?? {}).map((name) => part(file, name))])
      linkTo(reference);
}

/** Returns the lines of the reference of the language, from its schemas by name. */
export function languageReference(language) {
  assertComplete(language);
  return [
    '# The keys of the definition language',
    '',
    'Made from `schemas/` by `node scripts/reference.mjs`: change a schema, then run it again. Every example is tested.',
    '[definitions.md](definitions.md) explains the language, [widget-reference.md](widget-reference.md) lists the props and',
    'events of every widget.',
    '',
    ...chapters.map(([title, subjects]) => {
      const links = Object.values(subjects).map((heading) => `[${heading}](#${anchor(heading)})`);
      return `- [${title}](#${anchor(title)}): ${links.join(' · ')}`;
    }),
    '',
    ...chapters.flatMap(([title, subjects]) => [
      `## ${title}`,
      '',
      ...introductionOf(language.get({ Steps: 'action', Events: 'event' }[title])),
      ...Object.entries(subjects).flatMap(([subject, heading]) => sectionOf(subject, heading, language)),
    ]),
  ];
}
