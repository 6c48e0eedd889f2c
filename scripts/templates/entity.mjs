// An entity: its declaration, the migration of its table, and its screens. The server finds all of them by themselves, so
// nothing is written by hand. Imports TypeScript, so it runs in tsx, Vite or Vitest only.
import { entityDiagnostics, entityExpressionDiagnostics } from '../../src/engine/core/validate/entities.ts';
import { diagnosticErrors } from '../../src/server/kernel/diagnostic-errors.ts';
import { namesOf, Refusal } from '../lib/scaffold.mjs';
import { entityFields, partsOf, quoted, titlesOf } from './entity-fields.mjs';
import { entityScreens } from './entity-screens.mjs';
import { entityTable } from './entity-table.mjs';
import { addDefinition, addToMenu } from './screen.mjs';

/** Names of the documents of an entity, which tell them apart in the list of definitions. */
const documentNames = {
  pt: (title) => ({
    create: `${title}: novo registro`,
    edit: `${title}: editar registro`,
    form: `${title}: formulário`,
  }),
  en: (title) => ({
    create: `New ${title.toLowerCase()}`,
    edit: `Edit ${title.toLowerCase()}`,
    form: `${title} form`,
  }),
  es: (title) => ({
    create: `${title}: nuevo registro`,
    edit: `${title}: editar registro`,
    form: `${title}: formulario`,
  }),
};

/** Key of a field's text, which is never the key of a name of the entity. */
const textKey = (field) =>
  ['title', 'one', 'rows', 'create', 'edit', 'form'].includes(field) ? `${field}-field` : field;

/** Names of an entity's records in a language, from its title there and its plural. */
const namesIn = (language, title, plural) => ({
  title: plural,
  one: title,
  rows: { one: title.toLowerCase(), other: plural.toLowerCase() },
  ...documentNames[language](title),
});

/**
 * @param {ReturnType<typeof import('../lib/scaffold.mjs').changesIn>} changes
 * @param {string} given the entity's name, and its titles, as `order 'Pedido' 'Pedidos'`
 * @param {string} [fields] as `serial:string! unique, bought:date, status:enum(ok|lost), owner:user`
 */
export async function create(changes, given, fields = 'name:string!') {
  const [key = '', singular, plural, ...more] = partsOf(given, ' ');
  const { name, snake, title } = namesOf(key);
  if (more.length > 0 || [singular, plural].some((one) => one !== undefined && quoted(one) === undefined))
    throw new Refusal(`"${given}" is not a name: write it as ${name}, or ${name} 'Pedido' 'Pedidos'`);
  const known = new Map(
    changes
      .documents('screens')
      .flatMap(([, document]) => (document.kind === 'entity' ? [[document.id, document]] : [])),
  );
  if (known.has(name)) throw new Refusal(`the entity ${name} exists already`);
  const shared = new Set(
    changes.documents('locales/pt').flatMap(([, tree]) => Object.keys(tree.fields ?? {})),
  );
  const { declared, rows, titles } = entityFields(fields, {
    name,
    known,
    shared,
    text: (field) => `$screens.${name}.${textKey(field)}`,
  });
  const shown = Object.keys(declared).find((field) => declared[field].type === 'string') ?? 'id';
  const document = {
    kind: 'entity',
    formatVersion: 2,
    id: name,
    title: `$screens.${name}.one`,
    plural: `$screens.${name}.title`,
    icon: 'list',
    display: shown,
    fields: { id: { type: 'integer', title: 'Id', readOnly: true }, ...declared },
    ...(rows.length > 0 ? { rows } : {}),
  };
  const declarations = entityDiagnostics(document, undefined, [...known.values(), document]);
  const found = declarations.length > 0 ? declarations : await entityExpressionDiagnostics(document);
  const [invalid] = diagnosticErrors(found, 'en');
  if (invalid) throw new Refusal([invalid.path, invalid.message, invalid.remedy].filter(Boolean).join(' '));
  const number = Math.max(
    ...['src/server/db/migrations', 'migrations'].map((folder) => Number(changes.nextNumber(folder))),
  );
  const file = `migrations/${String(number).padStart(3, '0')}_${snake}.sql`;
  addDefinition(changes, `screens/${name}/${name}.entity.json`, document);
  changes.add(file, entityTable(document, known));
  const group = addToMenu(changes, { key: name, title: `$screens.${name}.title`, icon: 'list' });
  for (const [path, screen] of Object.entries(entityScreens(document, known, group)))
    addDefinition(changes, `screens/${name}/${name}${path}.json`, screen);
  const ones = titlesOf(quoted(singular), title);
  const many = titlesOf(quoted(plural), '');
  const textsIn = (language) => ({
    ...namesIn(language, ones[language], many[language] || `${ones[language]}s`),
    ...Object.fromEntries(Object.entries(titles).map(([field, one]) => [textKey(field), one[language]])),
  });
  changes.addTexts(
    Object.fromEntries(Object.keys(documentNames).map((language) => [language, textsIn(language)])),
    ['screens', 'users'],
    name,
  );
}
