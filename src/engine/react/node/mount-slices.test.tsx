// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mountSlice } from './mount-slices.ts';
import { leaveStrictMode, renderScreen, screenOf } from '../testing/render.tsx';

beforeEach(leaveStrictMode);
afterEach(cleanup);

const text = (at: number) => ({ id: `n${at}`, type: 'text', props: { text: `Texto ${at}` } });
const texts = (from: number, count: number) => Array.from({ length: count }, (_, at) => text(from + at));
const section = (at: number, children: unknown[]) => ({
  id: `n${at}`,
  type: 'section',
  props: { title: `Seção ${at}` },
  children,
});

const mounted = () =>
  [...document.querySelectorAll('[id]')].map(({ id }) => id).filter((id) => /^n\d+$/.test(id));

/** Renders a body and waits for its last node. Answers the nodes that stood there after each task that changed the page. */
async function mountsOf(body: unknown[], last: number): Promise<string[][]> {
  const tasks: string[][] = [];
  const observer = new MutationObserver(() => {
    const now = mounted();
    if (now.length !== (tasks.at(-1)?.length ?? 0)) tasks.push(now);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  renderScreen(screenOf(body));
  await screen.findByText(`Texto ${last}`);
  observer.disconnect();
  return tasks;
}

const largestStep = (tasks: string[][]) =>
  Math.max(...tasks.map((now, at) => now.length - (tasks[at - 1]?.length ?? 0)));

test('a screen of few nodes is mounted at once', async () => {
  const tasks = await mountsOf(texts(0, mountSlice), mountSlice - 1);
  expect(tasks.map((now) => now.length)).toEqual([mountSlice]);
});

test('a screen of many nodes is mounted in slices, in document order', async () => {
  const tasks = await mountsOf(texts(0, 400), 399);
  expect(largestStep(tasks)).toBeLessThanOrEqual(mountSlice);
  expect(tasks.at(-1)).toHaveLength(400);
  for (const now of tasks) expect(now).toEqual(texts(0, now.length).map(({ id }) => id));
});

test('nested nodes count: a section is filled before the next one begins', async () => {
  // Sections whose code is not loaded are mounted as skeletons, without their children.
  const { unmount } = renderScreen(screenOf([section(0, [text(1)])]));
  await screen.findByText('Texto 1');
  unmount();
  const body = Array.from({ length: 20 }, (_, at) => section(at * 21, texts(at * 21 + 1, 20)));
  const tasks = await mountsOf(body, 419);
  expect(largestStep(tasks)).toBeLessThanOrEqual(mountSlice);
  expect(tasks.at(-1)).toHaveLength(420);
  for (const now of tasks) expect(now).toEqual(tasks.at(-1)!.slice(0, now.length));
});

test('all waiting nodes are mounted before the browser prints', async () => {
  renderScreen(screenOf(texts(0, 400)));
  await screen.findByText('Texto 0');
  expect(mounted().length).toBeLessThan(400);
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(mounted()).toHaveLength(400);
});

test('a screen that is left while nodes wait mounts no more of them', async () => {
  const { unmount } = renderScreen(screenOf(texts(0, 400)));
  await screen.findByText('Texto 0');
  unmount();
  renderScreen(screenOf([section(1000, [text(1001)])], { id: 'other' }));
  await waitFor(() => expect(mounted()).toEqual(['n1000', 'n1001']));
});
