// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { failure } from '../../src/engine/react/testing/host.ts';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';

afterEach(cleanup);

const props = {
  title: 'name',
  subtitle: 'role',
  avatar: true,
  image: 'photo',
  badges: [{ field: 'status', map: { Y: 'Ativo' }, tones: { Y: 'success' } }, { field: 'missing' }],
  sections: [
    {
      title: 'Contato',
      fields: [
        { field: 'email', label: 'E-mail', format: 'email' },
        { value: { $expr: "row.city & '/' & row.state" }, label: 'Cidade' },
      ],
    },
    { title: 'Folha', access: { special: 'pay' }, fields: [{ field: 'pay', label: 'Salário' }] },
  ],
};
const detail = screenOf(
  [
    {
      id: 'd',
      type: 'detail',
      source: 'one',
      props,
      children: [{ id: 'edit', type: 'button', props: { text: 'Editar' } }],
    },
  ],
  { sources: { one: { get: '/one', record: 'data' } } },
);

describe('detail', () => {
  it('should show a record with its state, buttons and fields', async () => {
    renderScreen(detail, {
      answer: () => ({
        data: {
          name: 'Ana Souza',
          role: 'Gerente',
          status: 'Y',
          email: 'ana@acme.example',
          city: 'Santos',
          state: 'SP',
          photo: 'javascript:alert(1)',
          pay: 1,
        },
      }),
      can: (access) => !('special' in (access as object)),
    });
    const article = await screen.findByRole('article', { name: 'Ana Souza' });
    expect(within(article).getByRole('heading', { level: 2 }).textContent).toBe('Ana Souza');
    expect(within(article).getByText('Ativo')).toBeTruthy();
    expect(within(article).getByText('Gerente')).toBeTruthy();
    expect(within(article).getByRole('heading', { level: 3 }).textContent).toBe('Contato');
    expect(await within(article).findByText('Santos/SP')).toBeTruthy();
    expect(await within(article).findByRole('button', { name: 'Editar' })).toBeTruthy();
    expect(within(article).queryByText('Folha')).toBeNull();
    // The initials replace a picture whose address is not allowed.
    expect(article.querySelector('img')).toBeNull();
    expect(within(article).getByText('AS')).toBeTruthy();
  });

  it('should show dashes for missing and unexpected values', async () => {
    renderScreen(detail, { answer: () => ({ data: { name: { a: 1 }, email: [], status: [1, 2] } }) });
    expect(await screen.findByRole('heading', { name: '{"a":1}' })).toBeTruthy();
    expect(screen.getAllByText('–').length).toBeGreaterThan(0);
    expect(screen.getByText('1, 2')).toBeTruthy();
  });

  it('should report a record that does not exist', async () => {
    renderScreen(detail, {
      answer: () => {
        throw failure(404, 'missing', 'NOT_FOUND');
      },
    });
    expect(await screen.findByText('Registro não encontrado')).toBeTruthy();
  });
});
