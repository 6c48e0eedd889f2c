import { existsSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from '../bootstrap.mjs';

/**
 * How many tests a runner passed and failed, and which failed, read from its own report. What it could not even load
 * counts as failed, and a runner that ends with an error never counts as all passed.
 *
 * @typedef {{ passed: number, failed: number, names: string[] }} Counts
 */

/** @returns {Counts} */
export function readVitest(file, exitCode) {
  const report = read(file);
  if (!report) return noReport;
  const unloadable = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  const names = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => told(name, test.fullName, test.failureMessages[0])),
  );
  names.push(...unloadable.map(({ name, message }) => told(name, 'does not load', message)));
  return settle(report.numPassedTests, report.numFailedTests + unloadable.length, names, exitCode);
}

/** @returns {Counts} */
export function readPlaywright(file, exitCode) {
  const report = read(file);
  if (!report) return noReport;
  const { expected, unexpected, flaky } = report.stats;
  const names = specsOf(report.suites)
    .filter((spec) => !spec.ok)
    .map((spec) => told(spec.file, spec.title, spec.tests[0]?.results.at(-1)?.error?.message));
  names.push(...report.errors.map((error) => told('', 'the runner', error.message)));
  return settle(expected, unexpected + flaky + report.errors.length, names, exitCode);
}

const noReport = { passed: 0, failed: 1, names: ['the runner left no report'] };

function settle(passed, failed, names, exitCode) {
  if (failed === 0 && exitCode !== 0)
    return { passed, failed: 1, names: [`the runner ended with ${exitCode}, see above`] };
  return { passed, failed, names };
}

const specsOf = (suites = []) => suites.flatMap((suite) => [...suite.specs, ...specsOf(suite.suites)]);

/** Where, which, and the first line of why. */
function told(file, name, message = '') {
  const [why = ''] = message.split('\n');
  return `${relative(root, resolve(root, file))} › ${name}: ${stripVTControlCharacters(why)}`;
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}
