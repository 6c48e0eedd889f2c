import { diagnose } from './services/diagnosis.ts';

// `npm run doctor`: a line for each finding; the exit code is 1 when one is an error.
const findings = await diagnose(process.env);
const lines = findings.map(({ level, text }) => `${level.padEnd(7)}  ${text}\n`);
process.stdout.write(lines.join(''), () =>
  process.exit(findings.some(({ level }) => level === 'error') ? 1 : 0),
);
