import { existsSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from '../bootstrap.mjs';

/**
 * Numbers of a runner's passed and failed tests, and the names of the failed ones, read from its report. A file that does
 * not load counts as failed, and a runner that exits with an error has at least one failure.
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
      .map((test) => describeFailure(name, test.fullName, test.failureMessages[0])),
  );
  names.push(...unloadable.map(({ name, message }) => describeFailure(name, 'does not load', message)));
  return withExitCode(report.numPassedTests, report.numFailedTests + unloadable.length, names, exitCode);
}

/** @returns {Counts} */
export function readPlaywright(file, exitCode) {
  const report = read(file);
  if (!report) return noReport;
  const { expected, unexpected, flaky } = report.stats;
  const names = specsOf(report.suites)
    .filter((spec) => !spec.ok)
    .map((spec) => describeFailure(spec.file, spec.title, spec.tests[0]?.results.at(-1)?.error?.message));
  names.push(...report.errors.map((error) => describeFailure('', 'the runner', error.message)));
  return withExitCode(expected, unexpected + flaky + report.errors.length, names, exitCode);
}

const noReport = { passed: 0, failed: 1, names: ['the runner left no report'] };

function withExitCode(passed, failed, names, exitCode) {
  if (failed === 0 && exitCode !== 0)
    return { passed, failed: 1, names: [`the runner ended with ${exitCode}, see above`] };
  return { passed, failed, names };
}

const specsOf = (suites = []) => suites.flatMap((suite) => [...suite.specs, ...specsOf(suite.suites)]);

/** Names the file and the test, with the first line of the reason. */
function describeFailure(file, name, message = '') {
  const [reason = ''] = message.split('\n');
  return `${relative(root, resolve(root, file))} › ${name}: ${stripVTControlCharacters(reason)}`;
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}
