import { configure, expect, screen, spyOn, userEvent, waitFor } from 'storybook/test';
import type { JsonObject } from '../contracts/json.ts';
import type { Language } from '../contracts/language.ts';
import type { FakeHost } from '../engine/react/testing/host.ts';
import { nodeId, openerId } from './document.ts';
import type { StoryState } from './document.ts';
import { translate } from './host.ts';
import { storyStrings } from './strings.ts';

// What was expected says enough; without this each failure prints the whole page.
configure({
  getElementError: (message) => new Error(message ?? 'not there'),
  // Ample: it ends what hangs, and must not judge how busy the machine is.
  asyncUtilTimeout: 10_000,
});

/** What a story promises of itself, beside what holds for all of them. */
export interface Promised {
  state: StoryState;
  /** Its states come from a source; else from the node and the code of its widget. */
  fed: boolean;
  dialog: boolean;
  /** The node's props and children: the first text of theirs must be read in the story's language. */
  told: JsonObject | null;
  /** It may draw nothing at all: an empty badge, a layout whose code is on its way. */
  mayBeNothing: boolean;
  /** A text, or a `$` key, that must be read as well. */
  see?: string | undefined;
}

const frame = (language: Language, key: string) => translate(language, `widgets.frame.${key}`) ?? key;

/** Everything a person reads or hears on the page. */
function readable(): string {
  const said = [
    ...document.body.querySelectorAll('[aria-label], [title], [placeholder], [alt], input, textarea'),
  ];
  const attributes = said.flatMap((element) => [
    ...['aria-label', 'title', 'placeholder', 'alt'].map((name) => element.getAttribute(name) ?? ''),
    element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.value : '',
  ]);
  return [document.body.innerText, ...attributes].join('\n');
}

/** The text of a `$` key as the story's document resolves it. */
export function textOf(key: string, language: Language): string | null {
  const strings: Record<string, string> = storyStrings[language];
  const name = key.slice(1);
  return Object.hasOwn(strings, name) ? strings[name]! : translate(language, name);
}

/** The texts that a node's props and children name by key, in a language; those with values of their own left out. */
function textsIn(value: unknown, language: Language): string[] {
  const keys = JSON.stringify(value).matchAll(/"(\$[a-z][\w.-]+)"/gi);
  return [...keys]
    .flatMap(([, key = '']) => textOf(key, language) ?? [])
    .filter((text) => !text.includes('{{'));
}

async function read(text: string): Promise<void> {
  await waitFor(() => expect(readable()).toContain(text));
}

/** The notices that stand in a node's place when it cannot be drawn. */
function contained(language: Language): string[] {
  const all = readable();
  return ['crashed.title', 'invalid.title', 'unknown.title', 'failed.title']
    .map((key) => frame(language, key))
    .filter((title) => all.includes(title));
}

async function drawn(promised: Promised, language: Language): Promise<void> {
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull());
  if (!promised.mayBeNothing) {
    await waitFor(() => expect(document.querySelector(`[id^="${nodeId()}"]`)).not.toBeNull());
  }
  const texts = promised.told ? textsIn(promised.told, language) : [];
  if (texts.length > 0 && !promised.mayBeNothing) {
    await waitFor(() => expect(texts.filter((text) => readable().includes(text))).not.toHaveLength(0));
  }
  await expect(contained(language)).toEqual([]);
}

async function loading(promised: Promised, language: Language): Promise<void> {
  // After three seconds the frame says that it takes long: that is a way of waiting, too.
  const waits = () =>
    document.querySelector('[aria-busy="true"]') !== null ||
    readable().includes(frame(language, 'slow.text'));
  if (!promised.mayBeNothing) await waitFor(() => expect(waits()).toBe(true));
  if (!promised.fed) await expect(document.getElementById(nodeId())).toBeNull();
}

async function forbidden(promised: Promised, language: Language): Promise<void> {
  if (promised.fed) await read(frame(language, 'forbidden.title'));
  else await expect(document.getElementById(nodeId())).toBeNull();
  await expect(contained(language)).toEqual([]);
}

/** Nothing of a screen may be wider than its window; what is wide scrolls inside. */
async function fits(): Promise<void> {
  // What follows sizes (a scrolling area that becomes a stop of the keyboard) does so with the frame after the layout.
  for (let waited = 0; waited < 2; waited += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  const page = document.scrollingElement!;
  await waitFor(() => expect(page.scrollWidth).toBeLessThanOrEqual(window.innerWidth));
  const root = document.querySelector<HTMLElement>('[data-screen]');
  await waitFor(() => expect(root?.scrollWidth ?? 0).toBeLessThanOrEqual(root?.clientWidth ?? 0));
}

/** Waits until nothing moves any more: half faded in, colours are not yet those that were meant. */
async function settled(): Promise<void> {
  const moving = () =>
    document
      .getAnimations()
      .filter(
        ({ effect, playState }) =>
          playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
      );
  await waitFor(() => expect(moving()).toHaveLength(0));
}

async function inState(promised: Promised, language: Language): Promise<void> {
  switch (promised.state) {
    case 'loading':
      return loading(promised, language);
    case 'error':
      await read(frame(language, promised.fed ? 'failed.title' : 'invalid.title'));
      if (promised.fed) await expect(screen.getAllByText(frame(language, 'retry'))).not.toHaveLength(0);
      return undefined;
    case 'forbidden':
      return forbidden(promised, language);
    case 'missing':
      return read(frame(language, 'missing.waiting'));
    case 'empty':
    case 'ready':
      return drawn(promised, language);
  }
}

/** Holds a story to what it promises; `more` are steps of its own, before the rest is looked at. */
export async function check(
  promised: Promised,
  language: Language,
  host: FakeHost | undefined,
  more?: () => void | Promise<void>,
): Promise<void> {
  await waitFor(() => expect(document.querySelector('[data-screen]')).not.toBeNull());
  await expect(document.documentElement.lang).toBe(language);
  if (promised.dialog) await openDialog();
  await inState(promised, language);
  await more?.();
  const { see } = promised;
  if (see !== undefined) await read(see.startsWith('$') ? (textOf(see, language) ?? see) : see);
  await settled();
  await fits();
  // A `$` that a person sees is a text that nobody has.
  await expect(document.body.innerText).not.toMatch(/(^|\s)\$[a-z][\w-]*\.[\w.-]+/m);
  if (promised.state !== 'error') await expect(host?.reports ?? []).toEqual([]);
}

async function openDialog(): Promise<void> {
  const opener = await waitFor(() => {
    const button = document.getElementById(openerId);
    if (!button) throw new Error('the button that opens the dialog is not there');
    return button;
  });
  await userEvent.click(opener);
}

let heard: { mock: { calls: unknown[][] } } | null = null;

/** Listens to the browser's console for one story; returns the way back. */
export function watchConsole(): () => void {
  const listening = spyOn(console, 'error');
  heard = listening;
  return () => listening.mockRestore();
}

/** Fails a story that the console complained of. */
export async function expectQuiet(): Promise<void> {
  await expect(heard?.mock.calls ?? []).toEqual([]);
}
