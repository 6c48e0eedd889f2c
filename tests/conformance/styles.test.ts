import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

const sheets = ['src', 'widgets'].flatMap((folder) =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css'))
    .map((file) => `${folder}/${file}`),
);

/** A `:has()` with a combinator after it, and then a compound that any element may match. */
const costly = /:has\((?:[^()]|\([^()]*\))*\)[^,{}]*[\s>+~](?:\*|:not\(|:is\()/;

/** Rules for print cost nothing while a page is used. */
function withoutPrint(css: string): string {
  let text = css.replace(/\/\*[\s\S]*?\*\//g, '');
  for (let at = text.indexOf('@media print'); at !== -1; at = text.indexOf('@media print')) {
    let end = text.indexOf('{', at) + 1;
    for (let depth = 1; depth > 0; end += 1) depth += text[end] === '{' ? 1 : text[end] === '}' ? -1 : 0;
    text = text.slice(0, at) + text.slice(end);
  }
  return text;
}

it('finds the rule that made each insertion into a form cost ten times as much', () => {
  expect('.screen-form:has([data-form-areas]) > :not([data-page-header])').toMatch(costly);
  expect('.screen-form:has([data-form-areas])').not.toMatch(costly);
});

it.each(sheets)('%s has no rule for any element below one that contains something', (file) => {
  expect(withoutPrint(readFileSync(`${root}${file}`, 'utf8'))).not.toMatch(costly);
});
