import { existsSync, readFileSync } from 'node:fs';

/**
 * How many tests a runner passed and failed, read from its own report. What it could not even load counts as failed,
 * and a runner that ends with an error never counts as all passed.
 *
 * @typedef {{ passed: number, failed: number }} Counts
 */

/** @returns {Counts} */
export function readVitest(file, exitCode) {
  const report = read(file);
  if (!report) return { passed: 0, failed: 1 };
  const unloadable = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  return settle(report.numPassedTests, report.numFailedTests + unloadable.length, exitCode);
}

/** @returns {Counts} */
export function readPlaywright(file, exitCode) {
  const report = read(file);
  if (!report) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky } = report.stats;
  return settle(expected, unexpected + flaky + report.errors.length, exitCode);
}

function settle(passed, failed, exitCode) {
  return { passed, failed: failed === 0 && exitCode !== 0 ? 1 : failed };
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}
