// Checks that no two functions of the product have equal bodies, whatever their names.
import { equalBodies, readBodies } from './lib/equal-bodies.mjs';
import { isTest } from './lib/import-rules.mjs';

// A check that finds fewer has not read the sources.
const fewest = 5000;

const bodies = readBodies(['.storybook', 'src', 'widgets', 'scripts'], isTest);
const errors = equalBodies(bodies).map(
  ([first, ...others]) =>
    `${others.map(placeOf).join(', ')}: the body of ${placeOf(first)}: write it once, where docs/architecture.md lets all of them import it.`,
);
if (bodies.length < fewest)
  errors.push(`only ${bodies.length} functions were read: check the list of folders`);

function placeOf({ path, line, name }) {
  return `${path}:${line}${name === null ? '' : ` ${name}`}`;
}

for (const error of errors) process.stdout.write(`${error}\n`);
process.stdout.write(`${bodies.length} functions, ${errors.length} errors\n`);
process.exitCode = errors.length > 0 ? 1 : 0;
