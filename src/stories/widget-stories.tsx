import type { Meta, StoryContext, StoryObj } from '@storybook/react-vite';
import { useEffect, useMemo } from 'react';
import type { JsonObject } from '../contracts/json.ts';
import { createRegistry } from '../engine/core/index.ts';
import type { WidgetSpec } from '../engine/core/index.ts';
import type { WidgetDefinition } from '../engine/react/index.ts';
import type { FakeHost } from '../engine/react/testing/host.ts';
import { check } from './checks.ts';
import type { Promised } from './checks.ts';
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

/** All that a widget's stories are made from. */
export interface StorySetup<P> {
  /** Shapes of data with the props that suit them; the first is the ordinary one, which most stories draw. */
  samples: readonly [Sample<P>, ...Sample<P>[]];
  /** As crowded as it gets. Left out: 200 rows, or every sample often. */
  dense?: readonly Sample<P>[];
  /** Freshly put on a screen, nothing filled in. Left out: no rows, or the widget's defaults. */
  empty?: Sample<P>;
  /** A window: one of the document's dialogs, opened by a button. */
  dialog?: boolean;
  /** Its defaults draw nothing that could be found. */
  emptyIsNothing?: boolean;
  /** More of the document: state, sources, dialogs. */
  document?: JsonObject;
  /** Answers what the samples do not: options of a field, a form document. */
  answer?: StoryHostOptions['more'];
}

/** What one story says beyond its kind. */
export interface StoryOptions<P> {
  /** Props in place of the first sample's. */
  props?: Partial<P>;
  /** Other samples than the setup's. */
  samples?: readonly Sample<P>[];
  /** How many rows a named shape is asked for. */
  count?: number;
  /** More of the document, in place of the setup's. */
  document?: JsonObject;
  /** A text, or a `$` key, that must be read. */
  see?: string;
  /** Further steps after the story's own check. */
  play?: StoryObj['play'];
  globals?: Record<string, unknown>;
}

/** What the docs page reads of a story's parameters. */
export interface WidgetParameters {
  widget: WidgetSpec;
  document: (args: JsonObject) => JsonObject;
}

const hosts = new Map<string, FakeHost>();

/** A widget's code that never comes, to see its frame wait. */
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
  const written = JSON.stringify(args);
  const document = useMemo(
    () => storyDocument(spec, withArgs(options, JSON.parse(written) as JsonObject)),
    [spec, options, written],
  );
  const registry = useMemo(() => {
    const late = options.state === 'loading' && options.samples[0]?.rows === undefined;
    const others = specs.filter(({ type }) => type !== spec.type);
    return createRegistry([...others, late ? neverLoads(spec) : spec]);
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

/** The controls are about the first node. */
function withArgs(options: DocumentOptions, args: JsonObject): DocumentOptions {
  const [first, ...rest] = options.samples;
  return first ? { ...options, samples: [{ ...first, props: args }, ...rest] } : options;
}

/** The kinds of story that every widget has (tests/conformance/stories.test.ts), and `other` for what is its own. */
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
  /** Every sample of the setup, one under the other. */
  shapes(options?: StoryOptions<P>): StoryObj;
  /** Its source waits for a filter. */
  missing(options?: StoryOptions<P>): StoryObj;
  other(options?: StoryOptions<P>): StoryObj;
}

interface Kind {
  state?: StoryState;
  samples?: readonly StorySample[];
  count?: number;
  long?: boolean;
  globals?: Record<string, unknown>;
  parameters?: Record<string, unknown>;
  /** Its window is what it is about: the docs page has another. */
  apart?: boolean;
  mayBeNothing?: boolean;
}

const ordinaryCount = 12;
const denseCount = 200;
const often = 12;

const viewport = (value: string) => ({ viewport: { value, isRotated: false } });
/** The same tree was looked at in another story already: what axe would say of it is said there. */
const seenByAxe = { a11y: { test: 'off' } };

/**
 * Makes the stories of a widget: a screen with one node of it in the real engine, over answers from memory. Controls
 * and docs come from the widget's declaration.
 */
export function widgetStories<P extends object>(
  definition: WidgetDefinition<P>,
  given: StorySetup<P>,
): Stories<P> {
  const spec: WidgetSpec = definition;
  const setup = given as unknown as StorySetup<JsonObject>;
  const [first] = setup.samples;
  const fed = first.rows !== undefined;
  const dialog = setup.dialog === true;
  const defaults: StorySample = fed
    ? first
    : (setup.empty ?? { ...first, props: spec.defaults, children: [] });
  const crowd = fed
    ? [first]
    : Array.from({ length: dialog ? 1 : often }, (_, at) => setup.samples[at % setup.samples.length]!);

  function made(kind: Kind, own: StoryOptions<P> = {}): StoryObj {
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
      count: own.count ?? kind.count ?? ordinaryCount,
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
      ...(kind.apart ? { tags: ['!autodocs'] } : {}),
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
        const promised: Promised = {
          state,
          fed,
          dialog: dialog && state !== 'forbidden',
          told: { props: { ...(context.args as JsonObject) }, children: [...(base.children ?? [])] },
          mayBeNothing: kind.mayBeNothing === true,
          see: own.see,
        };
        await check(promised, readGlobals(context.globals).language, hosts.get(context.id), () =>
          own.play?.(context),
        );
      },
    };
  }

  return {
    meta: {
      parameters: { widget: spec },
      // Its code is there before it is drawn: how long that takes is not what a story is about.
      loaders: [() => spec.load().then(() => ({}))],
      argTypes: argTypesOf(spec, (key) => translate('pt', key.slice(1)) ?? key),
    },
    empty: (own) =>
      made(
        {
          state: 'empty',
          samples: [defaults],
          mayBeNothing: setup.emptyIsNothing === true || (spec.rendersStates !== true && fed),
        },
        own,
      ),
    loading: (own) => made({ state: 'loading', mayBeNothing: !fed && spec.group === 'layout' }, own),
    failed: (own) => made({ state: 'error' }, own),
    forbidden: (own) => made({ state: 'forbidden' }, own),
    dense: (own) =>
      made({ samples: (setup.dense as readonly StorySample[] | undefined) ?? crowd, count: denseCount }, own),
    longTexts: (own) => made({ long: true, count: 5 }, own),
    portuguese: (own) => made({ globals: { language: 'pt' } }, own),
    english: (own) => made({ globals: { language: 'en' }, parameters: seenByAxe }, own),
    spanish: (own) => made({ globals: { language: 'es' }, parameters: seenByAxe }, own),
    narrow: (own) => made({ globals: viewport('phone'), apart: true }, own),
    wide: (own) => made({ globals: viewport('desktop'), parameters: seenByAxe, apart: true }, own),
    dark: (own) => made({ globals: { theme: 'dark' } }, own),
    shapes: (own) => made({ samples: setup.samples as readonly StorySample[] }, own),
    missing: (own) => made({ state: 'missing' }, own),
    other: (own) => made({}, own),
  };
}
