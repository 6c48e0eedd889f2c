// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/contracts/json.ts';
import { createFakeHost, failure, type FakeHostOptions } from '../../src/engine/react/testing/host.ts';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';

afterEach(cleanup);

const document = {
  kind: 'form',
  formatVersion: 2,
  id: 'inline',
  schema: { type: 'object', properties: { name: { type: 'string', title: 'Nome' } } },
  ui: { sections: [{ id: 'main', fields: ['name'] }] },
};

const open = (value: string, rest: JsonObject, options: FakeHostOptions = {}) =>
  renderScreen(
    screenOf(
      [
        { id: 'f', type: 'form', props: { document, value: { $expr: value } } },
        {
          id: 'fill',
          type: 'button',
          props: { text: 'Abrir' },
          on: { press: [{ set: { 'state.record': { id: 1, name: 'Ana' } } }] },
        },
      ],
      rest,
    ),
    { host: createFakeHost(options) },
  );
const sources = { one: { get: '/one', record: 'data' } };
const name = async () => (await screen.findByLabelText<HTMLInputElement>('Nome')).value;

describe('the record of a form', () => {
  it('should be empty for a value that is null, until there is one', async () => {
    open('state.record', { state: { record: null } });
    expect(await name()).toBe('');
    await userEvent.click(await screen.findByRole('button', { name: 'Abrir' }));
    await waitFor(async () => expect(await name()).toBe('Ana'));
  });

  it('should be empty for a source without one, once the source has loaded', async () => {
    let answer: (reply: unknown) => void = () => undefined;
    open('data.one.record', { sources }, { answer: () => new Promise((done) => (answer = done)) });
    await screen.findByRole('button', { name: 'Abrir' });
    expect(screen.queryByLabelText('Nome')).toBeNull();
    answer({ data: null });
    expect(await name()).toBe('');
  });

  it('should say that what was typed is not stored when the right to change it ends', async () => {
    renderScreen(
      screenOf(
        [
          {
            id: 'f',
            type: 'form',
            props: { document, value: { name: 'Ana' }, readOnly: { $expr: 'state.locked' } },
          },
          {
            id: 'lock',
            type: 'button',
            props: { text: 'Travar' },
            on: { press: [{ set: { 'state.locked': true } }] },
          },
        ],
        { state: { locked: false } },
      ),
    );
    await userEvent.type(await screen.findByLabelText('Nome'), ' Lima');
    expect(screen.queryByRole('alert')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Travar' }));
    expect((await screen.findByRole('alert')).textContent).toContain('não foi salvo');
    expect(screen.getByText('Ana Lima')).toBeTruthy();
  });

  it('should say so, and lose its buttons, when the right to create ends, until it returns', async () => {
    const { refuse } = renderScreen(
      screenOf(
        [
          { id: 'save', type: 'button', access: { verb: 'create' }, props: { text: 'Salvar' } },
          { id: 'f', type: 'form', props: { document } },
        ],
        { access: { screen: 'people', verb: 'create' } },
      ),
    );
    await userEvent.type(await screen.findByLabelText('Nome'), 'Ana Lima');
    expect(screen.getByRole('button', { name: 'Salvar' })).toBeTruthy();
    refuse(true);
    expect((await screen.findByRole('alert')).textContent).toContain('não tem mais acesso a esta página');
    expect(screen.getByText('Ana Lima')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Salvar' })).toBeNull());
    refuse(false);
    expect(await name()).toBe('Ana Lima');
    expect(screen.queryByRole('alert')).toBeNull();
    await screen.findByRole('button', { name: 'Salvar' });
  });

  it('should report that its source has failed, and load it again', async () => {
    let fails = true;
    open(
      'data.one.record',
      { sources },
      {
        answer: async () => {
          if (fails) throw failure(500, 'Sem conexão');
          return { data: { id: 1, name: 'Ana' } };
        },
      },
    );
    await screen.findByText('Sem conexão');
    fails = false;
    await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(await name()).toBe('Ana');
  });
});
