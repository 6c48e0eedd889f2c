// Checks the imports of every module against the rules of docs/architecture.md.
import { importErrors } from './lib/import-rules.mjs';
import { findCycles, readModules } from './lib/modules.mjs';

// A check that finds fewer has not read the sources.
const fewest = { modules: 120, imports: 400 };

const modules = readModules(['.storybook', 'src', 'widgets', 'tests']);
const imports = modules.reduce((sum, module) => sum + module.imports.length, 0);
const errors = modules.flatMap(importErrors);
for (const cycle of findCycles(modules)) errors.push(`${cycle[0]}: circular imports: ${cycle.join(' → ')}`);
if (modules.length < fewest.modules || imports < fewest.imports) {
  errors.push(`only ${modules.length} modules with ${imports} imports were read: check the list of folders`);
}

for (const error of errors) process.stdout.write(`${error}\n`);
process.stdout.write(`${modules.length} modules, ${imports} imports, ${errors.length} errors\n`);
process.exitCode = errors.length > 0 ? 1 : 0;
