import { configure, expect, screen, spyOn, userEvent, waitFor } from 'storybook/test';
import type { JsonObject } from '../contracts/json.ts';
import type { Language } from '../contracts/language.ts';
import type { FakeHost } from '../engine/react/testing/host.ts';
import { nodeId, openerId } from './document.ts';
import type { StoryState } from './document.ts';
import { translate } from './host.ts';
import { storyStrings } from './strings.ts';

// Without this each failure prints the whole page.
configure({
  getElementError: (message) => new Error(message ?? 'not found'),
  // Long enough for a busy machine; it only ends a check that hangs.
  asyncUtilTimeout: 50_000,
});

/** The expectations of one story, beside those of all stories. */
export interface StoryExpectations {
  state: StoryState;
  /** Its states come from a source; else from the node and the widget's code. */
  hasSource: boolean;
  dialog: boolean;
  /** The node's props and children: their first text must be readable in the story's language. */
  node: JsonObject | null;
  /** The widget may render nothing: an empty badge, a layout whose code is loading. */
  mayRenderNothing: boolean;
  /** A text, or a `$` key, that must be readable as well. */
  see?: string | undefined;
}

const frame = (language: Language, key: string) => translate(language, `widgets.frame.${key}`) ?? key;

/** Returns all text of the page that a person or a screen reader reads. */
function pageText(): string {
  const elements = [
    ...document.body.querySelectorAll('[aria-label], [title], [placeholder], [alt], input, textarea'),
  ];
  const attributes = elements.flatMap((element) => [
    ...['aria-label', 'title', 'placeholder', 'alt'].map((name) => element.getAttribute(name) ?? ''),
    element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.value : '',
  ]);
  return [document.body.innerText, ...attributes].join('\n');
}

/** Returns the text of a `$` key as the story's document resolves it. */
export function textOf(key: string, language: Language, values?: Record<string, unknown>): string | null {
  const strings: Record<string, string> = storyStrings[language];
  const name = key.slice(1);
  return Object.hasOwn(strings, name) ? strings[name]! : translate(language, name, values);
}

/** Returns the texts that a node's props and children name by key, except those with placeholders. */
function textsIn(value: unknown, language: Language): string[] {
  const keys = JSON.stringify(value).matchAll(/"(\$[a-z][\w.-]+)"/gi);
  return [...keys]
    .flatMap(([, key = '']) => textOf(key, language) ?? [])
    .filter((text) => !text.includes('{{'));
}

async function expectText(text: string): Promise<void> {
  await waitFor(() => expect(pageText()).toContain(text));
}

/** Returns the notices that replace a node that cannot be rendered. */
function failureNotices(language: Language): string[] {
  const all = pageText();
  return ['crashed.title', 'invalid.title', 'unknown.title', 'failed.title']
    .map((key) => frame(language, key))
    .filter((title) => all.includes(title));
}

async function expectRendered(expected: StoryExpectations, language: Language): Promise<void> {
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull());
  if (!expected.mayRenderNothing) {
    await waitFor(() => expect(document.querySelector(`[id^="${nodeId()}"]`)).not.toBeNull());
  }
  const texts = expected.node ? textsIn(expected.node, language) : [];
  if (texts.length > 0 && !expected.mayRenderNothing) {
    await waitFor(() => expect(texts.filter((text) => pageText().includes(text))).not.toHaveLength(0));
  }
  await expect(failureNotices(language)).toEqual([]);
}

async function expectLoading(expected: StoryExpectations, language: Language): Promise<void> {
  // After three seconds the frame reports a slow load, which counts as loading too.
  const isLoading = () =>
    document.querySelector('[aria-busy="true"]') !== null ||
    pageText().includes(frame(language, 'slow.text'));
  if (!expected.mayRenderNothing) await waitFor(() => expect(isLoading()).toBe(true));
  if (!expected.hasSource) await expect(document.getElementById(nodeId())).toBeNull();
}

async function expectForbidden(expected: StoryExpectations, language: Language): Promise<void> {
  if (expected.hasSource) await expectText(frame(language, 'forbidden.title'));
  else await expect(document.getElementById(nodeId())).toBeNull();
  await expect(failureNotices(language)).toEqual([]);
}

/** Expects no overflow of the window. Wide content scrolls inside. */
async function expectNoOverflow(): Promise<void> {
  // Elements that react to sizes (a scrolling area that becomes a tab stop) do so in the frame after the layout.
  for (let waited = 0; waited < 2; waited += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  const page = document.scrollingElement!;
  await waitFor(() => expect(page.scrollWidth).toBeLessThanOrEqual(window.innerWidth));
  const root = document.querySelector<HTMLElement>('[data-screen]');
  await waitFor(() => expect(root?.scrollWidth ?? 0).toBeLessThanOrEqual(root?.clientWidth ?? 0));
}

/**
 * Waits until all animations have ended, since colours are not final while fading in. One that follows the scroll position
 * ends when somebody scrolls.
 */
async function waitForAnimations(): Promise<void> {
  const running = () =>
    document
      .getAnimations()
      .filter(
        ({ effect, playState, timeline }) =>
          playState === 'running' &&
          timeline === document.timeline &&
          effect?.getComputedTiming().endTime !== Infinity,
      );
  await waitFor(() => expect(running()).toHaveLength(0));
}

async function expectState(expected: StoryExpectations, language: Language): Promise<void> {
  switch (expected.state) {
    case 'loading':
    case 'waiting':
      return expectLoading(expected, language);
    case 'error':
      await expectText(frame(language, expected.hasSource ? 'failed.title' : 'invalid.title'));
      if (expected.hasSource) await expect(screen.getAllByText(frame(language, 'retry'))).not.toHaveLength(0);
      return undefined;
    case 'forbidden':
      return expectForbidden(expected, language);
    case 'missing':
      return expectText(frame(language, 'missing.waiting'));
    case 'empty':
    case 'ready':
      return expectRendered(expected, language);
  }
}

/** Checks a story's expectations; `more` are its own steps, which run before the general checks. */
export async function check(
  expected: StoryExpectations,
  language: Language,
  host: FakeHost | undefined,
  more?: () => void | Promise<void>,
): Promise<void> {
  await waitFor(() => expect(document.querySelector('[data-screen]')).not.toBeNull());
  await expect(document.documentElement.lang).toBe(language);
  if (expected.dialog) await openDialog();
  await expectState(expected, language);
  await more?.();
  const { see } = expected;
  if (see !== undefined) await expectText(see.startsWith('$') ? (textOf(see, language) ?? see) : see);
  await waitForAnimations();
  await expectNoOverflow();
  // A visible `$` key is a missing text.
  await expect(document.body.innerText).not.toMatch(/(^|\s)\$[a-z][\w-]*\.[\w.-]+/m);
  if (expected.state !== 'error') await expect(host?.reports ?? []).toEqual([]);
}

async function openDialog(): Promise<void> {
  const opener = await waitFor(() => {
    const button = document.getElementById(openerId);
    if (!button) throw new Error('the button that opens the dialog is missing');
    return button;
  });
  await userEvent.click(opener);
}

let consoleErrors: { mock: { calls: unknown[][] } } | null = null;

/** Records the browser's console for one story; returns the function that stops it. */
export function watchConsole(): () => void {
  const spy = spyOn(console, 'error');
  consoleErrors = spy;
  return () => spy.mockRestore();
}

/** Storybook acts around the events of a story. Code that an event loads, such as a tooltip's, is no fault then. */
const loadsInEvent = 'A component suspended inside an `act` scope';

/** Fails a story that logged a warning or an error. */
export async function expectQuiet(): Promise<void> {
  const logged = (consoleErrors?.mock.calls ?? [])
    .map((call) => call.map(String).join(' '))
    .filter((line) => !line.startsWith(loadsInEvent));
  await expect(logged.join('\n')).toBe('');
}
