// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { DefinitionReply } from '../../src/contracts/definitions.ts';
import { counters, resetCounters } from '../../src/engine/core/index.ts';
import { createFakeHost } from '../../src/engine/react/testing/host.ts';
import { leaveStrictMode, renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';

afterEach(cleanup);

const replyOf = (label: string): DefinitionReply => ({
  definition: {
    kind: 'form',
    formatVersion: 2,
    id: 'person',
    schema: { type: 'object', properties: { name: { type: 'string', title: label } } },
    ui: { sections: [{ id: 'all', fields: ['name'] }] },
  },
  version: 1,
  source: 'bundled',
  publishedVersion: 1,
  faults: [],
});

const document = screenOf([{ id: 'f', type: 'form', props: { form: 'person' } }]);

it('should render a form that was loaded before without waiting, and once', async () => {
  leaveStrictMode();
  resetCounters();
  const reply = replyOf('Nome');
  let answer: (reply: DefinitionReply) => void = () => undefined;
  const host = Object.assign(createFakeHost(), {
    definition: () => new Promise<DefinitionReply>((resolve) => (answer = resolve)),
    knownDefinition: () => reply,
  });
  renderScreen(document, { host });
  const field = await screen.findByRole('textbox', { name: 'Nome' });
  // The same reply again changes nothing.
  await act(async () => answer(reply));
  expect(counters.renders['field:name']).toBe(1);
  expect(screen.getByRole('textbox', { name: 'Nome' })).toBe(field);
});

it('should replace a form that was loaded before by its newer version', async () => {
  const listeners: ((reply: DefinitionReply) => void)[] = [];
  const host = Object.assign(createFakeHost(), {
    definition: () => Promise.resolve(replyOf('Nome')),
    knownDefinition: () => replyOf('Nome'),
    onDefinition: (_kind: string, _id: string, listener: (reply: DefinitionReply) => void) => {
      listeners.push(listener);
      return () => undefined;
    },
  });
  renderScreen(document, { host });
  await screen.findByRole('textbox', { name: 'Nome' });
  act(() => listeners.forEach((listener) => listener(replyOf('Nome completo'))));
  expect(await screen.findByRole('textbox', { name: 'Nome completo' })).not.toBeNull();
});
