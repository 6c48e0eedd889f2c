// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { counters, resetCounters } from '../../src/engine/core/index.ts';
import { openForm, reset, save } from '../../src/engine/react/testing/form.tsx';
import { createFakeHost, failure } from '../../src/engine/react/testing/host.ts';

afterEach(cleanup);

const services = {
  additionalProperties: {
    type: 'object',
    title: 'Serviço',
    properties: { image: { type: 'string', title: 'Imagem', maxLength: 5 } },
  },
};
const named = { title: { type: 'string', title: 'Título' } };
const stored = { id: 1, version: 3, title: 'a', web: { image: 'w' }, db: { image: 'd' } };
const options = { fields: ['*'], schema: services, props: { keep: ['version'] } };
const box = (name: string) => screen.findByRole('textbox', { name });
const boxes = async (name: string) => {
  await screen.findAllByRole('textbox', { name });
  return screen.getAllByRole<HTMLInputElement>('textbox', { name });
};
const valuesOf = async (name: string) => (await boxes(name)).map(({ value }) => value);
const names = () => valuesOf('Nome da entrada em Serviço');

describe('a form whose root has free names', () => {
  it('edits entries beside the named properties, and not the kept keys', async () => {
    const host = openForm(named, { ...options, value: stored });
    expect(await names()).toEqual(['web', 'db']);
    expect(screen.queryByRole('note')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Remover db' }));
    await userEvent.click(screen.getByRole('button', { name: 'Adicionar entrada' }));
    const name = (await boxes('Nome da entrada em Serviço'))[1]!;
    for (const taken of ['title', 'web', 'id', 'version', '__proto__']) {
      await userEvent.clear(name);
      await userEvent.type(name, taken);
      expect(name.getAttribute('aria-invalid')).toBe('true');
    }
    await userEvent.clear(name);
    await userEvent.type(name, 'cache{Enter}');
    await userEvent.type((await boxes('Imagem'))[1]!, 'c');
    await save();
    await waitFor(() =>
      expect(host.requests[0]?.body).toEqual({
        version: 3,
        title: 'a',
        web: { image: 'w' },
        cache: { image: 'c' },
      }),
    );
    await reset();
    expect(await names()).toEqual(['web', 'cache']);
  });

  it('renders one field for a key, also in a form of entries alone', async () => {
    openForm(
      {},
      { ...options, schema: { additionalProperties: { type: 'string' } }, value: { A: 'x', B: 'y' } },
    );
    expect(await valuesOf('chave')).toEqual(['A', 'B']);
    const input = await box('B');
    // The first change of a form says that there are some.
    await userEvent.type(input, 'z');
    resetCounters();
    await userEvent.type(input, 'w');
    expect((input as HTMLInputElement).value).toBe('yzw');
    expect(Object.keys(counters.renders)).toEqual(['field:B']);
  });

  it('shows errors of the server at their entries', async () => {
    openForm(named, {
      ...options,
      value: stored,
      answer: () => {
        throw { ...failure(422, 'Não', 'RULE_BROKEN'), errors: [{ path: '/db/image', message: 'Falta.' }] };
      },
    });
    await userEvent.type(await box('Título'), 'b');
    await save();
    await screen.findByText('Falta.');
    await waitFor(async () => expect(document.activeElement).toBe((await boxes('Imagem'))[1]));
  });

  it('restores added, changed and removed entries from a draft', async () => {
    const host = createFakeHost();
    host.drafts.write('opened.1', { web: null, db: { image: 'draft' }, cache: { image: 'h' } });
    openForm(named, { ...options, host, value: stored, props: { ...options.props, draft: true } });
    expect(await names()).toEqual(['web', 'db']);
    await userEvent.click(await screen.findByRole('button', { name: 'Continuar' }));
    await waitFor(async () => expect(await names()).toEqual(['db', 'cache']));
    expect(await valuesOf('Imagem')).toEqual(['draft', 'h']);
  });

  it('names the entries that two people changed', async () => {
    const theirs = { ...stored, version: 4, db: { image: 'other' } };
    openForm(named, {
      ...options,
      value: stored,
      answer: () => {
        throw { ...failure(409, 'Conflito', 'VERSION_CONFLICT'), data: theirs };
      },
    });
    await userEvent.type((await boxes('Imagem'))[1]!, 'x');
    await save();
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByRole('listitem').textContent).toMatch(/^db.*dx.*other/);
    await userEvent.click(within(alert).getAllByRole('button')[1]!);
    await waitFor(async () => expect(await valuesOf('Imagem')).toEqual(['w', 'other']));
  });
});
