// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMemoryDevice, createTestOutbox } from '../../client/testing/outbox.ts';
import type { HostFailure } from '../../engine/core/index.ts';
import { renderInApp, testApp } from '../testing.tsx';
import WaitingDialog from './WaitingDialog.tsx';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

/** The question over an outbox with three messages and two moves, whose server answers as `server.fail` says. */
async function open({ full = false } = {}) {
  const app = await testApp({});
  await app.i18n.need(['outbox']);
  const device = createMemoryDevice();
  if (full) device.failure = new Error('QuotaExceededError');
  const server = {
    fail: { code: 'NETWORK', status: 0, message: '', errors: [] } as HostFailure | null,
    done: 0,
  };
  const { outbox } = createTestOutbox(
    {
      async run() {
        if (server.fail) throw server.fail;
        server.done += 1;
      },
      after: () => () => undefined,
    },
    device,
  );
  for (const [at, kind] of (['message', 'message', 'message', 'move', 'move'] as const).entries())
    outbox.add({
      id: `e${at}`,
      key: kind === 'move' ? 'board/7' : 'chat/1',
      kind,
      request: { method: 'post', address: '/send' },
      data: {},
      ...(kind === 'message' && { text: `Texto ${at}` }),
    });
  const kinds = await outbox.kinds();
  const [onStay, onLeave] = [vi.fn<() => void>(), vi.fn<() => void>()];
  renderInApp(app, <WaitingDialog outbox={outbox} kinds={kinds} onStay={onStay} onLeave={onLeave} />);
  const dialog = await screen.findByRole('dialog', { name: 'Sair com envios pendentes?' });
  return { app, device, server, outbox, onStay, onLeave, dialog };
}

const button = (name: string) => screen.getByRole('button', { name });

test('says how many of what wait, in each language, and begins at sending', async () => {
  const { app, dialog } = await open();
  expect(dialog.textContent).toContain('3 mensagens e 2 movimentos');
  expect(document.activeElement).toBe(button('Enviar agora e sair'));
  await app.i18n.setLanguage('en');
  await waitFor(() => expect(dialog.textContent).toContain('3 messages and 2 moves'));
  await app.i18n.setLanguage('es');
  await waitFor(() => expect(dialog.textContent).toContain('3 mensajes y 2 movimientos'));
});

test('sends now and leaves; what cannot be sent keeps the person, with the reason', async () => {
  const { server, device, onLeave, dialog } = await open();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Sem conexão'));
  expect([onLeave.mock.calls.length, device.kept.size]).toEqual([0, 5]);
  server.fail = { code: 'WINDOW_CLOSED', status: 409, message: 'A janela fechou.', errors: [] };
  await userEvent.click(button('Enviar agora e sair'));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('A janela fechou.'));
  expect(dialog.textContent).toContain('3 mensagens e 2 movimentos');
  // Refused messages are named, so that nobody believes that they are sent later.
  expect(dialog.textContent).toContain('Não foi aceito: 1 mensagem. A janela fechou.');
  expect(dialog.textContent).toContain('“Texto 0”');
  expect(onLeave).not.toHaveBeenCalled();
});

test('leaves once everything is sent', async () => {
  const { server, onLeave, device } = await open();
  server.fail = null;
  await userEvent.click(button('Enviar agora e sair'));
  await waitFor(() => expect(onLeave).toHaveBeenCalledOnce());
  expect([server.done, device.kept.size]).toEqual([5, 0]);
});

test('stays where the device does not remove what is thrown away', async () => {
  const { device, onLeave } = await open();
  await waitFor(() => expect(device.kept.size).toBe(5));
  device.storage.clear = () => Promise.reject(new Error('denied'));
  await userEvent.click(button('Descartar e sair'));
  await waitFor(() => expect(screen.getByRole('alert').textContent).not.toBe(''));
  expect(onLeave).not.toHaveBeenCalled();
});

test('counts what is sent behind the question, and leaves once nothing is left', async () => {
  const { server, outbox, onLeave, dialog } = await open();
  server.fail = { code: 'WINDOW_CLOSED', status: 409, message: 'A janela fechou.', errors: [] };
  outbox.discard('e3');
  await waitFor(() => expect(dialog.textContent).toContain('3 mensagens e 1 movimento'));
  server.fail = null;
  await outbox.sendNow();
  await waitFor(() => expect(onLeave).toHaveBeenCalledOnce());
});

test('keeps what waits on the device, or throws it away', async () => {
  const kept = await open();
  await userEvent.click(button('Guardar neste aparelho e sair'));
  await waitFor(() => expect(kept.onLeave).toHaveBeenCalledOnce());
  expect([kept.device.kept.size, kept.server.done]).toEqual([5, 0]);
  cleanup();
  const thrown = await open();
  await userEvent.click(button('Descartar e sair'));
  await waitFor(() => expect(thrown.onLeave).toHaveBeenCalledOnce());
  expect([thrown.device.kept.size, thrown.outbox.getState().entries]).toEqual([0, []]);
});

test('stays with Escape, and offers no keeping where the device keeps nothing', async () => {
  const { device, onStay, onLeave, dialog } = await open({ full: true });
  await waitFor(() => expect(screen.queryByRole('button', { name: /Guardar/ })).toBeNull());
  expect(dialog.textContent).toContain('3 mensagens e 2 movimentos');
  expect(dialog.textContent).toContain('Este aparelho não consegue guardar');
  await userEvent.keyboard('{Escape}');
  expect(onStay).toHaveBeenCalledOnce();
  expect(device.failure).not.toBeNull();
  await userEvent.click(button('Descartar e sair'));
  await waitFor(() => expect(onLeave).toHaveBeenCalledOnce());
});

test('does not leave before the device has kept what waits, nor where it fails to', async () => {
  const { device, outbox, onLeave } = await open();
  let fail: (error: Error) => void = () => undefined;
  device.storage.write = () => new Promise((_, reject) => (fail = reject));
  outbox.add({
    id: 'late',
    key: 'chat/1',
    kind: 'message',
    request: { method: 'post', address: '/send' },
    data: {},
  });
  await userEvent.click(button('Guardar neste aparelho e sair'));
  expect(await screen.findByRole('progressbar', { name: 'Saindo…' })).toBeTruthy();
  expect(onLeave).not.toHaveBeenCalled();
  fail(new Error('QuotaExceededError'));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('não consegue guardar'));
  expect(onLeave).not.toHaveBeenCalled();
  // The others are kept, and who has read what is lost may go.
  expect(screen.getByText(/não consegue guardar 1 mensagem: ao sair sem enviar/)).toBeTruthy();
  await userEvent.click(button('Guardar neste aparelho e sair'));
  await waitFor(() => expect(onLeave).toHaveBeenCalledOnce());
  expect(device.kept.size).toBe(5);
});
