import { writeFileSync } from 'node:fs';
import { describeFailure, nameOf } from './counts.mjs';

/**
 * Vitest's reporter of what a run came to, as `Counts` in the file COUNTS_FILE. Vitest's own JSON leaves out errors outside
 * of tests, such as a promise that nobody handled: each counts as failed here.
 */
export default class CountsReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const names = [];
    let passed = 0;
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        if (state === 'passed') passed += 1;
        if (state === 'failed')
          names.push(describeFailure(module.moduleId, test.fullName, errors[0]?.message));
      }
      for (const { message } of module.errors())
        names.push(describeFailure(module.moduleId, 'outside of its tests', message));
      for (const suite of module.children.allSuites())
        for (const { message } of suite.errors())
          names.push(describeFailure(module.moduleId, suite.fullName, message));
    }
    // Vitest tells which test ran when an error was thrown that none handled; for one of the process it tells none.
    for (const { message, stack, VITEST_TEST_PATH: path, VITEST_TEST_NAME: test } of unhandledErrors)
      names.push(describeFailure(path ?? '', `${test ?? 'no test'}, not handled`, message ?? stack));
    const files = modules.map((module) => ({ file: nameOf(module.moduleId), seconds: secondsOf(module) }));
    const counts = { passed, failed: names.length, names, files };
    writeFileSync(process.env.COUNTS_FILE, JSON.stringify(counts));
  }
}

/** Seconds of a file: loading it and all it imports, its hooks and its tests. */
function secondsOf(module) {
  const { environmentSetupDuration, prepareDuration, setupDuration, collectDuration, duration } =
    module.diagnostic();
  return (environmentSetupDuration + prepareDuration + setupDuration + collectDuration + duration) / 1000;
}
