import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const pages = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** Links of a page to files of the repository: their text and the path from the page. */
function fileLinks(page: string): { text: string; file: string }[] {
  const source = readFileSync(join(root, page), 'utf8').replaceAll(/```[\s\S]*?```/g, '');
  return [...source.matchAll(/\[([^\]]*)\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
    .map(([, text = '', target = '']) => ({ text: text.replaceAll('\n', ' '), target }))
    .filter(({ target }) => !/^[a-z]+:/.test(target))
    .map(({ text, target }) => ({ text, file: join(dirname(page), decodeURIComponent(target)) }));
}

it.each(pages)('%s links to files that exist', (page) => {
  expect(fileLinks(page).filter(({ file }) => !existsSync(join(root, file)))).toEqual([]);
});

/** Anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (page: string): Set<string> =>
  new Set(
    [
      ...readFileSync(join(root, page), 'utf8')
        .replaceAll(/```[\s\S]*?```/g, '')
        .matchAll(/^#+ (.+)$/gm),
    ].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );

it.each(pages)('%s links to headings that exist', (page) => {
  const source = readFileSync(join(root, page), 'utf8').replaceAll(/```[\s\S]*?```/g, '');
  const missing = [...source.matchAll(/\]\(([\w./-]*\.md)?#([^)]+)\)/g)].filter(([, file, anchor = '']) => {
    const target = file === undefined ? page : join(dirname(page), file);
    return !anchorsOf(target).has(anchor);
  });
  expect(missing.map(([link]) => link)).toEqual([]);
});

it.each(pages)('%s names identifiers that the linked file has', (page) => {
  const outdated = fileLinks(page).filter(({ text, file }) => {
    // A link text in backquotes that has no dot or slash names something inside of the file; `host.run` names `run`.
    const name = /^`(?:host\.)?([A-Za-z]\w*)`$/.exec(text)?.[1];
    return (
      name !== undefined &&
      /\.(tsx?|mjs)$/.test(file) &&
      !new RegExp(`\\b${name}\\b`).test(readFileSync(join(root, file), 'utf8'))
    );
  });
  expect(outdated).toEqual([]);
});

it('gives each decision a date and a status', () => {
  const entries = readFileSync(join(root, 'docs/decisions.md'), 'utf8').split(/^- /m).slice(1);
  expect(entries.length).toBeGreaterThan(300);
  const status = /^\*\*[^*]+\*\* \(\d{4}-\d\d-\d\d, (?:holds|replaced\sby [^)]+)\)/;
  expect(entries.filter((entry) => !status.test(entry)).map((entry) => entry.slice(0, 80))).toEqual([]);
});
