import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { JsonObject } from '../../../contracts/json.ts';
import type { FormDocument } from '../../core/index.ts';
import { createFakeHost, type FakeHost, type FakeHostOptions } from './host.ts';
import { renderScreen, screenOf } from './render.tsx';

/** A screen with one form, a button that posts its values to /x and one that resets it, over the real engine. */
export function openForm(
  properties: JsonObject,
  options: FakeHostOptions & {
    host?: FakeHost;
    fields?: unknown[];
    ui?: JsonObject;
    value?: JsonObject;
    schema?: JsonObject;
    rules?: unknown[];
    compute?: JsonObject;
    props?: JsonObject;
    /** Keys of the screen around the form: its sources, its state. */
    screen?: JsonObject;
  } = {},
): FakeHost & { unmount(): void } {
  const {
    fields = Object.keys(properties),
    ui,
    value,
    schema,
    rules,
    compute,
    props,
    screen: around,
    ...hostOptions
  } = options;
  const host = options.host ?? createFakeHost(hostOptions);
  const document = {
    kind: 'form',
    formatVersion: 2,
    id: 'opened',
    schema: { type: 'object', properties, ...schema },
    ui: ui ?? { sections: [{ id: 'all', fields }] },
    ...(rules ? { rules } : {}),
    ...(compute ? { compute } : {}),
  } as unknown as FormDocument;
  const { unmount } = renderScreen(
    screenOf(
      [
        { id: 'save', type: 'button', props: { text: 'Salvar' }, on: { press: [{ submit: 'f' }] } },
        { id: 'reset', type: 'button', props: { text: 'Restaurar' }, on: { press: [{ reset: 'f' }] } },
        {
          id: 'f',
          type: 'form',
          props: { document: document as unknown as JsonObject, ...(value ? { value } : {}), ...props },
          on: { submit: [{ request: { post: '/x', body: { $expr: 'event.values' } } }] },
        },
      ],
      around,
    ),
    { host },
  );
  return Object.assign(host, { unmount });
}

export const reset = () => userEvent.click(screen.getByRole('button', { name: 'Restaurar' }));
export const save = () => userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
