import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIndexStandalone } from 'storybook/internal/core-server';
import { parseSync } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import { widgets } from '../../widgets/index.ts';

const root = join(import.meta.dirname, '../..');

/** The stories that every widget has, and the function of widgetStories() that creates each. */
const required: Record<string, string> = {
  Empty: 'empty',
  Loading: 'loading',
  Failed: 'failed',
  Forbidden: 'forbidden',
  Dense: 'dense',
  LongTexts: 'longTexts',
  Portuguese: 'portuguese',
  English: 'english',
  Spanish: 'spanish',
  Narrow: 'narrow',
  Wide: 'wide',
  Dark: 'dark',
};

interface Node {
  type: string;
  [key: string]: unknown;
}

/** Returns `empty` for the initialiser `stories.empty(…)`, null for any other. */
function kindOf(init: Node | null): string | null {
  const callee = init?.type === 'CallExpression' ? (init.callee as Node) : null;
  if (callee?.type !== 'MemberExpression') return null;
  const [of, kind] = [callee.object as Node, callee.property as Node];
  return of.type === 'Identifier' && of.name === 'stories' ? String(kind.name) : null;
}

const declaratorsOf = (statement: Node): Node[] =>
  statement.type === 'VariableDeclaration' ? (statement.declarations as Node[]) : [];

/** Reports the stories of a file that are missing or not created as required. */
export function diagnosticsOf(path: string, text: string): string[] {
  const { program } = parseSync(path, text);
  const body = program.body as unknown as Node[];
  const isCreated = body
    .flatMap(declaratorsOf)
    .some(
      ({ id, init }) =>
        (id as Node).name === 'stories' &&
        (init as Node | null)?.type === 'CallExpression' &&
        ((init as Node).callee as Node).name === 'widgetStories',
    );
  const imported = body.some(
    (statement) =>
      statement.type === 'ImportDeclaration' &&
      (statement.source as Node).value === '../../src/stories/index.ts',
  );
  const exported = new Map(
    body
      .filter(({ type, declaration }) => type === 'ExportNamedDeclaration' && declaration)
      .flatMap(({ declaration }) => declaratorsOf(declaration as Node))
      .map(({ id, init }) => [String((id as Node).name), kindOf(init as Node | null)]),
  );
  return [
    ...(isCreated && imported ? [] : [`${path}: no \`const stories = widgetStories(…)\` of src/stories`]),
    ...Object.entries(required).flatMap(([name, kind]) => {
      if (!exported.has(name)) return [`${path}: no story ${name}`];
      return exported.get(name) === kind ? [] : [`${path}: ${name} is not created by stories.${kind}()`];
    }),
  ];
}

const folders = readdirSync(join(root, 'widgets'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const storyFileOf = (type: string) =>
  `widgets/${type}/${type
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}.stories.tsx`;

describe('stories', () => {
  let index: { type: string; importPath: string; name: string; title: string }[] = [];

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'molde-stories-'));
    try {
      const outputFile = join(folder, 'index.json');
      await buildIndexStandalone({ configDir: join(root, '.storybook'), outputFile } as never);
      const { entries } = JSON.parse(readFileSync(outputFile, 'utf8')) as { entries: Record<string, never> };
      index = Object.values(entries);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('should include every widget', () => {
    expect(folders.toSorted()).toEqual(widgets.map(({ type }) => type).toSorted());
    expect(widgets.length).toBeGreaterThanOrEqual(13);
  });

  it.each(folders)('should show %s in every state, created by widgetStories', (type) => {
    const path = storyFileOf(type);
    expect(existsSync(join(root, path)), `${path} is missing`).toBe(true);
    expect(diagnosticsOf(path, readFileSync(join(root, path), 'utf8'))).toEqual([]);
  });

  it.each(folders)('should be found by Storybook: %s', (type) => {
    const own = index.filter(({ importPath }) => importPath === `./${storyFileOf(type)}`);
    const names = own.filter((entry) => entry.type === 'story').map(({ name }) => name.replaceAll(' ', ''));
    expect(names).toEqual(expect.arrayContaining(Object.keys(required)));
    expect(own.filter((entry) => entry.type === 'docs')).toHaveLength(1);
    // The sidebar has one entry, not a folder with one entry.
    expect(new Set(own.map(({ title }) => title.toLowerCase()))).toEqual(
      new Set([`widgets/${type.replaceAll('-', ' ')}`]),
    );
  });

  it('should report a story that is missing or created otherwise', () => {
    const path = storyFileOf('text');
    const text = readFileSync(join(root, path), 'utf8');
    expect(diagnosticsOf(path, text.replace('export const Dark = stories.dark();', ''))).toEqual([
      `${path}: no story Dark`,
    ]);
    expect(diagnosticsOf(path, text.replace('stories.loading()', '{}'))).toEqual([
      `${path}: Loading is not created by stories.loading()`,
    ]);
    expect(diagnosticsOf(path, text.replace('= widgetStories(', '= create('))).toHaveLength(1);
  });
});
