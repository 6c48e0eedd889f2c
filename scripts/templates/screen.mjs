// A screen with a header and a line of text, its texts, and its entry in the menu. Imports TypeScript, so it runs in tsx,
// Vite or Vitest only.
import { isReservedPath } from '../../src/contracts/reserved-paths.ts';
import { namesOf, Refusal } from '../lib/scaffold.mjs';

const words = {
  pt: 'Esta tela ainda está vazia.',
  en: 'This screen is still empty.',
  es: 'Esta pantalla aún está vacía.',
};

/**
 * @param {ReturnType<typeof import('../lib/scaffold.mjs').changesIn>} changes
 * @param {string} given the screen's key, also as `area/key`; without an area it is the key's first word
 */
export function create(changes, given) {
  const [area, key] = given.includes('/') ? given.split('/', 2) : [given.split('-')[0], given];
  if (given.split('/').length > 2) throw new Refusal(`"${given}" is not a name: write it as key or area/key`);
  namesOf(area);
  const { name, title } = namesOf(key);
  addDefinition(changes, `screens/${area}/${name}.screen.json`, screen(name));
  addToMenu(changes, { key: name, title: `$screens.${name}.title`, icon: 'square' });
  changes.addTexts(
    Object.fromEntries(Object.entries(words).map(([language, text]) => [language, { title, text }])),
    ['screens', 'users'],
    name,
  );
}

/** Adds a definition, whose id and path must be new and not reserved. */
export function addDefinition(changes, file, document) {
  if (document.path !== undefined && isReservedPath(document.path))
    throw new Refusal(
      `the address ${document.path} is reserved for pages of the product, choose another name`,
    );
  for (const [other, { kind, id, path }] of changes.documents('screens')) {
    if (kind === document.kind && id === document.id) throw new Refusal(`${other} has the id ${id} already`);
    if (path !== undefined && path === document.path)
      throw new Refusal(`${other} has the path ${path} already`);
  }
  // On one line, which Prettier breaks only where it is too long.
  changes.add(file, JSON.stringify(document));
}

/** Adds an entry at the end of the menu's group of records, or of the last group where that one is gone, and returns the group's title. */
export function addToMenu(changes, item) {
  let groupTitle;
  changes.editJson('screens/menu.json', ({ overview, settings }) => {
    const taken = [...overview, ...settings]
      .flatMap(({ submenu }) => submenu)
      .find(({ key }) => key === item.key);
    if (taken) throw new Refusal(`screens/menu.json has ${item.key} already`);
    const group = overview.find(({ title }) => title === '$menu.basic') ?? overview.at(-1);
    group.submenu.push(item);
    groupTitle = group.title;
  });
  return groupTitle;
}

const screen = (name) => ({
  kind: 'screen',
  formatVersion: 2,
  id: name,
  path: `/${name}`,
  title: `$screens.${name}.title`,
  access: { screen: name, verb: 'read' },
  breadcrumb: [{ name: `$screens.${name}.title` }],
  body: [
    { id: 'header', type: 'page-header', props: { title: `$screens.${name}.title` } },
    { id: 'text', type: 'text', props: { text: `$screens.${name}.text` } },
  ],
});
