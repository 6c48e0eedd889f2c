import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Finds a folder of the project by its name, from this module upwards: the sources and the built server both lie inside of the
 * project.
 * @throws Error when it is missing
 */
export function projectFolder(name: string): string {
  for (
    let folder = dirname(fileURLToPath(import.meta.url));
    folder !== dirname(folder);
    folder = dirname(folder)
  ) {
    // Folders of the sources have some of the same names; the menu stands in the project's own alone.
    if (existsSync(join(folder, name)) && existsSync(join(folder, 'screens', 'menu.json')))
      return join(folder, name);
  }
  throw new Error(`the folder ${name}/ is missing beside the server`);
}
