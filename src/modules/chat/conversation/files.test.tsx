// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { MessageTemplate, SupportContact } from '../../../contracts/support.ts';
import { createFakeHost } from '../../../engine/core/testing/fake-host.ts';
import { createChatDraft } from '../core/chat-draft.ts';
import { testChat, testMessage } from '../core/testing.ts';
import { ChatDraftContext } from '../compose/chat-draft-context.ts';
import { PendingBubble } from './PendingBubble.tsx';
import SendFiles from '../compose/SendFiles.tsx';
import TemplateDialog from '../compose/TemplateDialog.tsx';
import { renderChat } from '../testing/render.tsx';

/** Files that an agent sends: each with its own caption, or as the header of a template. */

const file = (name: string, type: string): File => new File(['x'], name, { type });
const sent = { data: { messageId: 5, message: testMessage(5) } };

beforeEach(() =>
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined }),
  ),
);
afterEach(() => vi.unstubAllGlobals());

it('sends each file with its own caption, and a sound without one', async () => {
  const host = createFakeHost();
  host.onRun = () => sent;
  const files = [file('a.png', 'image/png'), file('b.pdf', 'application/pdf'), file('c.mp3', 'audio/mpeg')];
  await renderChat(<SendFiles chat={testChat(1)} files={files} replyTo={null} onClose={() => undefined} />, {
    host,
  });
  fireEvent.change(screen.getByLabelText('Legenda de b.pdf'), { target: { value: ' Boleto ' } });
  expect(screen.queryByLabelText('Legenda de c.mp3')).toBeNull();
  await act(async () => fireEvent.click(screen.getByText(/^Enviar \d/)));
  await waitFor(() => expect(host.runs).toHaveLength(3));
  expect(host.runs.map(({ parts }) => [parts?.['fileType'], parts?.['caption']])).toEqual([
    ['image', undefined],
    ['document', 'Boleto'],
    ['audio', undefined],
  ]);
});

it('keeps a file that does not reach the server with its caption, and shows what waits', async () => {
  const host = createFakeHost();
  // oxlint-disable-next-line no-throw-literal -- the host rejects with failures
  host.onRun = () => {
    throw { code: 'NETWORK', status: 0, message: 'Sem conexão', errors: [] };
  };
  const onClose = vi.fn<() => void>();
  const { sync, show } = await renderChat(
    <SendFiles chat={testChat(1)} files={[file('a.png', 'image/png')]} replyTo={null} onClose={onClose} />,
    { host },
  );
  fireEvent.change(screen.getByLabelText('Legenda de a.png'), { target: { value: 'Boleto' } });
  await act(async () => fireEvent.click(screen.getByText(/^Enviar \d/)));
  expect(onClose).toHaveBeenCalledOnce();
  const [pending] = sync.getState().pending;
  expect(pending).toMatchObject({ type: 'image', text: 'Boleto', refusal: null, isKept: true });
  const draft = createChatDraft(host.drafts, 'support.chat.1');
  const bubble = (more: object) => (
    <ChatDraftContext value={draft}>
      <PendingBubble pending={{ ...pending!, ...more }} />
    </ChatDraftContext>
  );
  show(bubble({}));
  expect(screen.getByText('a.png')).toBeTruthy();
  expect(screen.queryByRole('status')).toBeNull();
  show(bubble({ isKept: false }));
  expect(screen.getByRole('status').textContent).toContain('Este aparelho não pode guardá-la');
  show(bubble({ isKept: false, file: { name: 'a.pdf', type: '', size: 17 * 1024 * 1024 } }));
  expect(screen.getByRole('status').textContent).toContain('Só arquivos de até 16 MB');
  show(bubble({ refusal: '' }));
  expect(screen.queryByRole('status')).toBeNull();
  expect(screen.getByText(/este aparelho não tem mais o arquivo/)).toBeTruthy();
  // A person who cannot wait for the network takes it back.
  show(bubble({ isKept: false }));
  await act(async () => fireEvent.click(screen.getByText('Descartar')));
  expect(sync.getState().pending).toEqual([]);
});

it('shows pictures and videos small, and lets their addresses go with the dialog', async () => {
  const live = new Set<string>();
  let made = 0;
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    made += 1;
    live.add(`blob:${made}`);
    return `blob:${made}`;
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((address) => void live.delete(address));
  const files = [file('a.png', 'image/png'), file('b.mp4', 'video/mp4'), file('c.pdf', 'application/pdf')];
  const { show } = await renderChat(
    <SendFiles chat={testChat(1)} files={files} replyTo={null} onClose={() => undefined} />,
  );
  const shown = [...document.querySelectorAll('li')].map(
    (item) => item.querySelector('img, video')?.tagName ?? null,
  );
  expect(shown).toEqual(['IMG', 'VIDEO', null]);
  // A picture that the browser cannot read has an icon.
  fireEvent.error(document.querySelector('li img')!);
  expect(document.querySelector('li img')).toBeNull();
  expect(live.size).toBe(2);
  fireEvent.click(screen.getByLabelText('Remover a.png'));
  expect(live.size).toBe(1);
  show(null);
  expect(live.size).toBe(0);
});

it('closes with its last file', async () => {
  const onClose = vi.fn<() => void>();
  const files = [file('a.png', 'image/png')];
  await renderChat(<SendFiles chat={testChat(1)} files={files} replyTo={null} onClose={onClose} />);
  fireEvent.click(screen.getByLabelText('Remover a.png'));
  expect(onClose).toHaveBeenCalledOnce();
});

it('refuses a file that the provider refuses, with what it takes and how large, and says why nothing is sent', async () => {
  const host = createFakeHost();
  const files = [file('virus.exe', 'application/x-msdownload')];
  await renderChat(<SendFiles chat={testChat(1)} files={files} replyTo={null} onClose={() => undefined} />, {
    host,
  });
  const reason = screen.getByRole('alert', { hidden: true });
  expect(reason.textContent).toContain('O WhatsApp não aceita virus.exe.');
  expect(reason.textContent).toContain('Imagem: jpg, jpeg, png, até 5 MB');
  expect(reason.textContent).toContain('Documento: pdf');
  const send = screen.getByText(/^Enviar \d/).closest('button')!;
  expect(send.getAttribute('aria-description')).toBe('Remova ou troque os arquivos com aviso.');
  await act(async () => fireEvent.click(send));
  expect(host.runs).toEqual([]);
});

const template: MessageTemplate = {
  name: 'catalogo',
  language: 'pt_BR',
  category: 'MARKETING',
  status: 'APPROVED',
  parameterFormat: 'NAMED',
  components: [
    { type: 'HEADER', format: 'IMAGE', params: [] },
    { type: 'BODY', text: '{{nome}}, veja.', params: [{ param_name: 'nome', example: 'Ana' }] },
  ],
};

it('sends a template with the file of its header, once uploaded, and greets the contact by name', async () => {
  const host = createFakeHost();
  let attempts = 0;
  host.onRun = ({ address }) => {
    if (address.includes('/zap/template')) return { data: { rows: [template] } };
    if (address === '/adm/v2/files') return { data: { id: 77 } };
    attempts += 1;
    // oxlint-disable-next-line no-throw-literal -- the host rejects with failures
    if (attempts === 1) throw { code: 'NETWORK', status: 0, message: 'Sem conexão', errors: [] };
    return sent;
  };
  const chat = testChat(1, { contact: { name: 'Paulo Henrique', surname: 'Assis' } as SupportContact });
  const onClose = vi.fn<() => void>();
  await renderChat(<TemplateDialog chat={chat} onClose={onClose} />, { host });
  fireEvent.click(await screen.findByText('catalogo'));
  expect((screen.getByLabelText('Nome') as HTMLInputElement).value).toBe('Paulo');
  const send = screen.getByText('Enviar').closest('button')!;
  expect(send.getAttribute('aria-description')).toBe('Preencha todos os campos do modelo.');
  host.chosen = [file('nota.txt', 'text/plain')];
  await act(async () => fireEvent.click(screen.getByText('Escolher arquivo')));
  expect(screen.getByRole('alert', { hidden: true }).textContent).toContain(
    'Imagem: jpg, jpeg, png, até 5 MB',
  );
  host.chosen = [file('capa.png', 'image/png')];
  await act(async () => fireEvent.click(screen.getByText('Escolher arquivo')));
  expect(screen.getByAltText('capa.png')).toBeTruthy();
  await act(async () => fireEvent.click(send));
  await waitFor(() => expect(screen.getByText('Sem conexão')).toBeTruthy());
  await act(async () => fireEvent.click(send));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(host.runs.filter(({ address }) => address === '/adm/v2/files')).toHaveLength(1);
  expect(host.runs.at(-1)?.body).toMatchObject({
    components: [
      { type: 'header', parameters: [{ type: 'image', image: { fileId: 77 } }] },
      { type: 'body', parameters: [{ parameter_name: 'nome', text: 'Paulo' }] },
    ],
  });
});

it('refuses a value that the provider would refuse, at its field', async () => {
  const host = createFakeHost();
  const [, body] = template.components;
  host.onRun = ({ address }) =>
    address.includes('/zap/template') ? { data: { rows: [{ ...template, components: [body] }] } } : sent;
  const chat = testChat(1, { contact: null });
  await renderChat(<TemplateDialog chat={chat} onClose={vi.fn<() => void>()} />, { host });
  fireEvent.click(await screen.findByText('catalogo'));
  const field = screen.getByLabelText('Nome');
  const send = screen.getByText('Enviar').closest('button')!;
  const rule =
    'Sem quebras de linha, tabulações nem mais de quatro espaços seguidos: o WhatsApp recusaria a mensagem.';
  fireEvent.change(field, { target: { value: 'Ana\nBia' } });
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById(field.getAttribute('aria-describedby')!)?.textContent).toBe(rule);
  expect(send.getAttribute('aria-description')).toBe(rule);
  await act(async () => fireEvent.click(send));
  expect(host.runs.filter(({ method }) => method === 'post')).toEqual([]);
  await act(async () => fireEvent.keyDown(field, { key: 'Enter' }));
  expect(host.runs.filter(({ method }) => method === 'post')).toEqual([]);
  fireEvent.change(field, { target: { value: 'Ana Bia' } });
  expect(field.getAttribute('aria-describedby')).toBeNull();
  await act(async () => fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true }));
  expect(host.runs.filter(({ method }) => method === 'post')).toHaveLength(1);
});
