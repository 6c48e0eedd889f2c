// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { EngineContext } from '../context.ts';
import { createFakeHost } from '../testing/host.ts';
import { useTexts } from './useTexts.ts';

afterEach(cleanup);

function Shown() {
  return useTexts('forms') ? 'loaded' : 'waiting';
}

/** Shows a component whose texts are asked for as often as `answers` says. */
function open(...answers: (Promise<void> | null)[]) {
  const host = createFakeHost({});
  let asked = 0;
  host.loadTexts = () => answers[Math.min(asked++, answers.length - 1)]!;
  render(
    <EngineContext value={{ host, lang: 'pt', registry: undefined as never }}>
      <Shown />
    </EngineContext>,
  );
}

it('does not wait for texts that arrived between a render and its effect', async () => {
  open(new Promise(() => undefined), null);
  expect(await screen.findByText('loaded')).toBeTruthy();
});

it('waits for texts that are loading', async () => {
  let arrive = () => undefined as void;
  const loading = new Promise<void>((resolve) => (arrive = resolve));
  open(loading);
  expect(screen.getByText('waiting')).toBeTruthy();
  arrive();
  expect(await screen.findByText('loaded')).toBeTruthy();
});
