// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { ok, publicHome, renderInApp, testApp } from '../testing.tsx';
import PasswordPage from './PasswordPage.tsx';

afterEach(cleanup);

test('tells the rule of a new password before it is broken, and what is missing in the words of every form', async () => {
  const app = await testApp({ 'GET /adm/v2/pub/home': () => ok(publicHome) });
  renderInApp(
    app,
    <MemoryRouter>
      <PasswordPage />
    </MemoryRouter>,
  );
  const field = await screen.findByLabelText(/^Nova senha/);
  const hint = screen.getByText('De 8 a 128 caracteres.');
  expect(field.getAttribute('aria-describedby')).toContain(hint.id);
  await userEvent.click(screen.getByRole('button', { name: 'Alterar senha' }));
  expect(await screen.findAllByText('Campo Obrigatório')).toHaveLength(3);
});
