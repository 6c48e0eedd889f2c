import { existsSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from '../bootstrap.mjs';

/**
 * Numbers of a runner's passed and failed tests, and the names of the failed ones, read from its report. A file that does
 * not load and an error outside of tests count as failed, and a runner that exits with an error has at least one failure.
 *
 * @typedef {{ passed: number, failed: number, names: string[] }} Counts
 */

/** Reads what `counts-reporter.mjs` wrote. @returns {Counts} */
export function readVitest(file, exitCode) {
  const counts = read(file);
  if (!counts) return noReport;
  return withExitCode(counts.passed, counts.failed, counts.names, exitCode);
}

/** @returns {Counts} */
export function readPlaywright(file, exitCode) {
  const report = read(file);
  if (!report) return noReport;
  const { expected, unexpected, flaky } = report.stats;
  const names = specsOf(report.suites)
    .filter((spec) => !spec.ok)
    .map((spec) => describeFailure(spec.file, spec.title, reasonsOf(spec)));
  names.push(...report.errors.map((error) => describeFailure('', 'the runner', error.message)));
  return withExitCode(expected, unexpected + flaky + report.errors.length, names, exitCode);
}

/** Characters of a reason: enough for a locator with what was found, and not for a whole page. */
const reasonLength = 600;

const noReport = { passed: 0, failed: 1, names: ['the runner left no report'] };

function withExitCode(passed, failed, names, exitCode) {
  if (failed === 0 && exitCode !== 0)
    return { passed, failed: 1, names: [`the runner ended with ${exitCode}, see above`] };
  return { passed, failed, names };
}

const specsOf = (suites = []) => suites.flatMap((suite) => [...suite.specs, ...specsOf(suite.suites)]);

/** All errors: the first may say only that the time was over, and the next where. */
const reasonsOf = (spec) =>
  spec.tests[0]?.results
    .at(-1)
    ?.errors.map(({ message = '' }) => message.split('Call log:')[0].trim())
    .join(' · ');

/**
 * Names the file and the test, with the reason in one line: what was expected, where and what was found stand below the
 * first line of a message.
 */
export function describeFailure(file, name, message = '') {
  const reason = stripVTControlCharacters(message).trim().replace(/\s+/g, ' ').slice(0, reasonLength);
  return `${relative(root, resolve(root, file))} › ${name}: ${reason}`;
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}
