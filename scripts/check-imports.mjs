// Holds every module to the import rules of docs/architecture.md.
import { judge } from './lib/import-rules.mjs';
import { findCycles, readModules } from './lib/modules.mjs';

// Fewer than these were not read but overlooked: a check that reads nothing must not pass.
const fewest = { modules: 120, imports: 400 };

const modules = readModules(['.storybook', 'src', 'widgets', 'tests']);
const imports = modules.reduce((sum, module) => sum + module.imports.length, 0);
const errors = modules.flatMap(judge);
for (const cycle of findCycles(modules)) errors.push(`${cycle[0]}: imports go round: ${cycle.join(' → ')}`);
if (modules.length < fewest.modules || imports < fewest.imports) {
  errors.push(`only ${modules.length} modules with ${imports} imports were read, fewer than there must be`);
}

for (const error of errors) process.stdout.write(`${error}\n`);
process.stdout.write(`${modules.length} modules, ${imports} imports, ${errors.length} errors\n`);
process.exitCode = errors.length > 0 ? 1 : 0;
