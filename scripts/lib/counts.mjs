import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './root.mjs';

/**
 * Numbers of a runner's passed and failed tests, the names of the failed ones, and the seconds of each file, read from its
 * report. A file that does not load and an error outside of tests count as failed, and a runner that exits with an error has at
 * least one failure.
 *
 * @typedef {{ file: string, seconds: number }} FileTime
 * @typedef {{ passed: number, failed: number, names: string[], files: FileTime[] }} Counts
 */

/** Reads what `counts-reporter.mjs` wrote. @returns {Counts} */
export function readVitest(file, exitCode) {
  const counts = read(file);
  if (!counts) return noReport;
  return withExitCode(counts, exitCode);
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
  const failed = unexpected + flaky + report.errors.length;
  return withExitCode({ passed: expected, failed, names, files: journeyTimes(report) }, exitCode);
}

/** A journey's time includes the server that its worker starts for it. @returns {FileTime[]} */
function journeyTimes(report) {
  const seconds = new Map();
  for (const { file, tests } of specsOf(report.suites))
    for (const { duration = 0 } of tests.flatMap((test) => test.results))
      seconds.set(file, (seconds.get(file) ?? 0) + duration / 1000);
  const folder = report.config?.rootDir ?? root;
  return [...seconds].map(([file, time]) => ({ file: nameOf(join(folder, file)), seconds: time }));
}

/** Characters of a reason: enough for a locator with what was found, and not for a whole page. */
const reasonLength = 600;

const noReport = { passed: 0, failed: 1, names: ['the runner left no report'], files: [] };

function withExitCode(counts, exitCode) {
  if (counts.failed > 0 || exitCode === 0) return counts;
  return { ...counts, failed: 1, names: [`the runner ended with ${exitCode}, see above`] };
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
  return `${nameOf(file)} › ${name}: ${reason}`;
}

/** Names a file by its path in the project. */
export const nameOf = (file) => relative(root, resolve(root, file));

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}
