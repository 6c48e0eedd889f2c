import type { Meta, StoryContext, StoryObj } from '@storybook/react-vite';
import { useEffect, useMemo } from 'react';
import type { JsonObject } from '../contracts/json.ts';
import { createRegistry } from '../engine/core/index.ts';
import type { WidgetSpec } from '../engine/core/index.ts';
import type { WidgetDefinition } from '../engine/react/index.ts';
import type { FakeHost } from '../engine/react/testing/host.ts';
import { check } from './checks.ts';
import type { StoryExpectations } from './checks.ts';
import { argTypesOf } from './controls.ts';
import { storyAnswers, storyDocument } from './document.ts';
import type { DocumentOptions, StorySample, StoryState } from './document.ts';
import { readGlobals } from './globals.ts';
import { createStoryHost, translate } from './host.ts';
import type { StoryHostOptions } from './host.ts';
import { specs } from './specs.ts';
import { Appearance, ScreenStage } from './Stage.tsx';

/** A sample whose props are checked against the widget's own type. */
type Sample<P> = Omit<StorySample, 'props'> & { props: P };

/** The input from which a widget's stories are made. */
export interface StorySetup<P> {
  /** Samples of data with matching props. Most stories use the first. */
  samples: readonly [Sample<P>, ...Sample<P>[]];
  /** The samples of the crowded story. By default 200 rows, or every sample many times. */
  dense?: readonly Sample<P>[];
  /** The sample of a new widget without values. By default no rows, or the widget's defaults. */
  empty?: Sample<P>;
  /** A dialog: one of the document's dialogs, opened by a button. */
  dialog?: boolean;
  /** With its defaults the widget renders nothing. */
  emptyIsNothing?: boolean;
  /** Further parts of the document: state, sources, dialogs. */
  document?: JsonObject;
  /** Replies that the samples do not contain: options of a field, a form document. */
  answer?: StoryHostOptions['more'];
}

/** Options of one story. */
export interface StoryOptions<P> {
  /** Replaces props of the first sample. */
  props?: Partial<P>;
  /** Replaces the setup's samples. */
  samples?: readonly Sample<P>[];
  /** Number of rows to generate for a named shape. */
  count?: number;
  /** Replaces the setup's further parts of the document. */
  document?: JsonObject;
  /** A text, or a `$` key, that must be readable. */
  see?: string;
  /** Further steps after the general checks. */
  play?: StoryObj['play'];
  globals?: Record<string, unknown>;
}

/** The parameters of a story that its docs page reads. */
export interface WidgetParameters {
  widget: WidgetSpec;
  document: (args: JsonObject) => JsonObject;
}

const hosts = new Map<string, FakeHost>();

/** Replaces a widget's code by an import that never resolves, to render its frame's loading state. */
const neverLoads = (spec: WidgetSpec): WidgetSpec => ({ ...spec, load: () => new Promise(() => undefined) });

function WidgetStage({
  spec,
  setup,
  options,
  args,
  context,
}: {
  spec: WidgetSpec;
  setup: StorySetup<JsonObject>;
  options: DocumentOptions;
  args: JsonObject;
  context: StoryContext;
}) {
  const { id, viewMode, globals } = context;
  const settings = readGlobals(globals);
  const { language } = settings;
  const argsText = JSON.stringify(args);
  const document = useMemo(
    () => storyDocument(spec, withArgs(options, JSON.parse(argsText) as JsonObject)),
    [spec, options, argsText],
  );
  const registry = useMemo(() => {
    const isCodeLoading = options.state === 'loading' && options.samples[0]?.rows === undefined;
    const others = specs.filter(({ type }) => type !== spec.type);
    return createRegistry([...others, isCodeLoading ? neverLoads(spec) : spec]);
  }, [spec, options]);
  const host = useMemo(
    () =>
      createStoryHost({
        language,
        answers: storyAnswers(spec, options),
        more: setup.answer,
        long: options.long === true,
        forbidden: options.state === 'forbidden',
      }),
    [language, spec, options, setup],
  );
  useEffect(() => {
    hosts.set(id, host);
  }, [id, host]);
  const whole = viewMode === 'story';
  return (
    <Appearance settings={settings} whole={whole}>
      <ScreenStage document={document} registry={registry} host={host} height={whole ? '100vh' : 'auto'} />
    </Appearance>
  );
}

/** Applies the controls to the first node. */
function withArgs(options: DocumentOptions, args: JsonObject): DocumentOptions {
  const [first, ...rest] = options.samples;
  return first ? { ...options, samples: [{ ...first, props: args }, ...rest] } : options;
}

/** The kinds of story that every widget has (tests/conformance/stories.test.ts), and `other` for its own. */
export interface Stories<P> {
  meta: Meta;
  empty(options?: StoryOptions<P>): StoryObj;
  loading(options?: StoryOptions<P>): StoryObj;
  failed(options?: StoryOptions<P>): StoryObj;
  forbidden(options?: StoryOptions<P>): StoryObj;
  dense(options?: StoryOptions<P>): StoryObj;
  longTexts(options?: StoryOptions<P>): StoryObj;
  portuguese(options?: StoryOptions<P>): StoryObj;
  english(options?: StoryOptions<P>): StoryObj;
  spanish(options?: StoryOptions<P>): StoryObj;
  narrow(options?: StoryOptions<P>): StoryObj;
  wide(options?: StoryOptions<P>): StoryObj;
  dark(options?: StoryOptions<P>): StoryObj;
  /** Every sample of the setup, one below the other. */
  shapes(options?: StoryOptions<P>): StoryObj;
  /** The source waits for a filter. */
  missing(options?: StoryOptions<P>): StoryObj;
  /** The source has no rows, and a prop says that they are still computed. */
  waiting(options?: StoryOptions<P>): StoryObj;
  other(options?: StoryOptions<P>): StoryObj;
}

interface Kind {
  state?: StoryState;
  samples?: readonly StorySample[];
  count?: number;
  long?: boolean;
  globals?: Record<string, unknown>;
  parameters?: Record<string, unknown>;
  /** The story needs its own window, which the docs page does not have. */
  ownWindow?: boolean;
  mayRenderNothing?: boolean;
}

const defaultCount = 12;
const denseCount = 200;
const repetitions = 12;

const viewport = (value: string) => ({ viewport: { value, isRotated: false } });
/** Skips axe for a tree that another story has with the same result. */
const withoutAxe = { a11y: { test: 'off' } };

/**
 * Creates the stories of a widget: a screen with one node of it in the real engine, over replies from memory. Controls and
 * docs come from the widget's declaration.
 */
export function widgetStories<P extends object>(
  definition: WidgetDefinition<P>,
  given: StorySetup<P>,
): Stories<P> {
  const spec: WidgetSpec = definition;
  const setup = given as unknown as StorySetup<JsonObject>;
  const [first] = setup.samples;
  const hasSource = first.rows !== undefined;
  const dialog = setup.dialog === true;
  const defaults: StorySample = hasSource
    ? first
    : (setup.empty ?? { ...first, props: spec.defaults, children: [] });
  const crowded = hasSource
    ? [first]
    : Array.from({ length: dialog ? 1 : repetitions }, (_, at) => setup.samples[at % setup.samples.length]!);

  function story(kind: Kind, own: StoryOptions<P> = {}): StoryObj {
    const state = kind.state ?? 'ready';
    const from = (own.samples as readonly StorySample[] | undefined) ?? kind.samples ?? [first];
    const base = from[0] ?? first;
    const samples = [
      { ...base, props: { ...base.props, ...(own.props as JsonObject | undefined) } },
      ...from.slice(1),
    ];
    const rest = own.document ?? setup.document;
    const options: DocumentOptions = {
      state,
      samples,
      count: own.count ?? kind.count ?? defaultCount,
      long: kind.long === true,
      dialog,
      ...(rest ? { rest } : {}),
    };
    const document = (args: JsonObject) => storyDocument(spec, withArgs(options, args));
    const parameters: WidgetParameters & Record<string, unknown> = {
      widget: spec,
      document,
      ...kind.parameters,
    };
    return {
      args: samples[0]!.props,
      parameters,
      ...(kind.ownWindow ? { tags: ['!autodocs'] } : {}),
      globals: { ...kind.globals, ...own.globals },
      render: (args, context) => (
        <WidgetStage
          spec={spec}
          setup={setup}
          options={options}
          args={args as JsonObject}
          context={context as StoryContext}
        />
      ),
      async play(context) {
        const expected: StoryExpectations = {
          state,
          hasSource,
          dialog: dialog && state !== 'forbidden',
          node: { props: { ...(context.args as JsonObject) }, children: [...(base.children ?? [])] },
          mayRenderNothing: kind.mayRenderNothing === true,
          see: own.see,
        };
        await check(expected, readGlobals(context.globals).language, hosts.get(context.id), () =>
          own.play?.(context),
        );
      },
    };
  }

  return {
    meta: {
      parameters: { widget: spec },
      // The code is loaded before the story renders, since its loading time is not tested here.
      loaders: [() => spec.load().then(() => ({}))],
      argTypes: argTypesOf(spec, (key) => translate('pt', key.slice(1)) ?? key),
    },
    empty: (own) =>
      story(
        {
          state: 'empty',
          samples: [defaults],
          mayRenderNothing: setup.emptyIsNothing === true || (spec.rendersStates !== true && hasSource),
        },
        own,
      ),
    loading: (own) =>
      story({ state: 'loading', mayRenderNothing: !hasSource && spec.group === 'layout' }, own),
    failed: (own) => story({ state: 'error' }, own),
    forbidden: (own) => story({ state: 'forbidden' }, own),
    dense: (own) =>
      story(
        { samples: (setup.dense as readonly StorySample[] | undefined) ?? crowded, count: denseCount },
        own,
      ),
    longTexts: (own) => story({ long: true, count: 5 }, own),
    portuguese: (own) => story({ globals: { language: 'pt' } }, own),
    english: (own) => story({ globals: { language: 'en' }, parameters: withoutAxe }, own),
    spanish: (own) => story({ globals: { language: 'es' }, parameters: withoutAxe }, own),
    narrow: (own) => story({ globals: viewport('phone'), ownWindow: true }, own),
    wide: (own) => story({ globals: viewport('desktop'), parameters: withoutAxe, ownWindow: true }, own),
    dark: (own) => story({ globals: { theme: 'dark' } }, own),
    shapes: (own) => story({ samples: setup.samples as readonly StorySample[] }, own),
    missing: (own) => story({ state: 'missing' }, own),
    waiting: (own) => story({ state: 'waiting' }, own),
    other: (own) => story({}, own),
  };
}
