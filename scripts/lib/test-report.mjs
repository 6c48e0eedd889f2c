/**
 * Collects the outcome and the time of each part of a test run.
 *
 * @typedef {import('./counts.mjs').Counts} Counts
 * @typedef {[name: string, run: () => Promise<{ code: number, output: string }>]} Check
 */
export function createReport() {
  const total = { passed: 0, failed: 0 };
  const failures = [];
  const leftOut = [];
  const times = [];
  const slowest = [];
  const started = performance.now();

  function add(name, since, { passed, failed, names = [], files = [] }) {
    total.passed += passed;
    total.failed += failed;
    times.push({ name, seconds: (performance.now() - since) / 1000 });
    slowest.push(...slowestOf(name, files));
    if (failed > 0) failures.push(`${name}: ${failed}`, ...names.map((test) => `  ${test}`));
  }

  /** @param {Check} check @returns {Promise<boolean>} whether it passed; it counts as one test */
  async function runCheck([name, run]) {
    const since = performance.now();
    const { code, output } = await run();
    heading(name);
    process.stdout.write(output);
    const passed = code === 0;
    add(name, since, { passed: passed ? 1 : 0, failed: passed ? 0 : 1 });
    return passed;
  }

  return {
    /**
     * Runs checks two at a time, for two cores, and prints the output of each when it ends.
     *
     * @param {Check[]} checks
     * @returns {Promise<boolean[]>} whether each passed, in their order
     */
    async checks(checks) {
      const outcomes = [];
      let next = 0;
      const work = async () => {
        while (next < checks.length) {
          const index = next++;
          outcomes[index] = await runCheck(checks[index]);
        }
      };
      await Promise.all([work(), work()]);
      return outcomes;
    },

    /** Runs a part that prints for itself. @param {() => Promise<Counts>} run */
    async part(name, run) {
      heading(name);
      const since = performance.now();
      add(name, since, await run());
    },

    /** Records a part that cannot run here. In continuous integration it counts as failed. */
    leaveOut(name, remedy) {
      leftOut.push(`${name}: ${remedy}`);
    },

    /** Prints times, failures and the sum. @returns {number} the exit code */
    print() {
      if (slowest.length > 0) heading('slowest files');
      for (const line of slowest) process.stdout.write(`${line}\n`);
      heading('time');
      for (const { name, seconds } of times) process.stdout.write(timeLine(seconds, name));
      const seconds = (performance.now() - started) / 1000;
      process.stdout.write(timeLine(seconds, 'in all'));
      heading('result');
      for (const line of failures) process.stdout.write(`FAILED   ${line}\n`);
      for (const line of leftOut) process.stdout.write(`LEFT OUT ${line}\n`);
      if (process.env.CI) total.failed += leftOut.length;
      process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
      return total.failed > 0 ? 1 : 0;
    },
  };
}

/** Number of files of a part that the report names. */
const NAMED = 10;

function slowestOf(name, files) {
  if (files.length === 0) return [];
  const order = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, NAMED);
  return [`${name}:`, ...order.map(({ file, seconds }) => timeLine(seconds, file).trimEnd())];
}

const timeLine = (seconds, name) => `${seconds.toFixed(1).padStart(8)} s  ${name}\n`;

function heading(text) {
  process.stdout.write(`\n── ${text} ${'─'.repeat(Math.max(0, 76 - text.length))}\n`);
}
