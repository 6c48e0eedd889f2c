import { makeStyles, tokens } from '@fluentui/react-components';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useMemo } from 'react';
import { expect, waitFor } from 'storybook/test';
import type { JsonObject } from '../../contracts/json.ts';
import { createRegistry } from '../../engine/core/index.ts';
import { failure } from '../../engine/react/testing/host.ts';
import type { FakeHost } from '../../engine/react/testing/host.ts';
import { storyAnswers, storyDocument } from '../document.ts';
import type { StorySample, StoryState } from '../document.ts';
import { readGlobals } from '../globals.ts';
import type { StageSettings } from '../globals.ts';
import { createStoryHost, translate } from '../host.ts';
import { sampleRows } from '../samples.ts';
import { specs } from '../specs.ts';
import { ScreenStage } from '../Stage.tsx';
import { StoryPage } from '../StoryPage.tsx';

const useStyles = makeStyles({
  page: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 420px), 1fr))',
    gap: '16px',
    padding: '24px',
  },
  state: {
    minWidth: 0,
    borderRadius: tokens.borderRadiusXLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  heading: { margin: '12px 24px 0', fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400 },
});

const registry = createRegistry(specs);
const table = registry.loaded('table')!;
const text = registry.loaded('text')!;
const people: StorySample = {
  rows: 'person',
  props: {
    columns: [
      { field: 'name', title: '$fields.name', cell: 'avatar' },
      { field: 'city', title: '$story.city' },
    ],
    paging: 'none',
  },
};
const words: StorySample = { props: { text: '$story.paragraph' } };

interface StateExample {
  title: string;
  document: JsonObject;
  host: (settings: StageSettings) => FakeHost;
  /** A text that must be readable, a `$` key of locales/. */
  see?: string;
}

function example(title: string, state: StoryState, sample: StorySample, see?: string): StateExample {
  const spec = sample.rows === undefined ? text : table;
  const options = { state, samples: [sample], count: 3 };
  return {
    title,
    document: storyDocument(spec, options),
    host: ({ language }) => createStoryHost({ language, answers: storyAnswers(spec, options) }),
    ...(see === undefined ? {} : { see }),
  };
}

/** Rows that stay after a refresh failed. */
function staleRows(): StateExample {
  const document = storyDocument(table, { state: 'ready', samples: [people], count: 3 });
  const refresh: JsonObject = {
    id: 'again',
    type: 'button',
    props: { text: '$actions.refresh' },
    on: { press: [{ refresh: 'source0' }] },
  };
  return {
    title: 'A refresh that failed',
    document: { ...document, body: [refresh, ...(document.body as JsonObject[])] },
    host({ language }) {
      let requests = 0;
      return createStoryHost({
        language,
        answers: new Map(),
        more() {
          requests += 1;
          if (requests > 1) throw failure(503, translate(language, 'widgets.frame.failed.text') ?? '');
          const rows = sampleRows('person', 3);
          return { data: { rows, totalRows: rows.length } };
        },
      });
    },
  };
}

const examples: readonly StateExample[] = [
  example('Ready', 'ready', people),
  example('Loading', 'loading', people),
  example('Empty', 'empty', people, '$widgets.table.empty'),
  example('Failed', 'error', people, '$widgets.frame.failed.title'),
  example('Forbidden', 'forbidden', people, '$widgets.frame.forbidden.title'),
  example('Waits for a value', 'missing', people, '$widgets.frame.missing.waiting'),
  staleRows(),
  example('An invalid definition', 'error', words, '$widgets.frame.invalid.title'),
];

function State({ state, settings }: { state: StateExample; settings: StageSettings }) {
  const styles = useStyles();
  const host = useMemo(() => state.host(settings), [state, settings]);
  return (
    <section className={styles.state}>
      <h2 className={styles.heading}>{state.title}</h2>
      <ScreenStage document={state.document} registry={registry} host={host} height={300} />
    </section>
  );
}

function Page({ settings }: { settings: StageSettings }) {
  const styles = useStyles();
  return (
    <div className={styles.page}>
      {examples.map((state) => (
        <State key={state.title} state={state} settings={settings} />
      ))}
    </div>
  );
}

export default {
  title: 'Molde/States',
  tags: ['!autodocs'],
  render: (_, context) => (
    <StoryPage context={context}>{(settings) => <Page settings={settings} />}</StoryPage>
  ),
  async play({ canvas, canvasElement, globals, userEvent }) {
    const { language } = readGlobals(globals);
    const expectText = (key: string) =>
      waitFor(() => expect(canvasElement.innerText).toContain(translate(language, key.slice(1)) ?? key), {
        timeout: 5_000,
      });
    for (const { see } of examples) if (see !== undefined) await expectText(see);
    const refreshText = translate(language, 'actions.refresh') ?? '';
    await userEvent.click(await canvas.findByRole('button', { name: refreshText }));
    // The rows are rendered twice: beside the notice, and in the state without a failure.
    await waitFor(() => expect(canvas.getAllByText('Helena Drummond').length).toBeGreaterThanOrEqual(2));
    await waitFor(() =>
      expect(canvas.getAllByText(translate(language, 'widgets.frame.failed.title') ?? '')).toHaveLength(2),
    );
  },
} satisfies Meta;

export const Light: StoryObj = {};
export const Dark: StoryObj = { globals: { theme: 'dark' } };
export const English: StoryObj = { globals: { language: 'en' } };
export const Spanish: StoryObj = { globals: { language: 'es' } };
export const Narrow: StoryObj = { globals: { viewport: { value: 'phone', isRotated: false } } };
