import { unstorableKeywords } from '../../src/server/kernel/unstorable.ts';
import { templateIds } from '../../src/server/domains/views/templates/index.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorStatus } from '../../src/contracts/errors.ts';
import { languages } from '../../src/contracts/language.ts';
import { withPluralForms, type TextTree } from '../../src/contracts/plurals.ts';
import { loadSpecs } from '../../src/engine/core/index.ts';
import { widgets } from '../../widgets/index.ts';

const root = join(import.meta.dirname, '../..');
const files = [
  'shell',
  'common',
  'screens',
  'widgets',
  'errors',
  'diagnostics',
  'palette',
  'kanban',
  'chat',
  'panel',
  'structured',
  'charts',
  'views',
  'forms',
  'monaco',
  'code-editor',
  'finder',
  'editor',
  'routes',
  'mails',
  'sandbox',
  'outbox',
];

/** Titles and descriptions of widgets, of their events, slots and sources, as `defineWidget` names them. */
const paletteKeys = (await loadSpecs(widgets)).flatMap(
  ({ title, description, events = [], slots = [], sources = [] }) =>
    [title, description, ...[...events, ...slots, ...sources].map((one) => one.description)].map((key) =>
      key.slice('$palette.'.length),
    ),
);

/**
 * Keys made at run time. Each family begins with `prefix` and must still be in use. A key made at run time outside of these
 * families is an error, because a search for missing texts would not find it.
 */
const families: Family[] = [
  { prefix: 'errors.', keys: Object.keys(errorStatus), of: 'the codes of contracts/errors.ts' },
  { prefix: 'validation.formats.', made: ['formats.'], of: 'formats of contracts/formats.ts' },
  { prefix: 'diagnostics.', of: 'rules of the engine’s validation' },
  {
    prefix: 'validation.',
    made: ['validation.', 'format.', 'validation.types.'],
    of: 'keywords of JSON Schema',
  },
  {
    prefix: 'errors.input.',
    keys: [...unstorableKeywords],
    of: 'values that the server cannot store',
  },
  {
    prefix: 'errors.dataset.compose.',
    made: ['errors.dataset.compose.', 'errors.dataset.compose.units.', 'errors.dataset.compose.fieldTypes.'],
    of: 'rules and diagnostics of a dataset, as its form names them',
  },
  { prefix: 'screens.datasets.operators.', of: 'comparisons of conditions' },
  { prefix: 'screens.datasets.buckets.', of: 'units of time of groups' },
  { prefix: 'screens.datasets.types.', of: 'types of parameters' },
  { prefix: 'errors.dataset.columns.', of: 'what a measure does to another, or to a field' },
  { prefix: 'errors.dataset.parameter.', of: 'rules of the parameters of datasets' },
  { prefix: 'errors.agile.import.', of: 'rules of files of tasks, and what is left out of them' },
  { prefix: 'errors.import.', of: 'what can be wrong with a file to import' },
  { prefix: 'errors.entity.takes.', of: 'the types of fields that lists are filtered by' },
  { prefix: 'fields.', of: 'fields that rules of contracts name' },
  { prefix: 'languages.', keys: [...languages], of: 'the languages' },
  { prefix: 'codeEditor.parts.', of: 'groups of an outline of the engine' },
  { prefix: 'charts.problem.', of: 'what keeps a field from being measured' },
  { prefix: 'errors.views.widgets.', of: 'warnings of validation that a publication names' },
  { prefix: 'messages.views.differences.', of: 'what can differ between two versions of a view' },
  {
    prefix: 'messages.views.templates.',
    keys: templateIds.flatMap((id) => [`${id}.title`, `${id}.description`]),
    of: 'templates of views',
  },
  { prefix: 'views.origin.cached.', of: 'where the rows of a dataset were' },
  { prefix: 'monaco.', made: [], of: 'texts of the library of the code editor, by their English ones' },
  { prefix: 'permissions.screens.', of: 'screens of the product that have no definition' },
  { prefix: 'editor.refused.', of: 'reasons why a command changes nothing' },
  { prefix: 'editor.did.', of: 'what commands do' },
  { prefix: 'editor.place.', of: 'where the containers say that a node is' },
  { prefix: 'editor.draft.', of: 'states of a draft' },
  { prefix: 'editor.gone.', of: 'what was removed while it was edited' },
  { prefix: 'editor.palette.groups.', of: 'groups of widgets' },
  { prefix: 'editor.bar.width.', of: 'breakpoints' },
  { prefix: 'editor.tree.lists.', of: 'lists of a document' },
  { prefix: 'editor.bar.surface.', of: 'ways of editing' },
  { prefix: 'panel.texts.languages.', of: 'languages of a view, by their codes' },
  { prefix: 'panel.props.', of: 'properties of widgets, by their names' },
  { prefix: 'panel.texts.refused.', of: 'reasons why a text cannot have a key' },
  { prefix: 'panel.words.parts.', of: 'keys of nodes and documents' },
  { prefix: 'panel.words.at.', of: 'keys of positions' },
  {
    prefix: 'panel.values.',
    of: 'values of enumerations of properties, which property-titles.test.ts checks',
  },
  { prefix: 'panel.values.any.', of: 'the same, for several properties' },
  { prefix: 'panel.data.units.', of: 'units of time' },
  { prefix: 'panel.data.groups.', of: 'kinds of data' },
  { prefix: 'panel.data.kinds.', of: 'kinds of sources' },
  { prefix: 'panel.filters.kinds.', of: 'kinds of filters' },
  { prefix: 'panel.filters.origins.', of: 'where the options of a filter come from' },
  { prefix: 'panel.actions.verbs.', of: 'verbs of steps' },
  { prefix: 'panel.actions.first.', of: 'verbs of steps with a first text' },
  { prefix: 'panel.actions.without.', of: 'what steps can name' },
  { prefix: 'panel.actions.params.', of: 'parameters of steps, by their names' },
  { prefix: 'panel.actions.values.', of: 'kinds of values' },
  { prefix: 'panel.actions.event.', of: 'values of events that widgets share' },
  { prefix: 'panel.actions.did.', of: 'what was done to steps' },
  { prefix: 'panel.filters.did.', of: 'what was done to a filter' },
  { prefix: 'screens.periods.', of: 'names of periods' },
  { prefix: 'editor.align.', of: 'edges that widgets are aligned by' },
  { prefix: 'editor.position.', of: 'sides of a position' },
  { prefix: 'mails.reset.', of: 'texts of the mail with a link' },
  { prefix: 'errors.supportRule.template.', of: 'why a rule cannot send a template' },
  { prefix: 'errors.support.headerFile.', of: 'kinds of files of headers' },
  { prefix: 'mails.notification.', of: 'texts of the mails of notifications' },
  { prefix: 'mails.notification.kind.', of: 'kinds of notifications' },
  { prefix: 'mails.outbox.', of: 'texts of the captured mails' },
  { prefix: 'outbox.kinds.', of: 'kinds of what waits for the network' },
  { prefix: 'screens.failures.kinds.', of: 'kinds of what fails' },
  { prefix: 'screens.failures.reasons.', of: 'reasons that are words' },
  { prefix: 'audit.entities.', of: 'kinds of audited records that are no entities' },
  { prefix: 'audit.actions.', of: 'what the audit stores as action' },
  { prefix: 'audit.fields.', of: 'values that the audit stores' },
  { prefix: 'audit.columns.', of: 'columns of the export of the audit' },
  { prefix: 'chat.failures.', of: 'codes of the messaging provider' },
  { prefix: 'chat.media.', of: 'reasons for which a file did not come' },
  { prefix: 'chat.tabs.', of: 'tabs of the list' },
  { prefix: 'chat.types.', of: 'types of messages' },
  { prefix: 'chat.states.', of: 'states of messages' },
  { prefix: 'chat.events.', of: 'what happened to a chat' },
  { prefix: 'kanban.key.', of: 'keys of the board' },
  { prefix: 'kanban.step.', of: 'moves within a list' },
  { prefix: 'kanban.due.', of: 'choices of the filter by due date' },
  { prefix: 'kanban.order.', of: 'orders of cards' },
  { prefix: 'kanban.sprints.to.', of: 'places of unfinished tasks' },
  { prefix: 'kanban.lanes.categories.', of: 'what the work of a lane counts as' },
  { prefix: 'kanban.notifications.kind.', of: 'kinds of notifications' },
  { prefix: 'kanban.card.link.', of: 'kinds of links' },
  { prefix: 'kanban.card.field.', of: 'fields of tasks in their history' },
  { prefix: 'kanban.card.did.', of: 'kinds of operations, in the history' },
  { prefix: 'kanban.swim.', of: 'what swimlanes stand for' },
  { prefix: 'chat.recorder.failures.', of: 'reasons why nothing is recorded' },
  { prefix: 'sandbox.status.', of: 'states of messages at the sandbox provider' },
  { prefix: 'sandbox.type.', of: 'kinds of messages at the sandbox provider' },
  { prefix: 'sandbox.signature.', of: 'signatures of its webhooks' },
  { prefix: 'sandbox.refusal.', of: 'how it refuses late messages' },
  { prefix: 'sandbox.trouble.', of: 'what its calls meet' },
  { prefix: 'sandbox.template.', of: 'states of its templates' },
  { prefix: 'sandbox.view.', of: 'views of its page' },
  { prefix: 'palette.', keys: paletteKeys, of: 'widget types, their events, slots and sources' },
];

interface Family {
  prefix: string;
  /** The prefix in the code that makes the keys, if it differs from `prefix`. */
  made?: string[];
  /** All keys of the family, if they are known. */
  keys?: string[];
  of: string;
}

const texts = Object.fromEntries(languages.map((language) => [language, readLanguage(language)]));
const pt = texts['pt'] as Map<string, string>;
const sources = ['src', 'widgets', 'screens', 'demo', 'schemas'].flatMap(readSources);
/** Makers of the documents of new entities, which use texts. */
const templates = readSources('scripts/templates');
const namespaces = new Set([...pt.keys()].map((key) => key.split('.')[0]));

/** Reads every key of a language with its text. Two files must not share a top-level key. */
function readLanguage(language: string): Map<string, string> {
  const found = new Map<string, string>();
  const home = new Map<string, string>();
  for (const file of files) {
    const tree: unknown = JSON.parse(readFileSync(join(root, 'locales', language, `${file}.json`), 'utf8'));
    for (const [key, text] of leaves(tree)) {
      const top = key.split('.')[0] ?? '';
      const other = home.get(top);
      if (other && other !== file)
        throw new Error(`${language}: "${top}" is in ${other}.json and in ${file}.json`);
      home.set(top, file);
      found.set(key, text);
    }
  }
  return found;
}

function leaves(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  return Object.entries(value as Record<string, unknown>).flatMap(([key, inner]) =>
    leaves(inner, path ? `${path}.${key}` : key),
  );
}

function readSources(folder: string): { path: string; text: string }[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter(
      (path) =>
        /\.(tsx?|mjs|json)$/.test(path) &&
        !/\.(test|stories)\.(tsx?|mjs)$|generated|testing|src.stories/.test(path),
    )
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

function matches(pattern: RegExp, from = sources): { key: string; path: string }[] {
  return from.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map((match) => ({ key: match[1] ?? '', path })),
  );
}

/** Removes the plural suffix: a text with plurals has the keys key_one, key_other …, and code uses the bare key. */
const bare = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');
const exists = (key: string) => pt.has(key) || pt.has(`${key}_other`);

describe('locales', () => {
  it.each(languages)('%s has the keys of pt', (language) => {
    expect([...(texts[language] as Map<string, string>).keys()].sort()).toEqual([...pt.keys()].sort());
  });

  it.each(languages)('%s has the placeholders of pt and no empty text', (language) => {
    const placeholders = (text: string) =>
      [...text.matchAll(/\{\{\s*([\w.]+)[^}]*\}\}/g)].map((match) => match[1]).sort();
    const errors = [...(texts[language] as Map<string, string>)].filter(
      ([key, text]) =>
        text.trim() === '' || placeholders(text).join() !== placeholders(pt.get(key) ?? '').join(),
    );
    expect(errors).toEqual([]);
  });

  it('has every text that code and definitions use', () => {
    const used = [...matches(/\bt\(\s*'([^']+)'/g), ...matches(/["']\$([a-z][\w-]*(?:\.[\w-]+)+)["']/g)];
    const inDocument = new Set(
      sources.flatMap(({ text }) => (text.includes('"strings"') ? leafKeysOfStrings(text) : [])),
    );
    expect(used.filter(({ key }) => !exists(key) && !inDocument.has(key))).toEqual([]);
  });

  it('has no unused text', () => {
    const written = /["'`]\$?([A-Za-z][\w-]*(?:\.[\w-]+)+)["'`]/g;
    const literal = new Set(matches(written, [...sources, ...templates]).map(({ key }) => key));
    const isMade = (key: string) =>
      families.some(
        ({ prefix, keys }) => key.startsWith(prefix) && (!keys || keys.includes(key.slice(prefix.length))),
      );
    expect(
      [...pt.keys()].filter((key) => !literal.has(key) && !literal.has(bare(key)) && !isMade(key)),
    ).toEqual([]);
  });

  it('makes keys at run time in the declared families only', () => {
    const madeHere = matches(/`\$?([a-z][\w-]*\.[\w.-]*)\$\{/g).filter(({ key }) =>
      namespaces.has(key.split('.')[0]),
    );
    const declared = families.flatMap(({ prefix, made }) => made ?? prefix);
    expect(madeHere.filter(({ key }) => !declared.includes(key))).toEqual([]);
    const all = new Set(matches(/`\$?([a-z][\w-]*\.[\w.-]*)\$\{/g).map(({ key }) => key));
    expect(declared.filter((prefix) => !all.has(prefix))).toEqual([]);
  });

  it('reads zero in the plural, as people write it', () => {
    const portuguese = new Map(
      files.flatMap((file) =>
        leaves(
          withPluralForms(
            JSON.parse(readFileSync(join(root, 'locales', 'pt', `${file}.json`), 'utf8')) as TextTree,
          ),
        ),
      ),
    );
    const counted = [...portuguese.keys()].filter((key) => key.endsWith('_one')).map(bare);
    expect(counted.length).toBeGreaterThan(30);
    expect(counted.filter((key) => !portuguese.has(`${key}_zero`))).toEqual([]);
  });

  it('has a title and a description for every widget and every event', () => {
    expect(paletteKeys.length).toBeGreaterThan(80);
    expect(paletteKeys.filter((key) => !pt.has(`palette.${key}`))).toEqual([]);
  });

  it('has a text for every error code', () => {
    expect(Object.keys(errorStatus).filter((code) => !pt.has(`errors.${code}`))).toEqual([]);
  });
});

function leafKeysOfStrings(text: string): string[] {
  const { strings } = JSON.parse(text) as { strings?: Record<string, unknown> };
  return Object.values(strings ?? {}).flatMap((tree) => leaves(tree).map(([key]) => key));
}
