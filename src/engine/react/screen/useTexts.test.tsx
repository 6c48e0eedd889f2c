// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { EngineContext } from '../context.ts';
import { useText } from '../hooks.ts';
import { createFakeHost } from '../testing/host.ts';
import { useTexts } from './useTexts.ts';

afterEach(cleanup);

function Shown() {
  const isLoaded = useTexts('forms');
  const t = useText();
  return `${isLoaded ? 'loaded' : 'waiting'}${t('preview.nothing')}`;
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
  expect(await screen.findByText('loadedpreview.nothing')).toBeTruthy();
});

it('waits for texts that are loading, without their keys meanwhile', async () => {
  let arrive = () => undefined as void;
  const loading = new Promise<void>((resolve) => (arrive = resolve));
  open(loading);
  expect(screen.getByText('waiting')).toBeTruthy();
  arrive();
  expect(await screen.findByText('loadedpreview.nothing')).toBeTruthy();
});
