// Measures forms with lists, tables, objects, alternatives and free entries:
// `node tests/bench/structured.mjs [runs] [case,case] [--beside <another checkout>] [--schemas <folder of JSON Schemas>]`
// With another checkout, both builds are measured alternately in one browser, and the last column is ours to theirs.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { ensureChromium, launchArgs } from '../../scripts/lib/chromium.mjs';
import { serveBenchPage } from './lib/page.mjs';
import { measureStructured } from './lib/structured.mjs';
import { median, printTable } from './lib/table.mjs';

const { plain, options } = readArguments(process.argv.slice(2));
const runs = Number(plain[0] ?? 5);
const cases = plain[1]?.split(',') ?? [
  'list-10',
  'list-200',
  'rows-50',
  'choice-20',
  'when-20',
  'group-4',
  'entries-50',
];
const subjects = [
  ...cases.filter((name) => name !== 'none').map((name) => ({ name })),
  ...(options.schemas === undefined ? [] : schemasOf(options.schemas)),
];

const ours = await serveBenchPage();
const beside = options.beside === undefined ? null : await serveOther(resolve(options.beside));
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: launchArgs });
try {
  const rows = [];
  for (const subject of subjects) rows.push(...(await compare(subject)));
  printTable(['case', 'measure', 'ours', ...(beside ? ['beside', 'ratio'] : []), 'runs'], rows);
} finally {
  await browser.close();
  await ours.stop();
  await beside?.stop();
}

async function compare(subject) {
  const pages = beside === null ? [ours] : [ours, beside];
  const found = pages.map(() => ({}));
  for (let run = 0; run < runs; run += 1) {
    const order = run % 2 === 0 ? [...pages.keys()] : [...pages.keys()].reverse();
    for (const at of order) {
      const numbers = await measureStructured(browser, pages[at].url, subject);
      for (const [label, number] of Object.entries(numbers)) (found[at][label] ??= []).push(number);
    }
  }
  return Object.entries(found[0]).map(([label, numbers]) => {
    const [a, b] = [median(numbers), median(found[1]?.[label] ?? [NaN])];
    return [
      subject.name,
      label,
      a.toFixed(1),
      ...(beside ? [b.toFixed(1), (a / b).toFixed(2)] : []),
      numbers.length,
    ];
  });
}

/** Serves the bench page of another checkout, built with its own settings. */
async function serveOther(folder) {
  const page = await import(join(folder, 'tests/bench/lib/page.mjs'));
  return page.serveBenchPage();
}

function schemasOf(folder) {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({ name: file, schema: JSON.parse(readFileSync(join(folder, file), 'utf8')) }));
}

function readArguments(given) {
  const found = { plain: [], options: {} };
  for (let at = 0; at < given.length; at += 1) {
    if (given[at].startsWith('--')) found.options[given[at].slice(2)] = given[(at += 1)];
    else found.plain.push(given[at]);
  }
  return found;
}
