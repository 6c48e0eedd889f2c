// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { ok, publicHome, renderInApp, testApp } from '../testing.tsx';
import PasswordPage from './PasswordPage.tsx';

afterEach(cleanup);

test('states the rule of a new password as a hint, and reports missing values like every form', async () => {
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

test('focuses the current password, and reports there that it was wrong until it is edited', async () => {
  const errors = [{ path: '/currentPassword', message: 'A senha atual está incorreta.' }];
  const app = await testApp({
    'GET /adm/v2/pub/home': () => ok(publicHome),
    'PUT /adm/v2/sec/me': () =>
      Response.json({ success: false, message: '', code: 'RULE', errors }, { status: 422 }),
  });
  renderInApp(
    app,
    <MemoryRouter>
      <PasswordPage />
    </MemoryRouter>,
  );
  const current = await screen.findByLabelText(/^Senha atual/);
  await waitFor(() => expect(document.activeElement).toBe(current));
  await userEvent.type(current, 'errada-1');
  await userEvent.type(screen.getByLabelText(/^Nova senha/), 'segredo-1');
  await userEvent.type(screen.getByLabelText(/^Confirme a nova senha/), 'segredo-1{Enter}');
  await screen.findByText('A senha atual está incorreta.');
  expect(current.getAttribute('aria-invalid')).toBe('true');
  await screen.findAllByText('Ops! Algo deu errado ao alterar sua senha.');
  await userEvent.type(current, 'x');
  expect(screen.queryByText('A senha atual está incorreta.')).toBeNull();
  expect(current.getAttribute('aria-invalid')).not.toBe('true');
});
