import { Field, makeStyles, Textarea, tokens } from '@fluentui/react-components';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useMemo, useState } from 'react';
import { expect, fireEvent, waitFor } from 'storybook/test';
import { diagnosticHint } from '../../contracts/definitions.ts';
import type { Json, JsonObject } from '../../contracts/json.ts';
import type { Language } from '../../contracts/language.ts';
import { validateParts, createRegistry, parseJsonText } from '../../engine/core/index.ts';
import type { Diagnostic } from '../../engine/core/index.ts';
import { storyDocument } from '../document.ts';
import { readGlobals } from '../globals.ts';
import { createStoryHost, translate } from '../host.ts';
import { textOf } from '../checks.ts';
import { sampleRows } from '../samples.ts';
import { specs } from '../specs.ts';
import { Appearance, ScreenStage } from '../Stage.tsx';

const useStyles = makeStyles({
  page: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)',
    minHeight: '100vh',
    '@media (max-width: 767.98px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  editor: { display: 'flex', flexDirection: 'column', gap: '12px', padding: '16px' },
  typed: { height: '60vh', maxHeight: 'none', fontFamily: tokens.fontFamilyMonospace },
  heading: { margin: 0, fontSize: tokens.fontSizeBase500, lineHeight: tokens.lineHeightBase500 },
  diagnostics: {
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    margin: 0,
    padding: 0,
    listStyle: 'none',
  },
  diagnostic: { overflowWrap: 'anywhere' },
  pointer: { fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase200 },
  stage: { minWidth: 0, borderLeft: `1px solid ${tokens.colorNeutralStroke2}` },
});

const registry = createRegistry(specs);
const columns: JsonObject[] = [
  { field: 'name', title: '$fields.name', cell: 'avatar', sort: true },
  { field: 'city', title: '$story.city' },
  { field: 'age', title: '$story.age', cell: 'number' },
];
const first: JsonObject = {
  id: 'people',
  type: 'table',
  source: 'people',
  props: { columns },
};

/** The sources that a node may use: one for each shape of sample. */
const shapes = { people: 'person', orders: 'order', files: 'file', places: 'place' } as const;
const sources = Object.fromEntries(
  Object.keys(shapes).map((id) => [id, { get: `/${id}`, rows: 'data.rows', total: 'data.totalRows' }]),
);
const answers = new Map(
  Object.entries(shapes).map(([id, shape]) => [`/${id}`, { rows: sampleRows(shape, 60) }]),
);

/** Parses the typed node into a screen of its own, or reports why it is not JSON. */
function parseNode(typed: string): { document: JsonObject } | { error: string } {
  try {
    const node = JSON.parse(typed) as Json;
    return {
      document: {
        ...storyDocument(specs[0]!, { state: 'ready', samples: [], count: 0 }),
        sources,
        body: [node],
      },
    };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

function diagnosticText(language: Language, one: Diagnostic): string {
  const text = (key: string, values: Diagnostic['values']): string => translate(language, key, values) ?? '';
  return `${text(`diagnostics.${one.code}.message`, one.values)} ${diagnosticHint(one, text)}`;
}

/** Returns the position of a diagnostic in the typed text: its pointer, and the line of the key. */
function positionOf(typed: string, { pointer, values }: Diagnostic): string {
  const own = pointer.replace(/^\/body\/0/, '');
  const json = parseJsonText(typed);
  if (json.error) return own || '/';
  const key = typeof values.key === 'string' ? `${own}/${values.key}` : own;
  return `${json.position(json.keySpan(key).start).line}: ${own || '/'}`;
}

function Diagnostics({
  diagnostics,
  typed,
  language,
}: {
  diagnostics: readonly Diagnostic[];
  typed: string;
  language: Language;
}) {
  const styles = useStyles();
  return (
    <ul className={styles.diagnostics} aria-live="polite" aria-label="Diagnostics">
      {diagnostics.map((diagnostic) => (
        <li key={`${diagnostic.pointer} ${diagnostic.code}`} className={styles.diagnostic}>
          <code className={styles.pointer}>{positionOf(typed, diagnostic)}</code>{' '}
          {diagnosticText(language, diagnostic)}
        </li>
      ))}
    </ul>
  );
}

function Playground({ globals, node }: { globals: Record<string, unknown>; node: Json }) {
  const styles = useStyles();
  const settings = useMemo(() => readGlobals(globals), [globals]);
  const { language } = settings;
  const [typed, setTyped] = useState(() => JSON.stringify(node, null, 2));
  const result = useMemo(() => parseNode(typed), [typed]);
  const [valid, setValid] = useState(result);
  // The last valid document stays rendered while the text is not JSON.
  if ('document' in result && result !== valid) setValid(result);
  const document = 'document' in valid ? valid.document : null;
  const diagnostics = useMemo(() => (document ? validateParts(document, registry) : []), [document]);
  const host = useMemo(() => createStoryHost({ language, answers }), [language]);
  return (
    <Appearance settings={settings} whole>
      <div className={styles.page}>
        <div className={styles.editor}>
          <h1 className={styles.heading}>Playground</h1>
          <Field
            label="Node (sources: people, orders, files, places)"
            validationState={'error' in result ? 'error' : 'none'}
            {...('error' in result ? { validationMessage: result.error } : {})}
          >
            <Textarea
              textarea={{ className: styles.typed }}
              value={typed}
              spellCheck={false}
              onChange={(_, { value }) => setTyped(value)}
            />
          </Field>
          <Diagnostics diagnostics={diagnostics} typed={typed} language={language} />
        </div>
        <div className={styles.stage}>
          {document && (
            <ScreenStage
              document={document}
              registry={registry}
              host={host}
              diagnostics={diagnostics}
              height="100vh"
            />
          )}
        </div>
      </div>
    </Appearance>
  );
}

interface Args {
  node: Json;
}

export default {
  title: 'Molde/Playground',
  tags: ['!autodocs'],
  args: { node: first },
  argTypes: { node: { control: false } },
  render: ({ node }, { globals }) => <Playground globals={globals} node={node} />,
} satisfies Meta<Args>;

export const Node: StoryObj<Args> = {
  async play({ canvas }) {
    await canvas.findAllByText('Helena Drummond', undefined, { timeout: 10_000 });
    await expect(canvas.queryAllByRole('listitem')).toEqual([]);
  },
};

export const WithDiagnostics: StoryObj<Args> = {
  args: { node: { ...first, props: { columns, colour: 'red' } } },
  async play({ canvas, globals }) {
    const { language } = readGlobals(globals);
    const item = await canvas.findByRole('listitem', undefined, { timeout: 5_000 });
    await expect(item).toHaveTextContent(/^23: \/props/);
    await canvas.findByText(translate(language, 'widgets.frame.invalid.title') ?? '');
    const editor = canvas.getByRole('textbox');
    const node = { id: 'title', type: 'text', props: { text: '$story.text' } };
    await fireEvent.change(editor, { target: { value: JSON.stringify(node) } });
    await canvas.findByText(textOf('$story.text', language) ?? '', undefined, { timeout: 10_000 });
    await waitFor(() => expect(canvas.queryAllByRole('listitem')).toEqual([]));
  },
};
