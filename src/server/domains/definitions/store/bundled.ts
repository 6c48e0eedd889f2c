import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { definitionKinds, type DefinitionKind } from '../../../../contracts/definitions.ts';
import { type Json, type JsonObject, isObject } from '../../../../contracts/json.ts';
import { projectFolder } from '../../../db/project-folder.ts';

/** A definition that ships with the product. */
export interface BundledDefinition {
  kind: DefinitionKind;
  id: string;
  /** Path below screens/, for messages to the author of the file. */
  file: string;
  document: JsonObject;
}

/** A file of screens/ without a definition that could be served. */
export interface BrokenDefinition {
  kind: BundledDefinition['kind'];
  /** The id that the file states, or null when none can be read. */
  id: string | null;
  file: string;
  /** Why the file was refused, for the log. */
  reason: string;
}

export interface BundledMenuItem {
  key: string;
  title: string;
  icon?: string;
}

export interface BundledMenuGroup {
  id: number;
  title: string;
  icon: string;
  /** false: the group is sent for its permissions, and the menu does not list it. */
  show?: boolean;
  submenu: BundledMenuItem[];
}

/** screens/menu.json */
export interface BundledMenu {
  overview: BundledMenuGroup[];
  settings: BundledMenuGroup[];
}

const fileName = new RegExp(`\\.(${definitionKinds.join('|')})\\.json$`);

/**
 * Reads the definitions of a folder of the project, by default screens/. A new screen is added to no list.
 * @param onBroken is called for each file that is not JSON, contradicts its file name or repeats another's id. Such a file
 * is left out. Without this callback it raises an Error.
 */
export function readDefinitions(
  folder = projectFolder('screens'),
  onBroken: (broken: BrokenDefinition) => void = ({ file, reason }) => {
    throw new Error(`screens/${file}: ${reason}`);
  },
): BundledDefinition[] {
  const seen = new Map<string, BundledDefinition>();
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => fileName.test(file))
    .sort();
  for (const name of files) {
    const file = name.split(sep).join('/');
    const kind = fileName.exec(name)?.[1] as BundledDefinition['kind'];
    const text = readFileSync(join(folder, name), 'utf8');
    try {
      const definition = { kind, file, ...parseDefinition(text, kind) };
      const other = seen.get(`${kind}/${definition.id}`);
      if (other)
        throw new Error(`the ${kind} "${definition.id}" is defined in screens/${other.file} already`);
      seen.set(`${kind}/${definition.id}`, definition);
    } catch (error) {
      const id = /"id"\s*:\s*"([^"]+)"/.exec(text)?.[1] ?? null;
      onBroken({ kind, id, file, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return [...seen.values()];
}

const menuKeys = {
  menu: ['overview', 'settings'],
  group: ['id', 'title', 'icon', 'show', 'submenu'],
  entry: ['key', 'title', 'icon'],
} as const;

/**
 * Reads the menu's groups and entries, unfiltered by permissions.
 * @throws Error for a key that would do nothing, such as `route` or `device`: an entry opens /{key}, on every device.
 */
export function readMenu(folder = projectFolder('screens')): BundledMenu {
  const menu = JSON.parse(readFileSync(join(folder, 'menu.json'), 'utf8')) as BundledMenu;
  const check = (value: object, kind: keyof typeof menuKeys, at: string) => {
    const known: readonly string[] = menuKeys[kind];
    const unknown = Object.keys(value).find((key) => !known.includes(key));
    if (unknown !== undefined)
      throw new Error(`screens/menu.json${at}: "${unknown}" does nothing here; use ${known.join(', ')}`);
  };
  check(menu, 'menu', '');
  for (const part of menuKeys.menu)
    menu[part].forEach((group, at) => {
      check(group, 'group', `/${part}/${at}`);
      group.submenu.forEach((entry, index) => check(entry, 'entry', `/${part}/${at}/submenu/${index}`));
    });
  return menu;
}

/** @throws Error with the reason why the text is no definition of this kind. */
function parseDefinition(text: string, kind: string): { id: string; document: JsonObject } {
  const document = JSON.parse(text) as Json;
  if (!isObject(document)) {
    throw new Error('a definition is a JSON object');
  }
  if (document.kind !== kind) {
    throw new Error(`its kind is "${String(document.kind)}", its name says ${kind}`);
  }
  const { id, access, path } = document;
  if (typeof id !== 'string') throw new Error('it has no id');
  // A guessed access rule could open the definition to everybody.
  if (access !== undefined && !isObject(access)) {
    throw new Error('its access is no rule');
  }
  if (kind === 'screen' && typeof path !== 'string') throw new Error('it has no path');
  return { id, document };
}
