// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createFakeHost } from '../../../engine/core/testing/fake-host.ts';
import { testChat, testMessage } from '../core/testing.ts';
import SendContacts from '../compose/SendContacts.tsx';
import SendPlace from '../compose/SendPlace.tsx';
import { renderChat } from '../testing/render.tsx';

/** Locations and cards of contacts that an agent sends. */

const sent = { data: { messageId: 5, message: testMessage(5) } };
const sendButton = () => screen.getByText('Enviar').closest('button')!;
const press = (element: Element) => act(async () => fireEvent.click(element));

it('sends a place that was copied from a map, and says what it cannot read', async () => {
  const host = createFakeHost();
  host.onRun = () => sent;
  const onSent = vi.fn();
  await renderChat(<SendPlace chat={testChat(1)} replyTo={7} onSent={onSent} onClose={vi.fn()} />, { host });
  const where = screen.getByLabelText(/^Onde/);
  expect(sendButton().getAttribute('aria-description')).toBe('Diga primeiro onde é.');
  fireEvent.change(where, { target: { value: 'https://maps.app.goo.gl/abc' } });
  expect(where.getAttribute('aria-invalid')).toBe('true');
  await press(sendButton());
  expect(host.runs).toEqual([]);
  fireEvent.change(where, { target: { value: 'https://www.google.com/maps?q=-19.932,-43.938' } });
  fireEvent.change(screen.getByLabelText('Nome do lugar'), { target: { value: ' Loja ' } });
  await press(sendButton());
  await waitFor(() => expect(host.runs).toHaveLength(1));
  expect(host.runs[0]!.body).toMatchObject({
    type: 'location',
    location: { latitude: -19.932, longitude: -43.938, name: 'Loja', address: '' },
    replyTo: 7,
  });
  expect(onSent).toHaveBeenCalledOnce();
});

it('keeps a place that does not reach the server, and sends it again as the same message', async () => {
  const host = createFakeHost();
  // oxlint-disable-next-line no-throw-literal -- the host rejects with failures
  host.onRun = () => {
    throw { code: 'NETWORK', status: 0, message: 'Sem conexão', errors: [] };
  };
  const onSent = vi.fn();
  const { server, sync } = await renderChat(
    <SendPlace chat={testChat(1)} replyTo={null} onSent={onSent} onClose={vi.fn()} />,
    { host },
  );
  fireEvent.change(screen.getByLabelText(/^Onde/), { target: { value: '-19.932, -43.938' } });
  await press(sendButton());
  expect(onSent).toHaveBeenCalledOnce();
  expect(sync.getState().pending).toMatchObject([
    { type: 'location', text: '-19.932, -43.938', refusal: null, isKept: true },
  ]);
  await act(() => server.clock.advance(5_000));
  await waitFor(() => expect(host.runs).toHaveLength(2));
  const ids = host.runs.map(({ body }) => (body as { clientId: string }).clientId);
  expect(new Set(ids).size).toBe(1);
});

it('sends the cards of contacts with their numbers', async () => {
  const host = createFakeHost();
  const contact = (id: number, name: string, data: string[]) => ({
    id,
    name,
    surname: 'Reis',
    company: 'Atacado',
    contactInfo: data.map((one) => ({ type: 'WHATSAPP', data: one, active: 'Y', mainContact: 'Y' })),
  });
  host.onRun = ({ address }) =>
    address.startsWith('/adm/v2/sup/contact')
      ? {
          data: {
            rows: [
              contact(1, 'Ana', ['31988771204']),
              contact(2, 'Bia', ['34988771204']),
              contact(3, 'Caio', []),
            ],
          },
        }
      : sent;
  await renderChat(<SendContacts chat={testChat(1)} replyTo={null} onSent={vi.fn()} onClose={vi.fn()} />, {
    host,
  });
  await waitFor(() => expect(screen.getAllByRole('option', { hidden: true })).toHaveLength(2));
  const box = screen.getByRole('combobox', { hidden: true });
  fireEvent.keyDown(box, { key: 'Enter' });
  fireEvent.keyDown(box, { key: 'ArrowDown' });
  fireEvent.keyDown(box, { key: 'Enter' });
  await press(screen.getByLabelText('Remover Ana Reis'));
  await press(sendButton());
  await waitFor(() =>
    expect(host.runs.at(-1)!.body).toMatchObject({
      type: 'contacts',
      contacts: [{ name: 'Bia Reis', phones: ['+5534988771204'] }],
    }),
  );
});
