import type { Access } from '../../../contracts/access.ts';
import { compileExpression } from '../expressions/expression.ts';
import { entityScreen } from './entity.ts';
import type { EntityDocument } from '../generated/documents.ts';

/** A rule that names the screen of its entity where it names none, so that it means the same in other documents. */
function onScreen(rule: Access, screen: string): Access {
  if ('any' in rule) return { any: rule.any.map((one) => onScreen(one, screen)) };
  if ('all' in rule) return { all: rule.all.map((one) => onScreen(one, screen)) };
  return 'verb' in rule ? { screen, ...rule } : rule;
}

/** The permission to read and write a field: its own, and those of the fields it is computed from. null: that of the record. */
export function fieldAccess(entity: EntityDocument, name: string): Access | null {
  const rules: Access[] = [];
  const names = new Set([name]);
  // A set that grows while it is iterated also yields what is added.
  for (const one of names) {
    const field = Object.hasOwn(entity.fields, one) ? entity.fields[one] : undefined;
    if (field?.access) rules.push(onScreen(field.access as Access, entityScreen(entity)));
    for (const [root, read] of field?.compute ? compileExpression(field.compute.$expr).refs : [])
      if (root === 'row' && read !== undefined) names.add(read);
  }
  return rules.length > 1 ? { all: rules } : (rules[0] ?? null);
}
