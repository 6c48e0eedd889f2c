import { iconNames } from '../../../contracts/icon-names.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import { toPointer } from '../../../contracts/json-pointer.ts';
import type { Diagnostic } from '../contract.ts';
import { walkAnnotations } from '../language/schema-annotations.ts';
import { diagnostic } from './diagnostics.ts';
import { languageSchema } from './language-schemas.ts';
import { nearestValue } from './nearest.ts';
import { References } from './references.ts';

/** Warns about names of icons that do not exist: their nodes render with a neutral square. */
export function iconDiagnostics(icons: References['icons']): Diagnostic[] {
  const known: readonly string[] = iconNames;
  return icons.flatMap(({ name, pointer }) =>
    known.includes(name)
      ? []
      : [diagnostic(pointer, 'unknown-icon', { icon: name, ...nearestValue(name, known) }, 'warning')],
  );
}

/** Collects the icons of an entity: its own, and those of options. */
export function iconsOfEntity(entity: JsonObject): References['icons'] {
  const references = new References();
  walkAnnotations(languageSchema('entity'), entity, (annotation, path, value) => {
    if (annotation === 'icon') references.addIcon(value, toPointer(path));
  });
  return references.icons;
}
