// An entity: its declaration, the migration of its table, and its screens. The server finds all of them by themselves, so
// nothing is written by hand. Imports TypeScript, so it runs in tsx, Vite or Vitest only.
import { namesOf, Refusal } from '../lib/scaffold.mjs';
import { entityFields } from './entity-fields.mjs';
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

/**
 * @param {ReturnType<typeof import('../lib/scaffold.mjs').changesIn>} changes
 * @param {string} given the entity's name
 * @param {string} [fields] as `serial:string! unique, bought:date, status:enum(ok|lost), owner:user`
 */
export function create(changes, given, fields = 'name:string!') {
  const { name, snake, title } = namesOf(given);
  const known = new Map(
    changes
      .documents('screens')
      .flatMap(([, document]) => (document.kind === 'entity' ? [[document.id, document]] : [])),
  );
  if (known.has(name)) throw new Refusal(`the entity ${name} exists already`);
  const { declared, words } = entityFields(fields, {
    name,
    known,
    text: (key) => `$screens.${name}.${textKey(key)}`,
  });
  const shown = Object.keys(declared).find((key) => declared[key].type === 'string') ?? 'id';
  const document = {
    kind: 'entity',
    formatVersion: 2,
    id: name,
    title: `$screens.${name}.one`,
    plural: `$screens.${name}.title`,
    icon: 'list',
    display: shown,
    fields: { id: { type: 'integer', title: 'Id', readOnly: true }, ...declared },
  };
  const number = Math.max(
    ...['src/server/db/migrations', 'migrations'].map((folder) => Number(changes.nextNumber(folder))),
  );
  const file = `migrations/${String(number).padStart(3, '0')}_${snake}.sql`;
  addDefinition(changes, `screens/${name}/${name}.entity.json`, document);
  changes.add(file, entityTable(document, known));
  const group = addToMenu(changes, { key: name, title: `$screens.${name}.title`, icon: 'list' });
  for (const [path, screen] of Object.entries(entityScreens(document, known, group)))
    addDefinition(changes, `screens/${name}/${name}${path}.json`, screen);
  const texts = Object.fromEntries(Object.entries(words).map(([key, text]) => [textKey(key), text]));
  changes.addTexts(
    Object.fromEntries(
      Object.entries(documentNames).map(([language, namesIn]) => [
        language,
        {
          title: `${title}s`,
          one: title,
          rows: { one: title.toLowerCase(), other: `${title.toLowerCase()}s` },
          ...namesIn(title),
          ...texts,
        },
      ]),
    ),
    ['screens', 'users'],
    name,
  );
}
