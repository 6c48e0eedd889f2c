import { parseArgs } from 'node:util';
import { providerExamination } from './domains/access/index.ts';
import { diagnose } from './platform/doctor/diagnosis.ts';
import type { Finding } from './platform/doctor/finding.ts';

// `npm run doctor [-- --json]`: a line for each finding; the exit code is 1 when one is an error.
const print = (findings: readonly Finding[]): string =>
  wantsJson()
    ? `${JSON.stringify(findings, null, 2)}\n`
    : findings.map(({ level, text }) => `${level.padEnd(7)}  ${text}\n`).join('');

function wantsJson(): boolean {
  try {
    return parseArgs({ options: { json: { type: 'boolean', default: false } } }).values.json;
  } catch {
    process.stderr.write('npm run doctor -- [--json]\n');
    process.exit(1);
  }
}

const findings = await diagnose(process.env, providerExamination);
process.stdout.write(print(findings), () =>
  process.exit(findings.some(({ level }) => level === 'error') ? 1 : 0),
);
