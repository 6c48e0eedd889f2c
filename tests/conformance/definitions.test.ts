import { supportPath } from '../../src/contracts/reserved-paths.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Json, type JsonObject, isObject } from '../../src/contracts/json.ts';
import { createRegistry, loadSpecs, parseDocument, validateDocument } from '../../src/engine/core/index.ts';
import { readDefinitions, readMenu } from '../../src/server/domains/definitions/store/bundled.ts';
import { titlesOf } from '../../src/server/domains/definitions/inspection/inspect.ts';
import { icons } from '../../src/ui/marks/icons.ts';
import { lazyIcons } from '../../src/ui/marks/lazy-icons.ts';
import { widgets } from '../../widgets/index.ts';

const registry = createRegistry(await loadSpecs(widgets));
const bundle = { definitions: readDefinitions(), menu: readMenu() };
const screens = bundle.definitions.filter(({ kind }) => kind === 'screen' || kind === 'dashboard');
const fragments = new Map(
  bundle.definitions.filter(({ kind }) => kind === 'fragment').map(({ id, document }) => [id, document]),
);
const options = { fragments: () => Promise.resolve(fragments) };
const forms = new Set(bundle.definitions.filter(({ kind }) => kind === 'form').map(({ id }) => id));
const paths = screens.map(({ document }) => String(document['path']));

/** Yields every object of a document. */
function* objects(value: Json): Generator<JsonObject> {
  if (Array.isArray(value)) for (const item of value) yield* objects(item);
  else if (typeof value === 'object' && value !== null) {
    yield value;
    for (const inner of Object.values(value)) yield* objects(inner as Json);
  }
}

/** Lists the addresses that a document links to, with `{…}` for one segment. */
function destinations(document: JsonObject): string[] {
  return [...objects(document)].flatMap(({ navigate, link }) => {
    const to = isObject(navigate) ? navigate['to'] : navigate;
    // A map from values to texts may have a key of the same name.
    return [to, link]
      .filter((address) => typeof address === 'string')
      .filter((address) => address.startsWith('/'));
  });
}

/** Whether an address has a screen. A parameter of its path matches any segment, and so does a placeholder. */
function hasScreen(address: string): boolean {
  const segments = (address.split(/[?#]/)[0] ?? '').split('/');
  return paths.some((path) => {
    const parts = path.split('/');
    return (
      parts.length === segments.length &&
      parts.every((part, at) => part.startsWith(':') || part === segments[at])
    );
  });
}

describe('bundled definitions', () => {
  it('exist', () => expect(screens.length).toBeGreaterThanOrEqual(4));

  it.each(bundle.definitions.map(({ file, document }) => [file, document] as const))(
    '%s is valid, without a warning',
    async (_, document) => {
      expect(await validateDocument(document, registry, options)).toEqual([]);
    },
  );

  it.each(['pt', 'en', 'es'] as const)('have different names in the list of definitions, in %s', (lang) => {
    const named = new Map<string, string[]>();
    for (const { file, document } of bundle.definitions) {
      const title = titlesOf(document)[lang];
      if (title !== undefined) named.set(title, [...(named.get(title) ?? []), file]);
    }
    expect(named.size).toBeGreaterThan(20);
    expect([...named].filter(([, files]) => files.length > 1)).toEqual([]);
  });

  it('have different paths', () => expect(new Set(paths).size).toBe(paths.length));

  it.each(screens.map(({ file, document }) => [file, document] as const))(
    '%s links to existing screens and forms only',
    (_, document) => {
      expect(
        destinations(document).filter(
          (address) =>
            address !== '/' &&
            !address.startsWith('/dashboard/{') &&
            // A module of the shell.
            !address.startsWith('/view-admin/layout/{') &&
            !address.startsWith('/widget-admin/layout/{') &&
            !address.startsWith('/ppm-boards/{') &&
            !address.startsWith('/support/{') &&
            !hasScreen(address),
        ),
      ).toEqual([]);
      const used = [...objects(document)]
        .filter(({ type }) => type === 'form')
        .map(({ props }) => (props as JsonObject)['form']);
      expect(used.filter((id) => !forms.has(String(id)))).toEqual([]);
    },
  );

  it('name existing icons, and so does the menu', () => {
    const documents = [
      ...bundle.definitions.map(({ document }) => document),
      bundle.menu as unknown as JsonObject,
    ];
    const named = documents.flatMap((document) => [...objects(document)].map(({ icon }) => icon));
    const names = named.filter((icon) => typeof icon === 'string');
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !Object.hasOwn({ ...icons, ...lazyIcons }, name))).toEqual([]);
  });

  it('give the menu icons that are loaded with the page', () => {
    // A group without entries is not sent. Entries of the other groups show their icons on demand: in pop-ups and hits.
    const { overview, settings } = bundle.menu;
    const sent = overview.filter(({ submenu }) => submenu.length > 0);
    const named = [...sent, ...settings.flatMap(({ submenu }) => submenu)].map(({ icon }) => icon);
    const names = named.filter((icon) => typeof icon === 'string');
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !Object.hasOwn(icons, name))).toEqual([]);
  });

  it('exist for every entry of the menu', () => {
    const entries = [...bundle.menu.overview, ...bundle.menu.settings].flatMap(({ submenu }) => submenu);
    expect(entries.length).toBeGreaterThan(0);
    // The support chat is written by hand.
    const places = [...paths, supportPath.replace('/:chatId?', '')];
    expect(entries.filter(({ key }) => !places.includes(`/${key}`))).toEqual([]);
  });
});

const pages = readdirSync(join(import.meta.dirname, '../../docs')).filter((name) =>
  /^(?:definitions.*|examples|guide)\.md$/.test(name),
);

describe.each(pages)('docs/%s', (name) => {
  const page = readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8');
  const examples = [
    ...page.matchAll(/^```json (screen|form|dashboard|entity|fragment|node)\n(.*?)^```/gms),
  ].map(([, kind, text]) => ({
    kind,
    text: text ?? '',
  }));

  const own = examples
    .filter(({ kind }) => kind === 'fragment')
    .map(({ text }) => JSON.parse(text) as JsonObject);
  const pageOptions = {
    fragments: () => Promise.resolve(new Map(own.map((fragment) => [String(fragment['id']), fragment]))),
  };

  it('has examples', () => expect(examples.length).toBeGreaterThan(1));

  it.each(examples)('example $# ($kind) is valid', async ({ kind, text }) => {
    const parsed = parseDocument(kind === 'node' ? screenAround(text) : text);
    expect(parsed).toHaveProperty('document');
    if ('document' in parsed)
      expect(await validateDocument(parsed.document, registry, pageOptions)).toEqual([]);
  });
});

/** Wraps a node into a screen, in which alone it is valid. */
function screenAround(node: string): string {
  const frame = {
    kind: 'screen',
    formatVersion: 2,
    id: 'example',
    path: '/example/:id',
    title: 'Example',
    access: { screen: 'admin-user', verb: 'read' },
    // State that the nodes of the page read.
    state: { filters: {}, letter: '', invited: 0 },
  };
  return JSON.stringify({ ...frame, body: [JSON.parse(node) as Json] });
}
