// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createFakeHost, failure } from '../../engine/core/testing/fake-host.ts';
import { Conversation } from './conversation/Conversation.tsx';
import { minute, testChat, testMessage } from './core/testing.ts';
import { renderChat } from './testing/render.tsx';

/** Colleagues as a page shows them: those who have the chat open, the one who writes, and what they are given with a transfer or a note. */

const bia = { id: 2, name: 'Bia', photourl: null };
const ana = { id: 1, name: 'Ana', photourl: null };

async function open({ mayWrite = true } = {}) {
  const host = createFakeHost();
  host.onRun = ({ address }) =>
    address.includes('/sup/agent')
      ? { data: { rows: [{ id: 9, name: 'Ana' }, bia] } }
      : { data: { messageId: 5, message: testMessage(5, { sender: 'note', type: 'note' }) } };
  const chat = testChat(1, { windowEndsAt: '2026-01-03T00:00:00Z' });
  const page = await renderChat(<Conversation chatId={1} isSideOpen={false} onSide={() => undefined} />, {
    host,
    mayWrite,
    chats: [chat],
  });
  await act(async () => page.sync.open(1));
  return page;
}

it('says who is writing above the composer, also to somebody who does not write, until they stop', async () => {
  const { host } = await open({ mayWrite: false });
  expect(host.events.places()).toEqual(['chat:1']);
  await act(async () => host.events.fill('chat:1', [ana, { ...bia, open: [1] }]));
  expect(screen.getByText('Bia está respondendo')).toBeTruthy();
  await act(async () => host.events.fill('chat:1', [ana, bia]));
  expect(screen.queryByText('Bia está respondendo')).toBeNull();
  // A colleague who only reads along is shown beside the attendant.
  expect(screen.getByText('Também com a conversa aberta')).toBeTruthy();
  await act(async () => host.events.fill('chat:1', [ana]));
  expect(screen.queryByText('Também com a conversa aberta')).toBeNull();
});

it('says of oneself that one writes, and no more seconds after the last key or once it is sent', async () => {
  const { host } = await open();
  const box = screen.getByRole('textbox', { name: 'Escreva uma mensagem' });
  await act(async () => fireEvent.change(box, { target: { value: 'Ol' } }));
  expect(host.events.places()).toContain('chat-reply:1');
  await act(async () => host.clock.advance(4_000));
  await act(async () => fireEvent.change(box, { target: { value: 'Olá' } }));
  await act(async () => host.clock.advance(4_000));
  expect(host.events.places()).toContain('chat-reply:1');
  await act(async () => host.clock.advance(1_500));
  expect(host.events.places()).toEqual(['chat:1']);
  await act(async () => fireEvent.change(box, { target: { value: 'Olá!' } }));
  expect(host.events.places()).toContain('chat-reply:1');
  await act(async () => fireEvent.keyDown(box, { key: 'Enter' }));
  expect(host.events.places()).toEqual(['chat:1']);
});

it('offers agents behind an @ in a note, and names those who are still mentioned when it is sent', async () => {
  const { host } = await open();
  const box = screen.getByRole('textbox', { name: 'Escreva uma mensagem' }) as HTMLTextAreaElement;
  const type = async (text: string) =>
    act(async () => {
      fireEvent.change(box, { target: { value: text, selectionEnd: text.length } });
    });
  await type('@b');
  // The customer would read it.
  expect(screen.queryByRole('listbox')).toBeNull();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Nota interna' })));
  await type('veja @b');
  await act(async () => host.clock.advance(400));
  const list = await screen.findByRole('listbox', { name: 'Pessoas para mencionar' });
  expect(within(list).getAllByRole('option')).toHaveLength(1);
  await act(async () => fireEvent.keyDown(box, { key: 'Enter' }));
  expect(box.value).toBe('veja @Bia ');
  await type('veja @Bia isto');
  await act(async () => fireEvent.keyDown(box, { key: 'Enter' }));
  expect(host.runs.at(-1)).toMatchObject({
    address: '/adm/v2/sup/zap/chat/1/note',
    body: { text: 'veja @Bia isto', mentions: [2] },
  });
});

it('stores a note once: not twice by two presses, and under the same id after an answer that was lost', async () => {
  const { host } = await open();
  const box = screen.getByRole('textbox', { name: 'Escreva uma mensagem' }) as HTMLTextAreaElement;
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Nota interna' })));
  // A file would go to the customer.
  expect(screen.queryByRole('button', { name: 'Anexar' })).toBeNull();
  const answer = host.onRun;
  host.onRun = () => Promise.reject(failure('UNAVAILABLE', 'Sem resposta'));
  await act(async () => fireEvent.change(box, { target: { value: 'ligar depois' } }));
  await act(async () => {
    fireEvent.keyDown(box, { key: 'Enter' });
  });
  expect(box.value).toBe('ligar depois');
  host.onRun = answer;
  await act(async () => fireEvent.keyDown(box, { key: 'Enter' }));
  await act(async () => fireEvent.keyDown(box, { key: 'Enter' }));
  const notes = host.runs.filter(({ address }) => address.endsWith('/note'));
  expect(notes).toHaveLength(2);
  expect((notes[1]!.body as { clientId: string }).clientId).toBe(
    (notes[0]!.body as { clientId: string }).clientId,
  );
  expect(box.value).toBe('');
});

it('asks for a note where a chat goes from one agent to another, and keeps it when the server refuses', async () => {
  const { server, host } = await open();
  const changes: unknown[] = [];
  const change = server.change.bind(server);
  server.change = (id, body) => {
    changes.push(body);
    return changes.length === 1 ? Promise.reject(failure('VERSION_CONFLICT', 'Mudou')) : change(id, body);
  };
  fireEvent.click(screen.getByRole('button', { name: /^Atendente:/ }));
  // Fluent hides the page around a popover, in tests that share a process sometimes the popover too.
  fireEvent.click(await screen.findByText('Bia'));
  const note = await screen.findByLabelText('Nota para quem assume');
  fireEvent.change(note, { target: { value: ' Pediu desconto ' } });
  await act(async () => fireEvent.click(screen.getByText('Transferir')));
  expect(host.notices.at(-1)).toMatchObject({ kind: 'error', text: 'Mudou' });
  expect((note as HTMLTextAreaElement).value).toBe(' Pediu desconto ');
  await act(async () => fireEvent.click(screen.getByText('Transferir')));
  expect(changes.at(-1)).toMatchObject({ attendantId: 2, note: 'Pediu desconto' });
  expect(screen.queryByText('Transferir')).toBeNull();
});

it('needs no note where nobody attends to the chat yet', async () => {
  const host = createFakeHost();
  host.onRun = () => ({ data: { rows: [bia] } });
  const chats = [testChat(1, { attendantId: null, attendantName: null, windowEndsAt: minute(600) })];
  const page = await renderChat(<Conversation chatId={1} isSideOpen={false} onSide={() => undefined} />, {
    host,
    chats,
  });
  await act(async () => page.sync.open(1));
  fireEvent.click(screen.getByRole('button', { name: /^Atendente:/ }));
  const option = await screen.findByText('Bia');
  await act(async () => fireEvent.click(option));
  expect(page.sync.getState().chats.get(1)?.attendantId).toBe(2);
});
