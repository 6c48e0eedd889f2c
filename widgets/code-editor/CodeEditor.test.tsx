// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failure } from '../../src/engine/react/testing/host.ts';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';
import type { TextEditor, TextEditorOptions } from './text-editor.ts';

interface Opened extends TextEditor {
  options: TextEditorOptions;
  /** As a person does it. */
  type(text: string): void;
  marked: string[];
  revealed: number[];
}

const opened: Opened[] = [];

vi.mock('./environment.ts', () => ({ prepareEnvironment: () => undefined }));
vi.mock('./messages.ts', () => ({ loadMessages: async () => undefined }));
vi.mock('./text-editor.ts', () => ({
  createTextEditor(_: HTMLElement, options: TextEditorOptions): TextEditor {
    let text = options.text;
    const editor: Opened = {
      options,
      marked: [],
      revealed: [],
      type(next) {
        text = next;
        options.onChange(next);
      },
      text: () => text,
      setText: (next) => void (text = next),
      setOriginal: () => undefined,
      setReadOnly: () => undefined,
      setSideBySide: () => undefined,
      setLabels: () => undefined,
      setSchemas: () => undefined,
      mark: (marks) => void (editor.marked = marks.map((one) => one.message)),
      reveal: ({ line }) => void editor.revealed.push(line),
      dispose: () => void opened.splice(opened.indexOf(editor), 1),
    };
    opened.push(editor);
    return editor;
  },
}));

beforeEach(() => void opened.splice(0));
afterEach(cleanup);

const ample = { timeout: 60_000 };

const document_ = (on: object = {}, props: object = {}) =>
  screenOf(
    [
      {
        id: 'editor',
        type: 'code-editor',
        props: {
          value: { $expr: 'state.loaded' },
          version: { $expr: 'state.version' },
          bind: 'state.text',
          status: 'state.status',
          schema: 'props:badge',
          ...props,
        },
        on,
      },
      { id: 'diagnostics', type: 'text', props: { text: { $expr: "'faults ' & state.status.faults" } } },
      { id: 'send', type: 'button', props: { text: 'Enviar' }, on: { press: [{ submit: 'editor' }] } },
      { id: 'undo', type: 'button', props: { text: 'Desfazer' }, on: { press: [{ reset: 'editor' }] } },
    ],
    { state: { loaded: { text: 'a' }, version: 4, text: '', status: { faults: 9 } } },
  );

const save = [
  {
    request: {
      put: '/x',
      body: { value: { $expr: 'event.value' }, version: { $expr: 'event.version' } },
    },
  },
];

async function start(document: Record<string, unknown>, answer?: () => unknown) {
  const view = renderScreen(document, answer ? { answer } : {});
  await waitFor(() => expect(opened).toHaveLength(1), ample);
  await screen.findByText('Nenhum problema', undefined, ample);
  return { ...view, editor: opened[0]! };
}

const type = (editor: Opened, text: string) => act(() => editor.type(text));

describe('code-editor', () => {
  it('should name a fault with its line, its rule and what to do, and lead there', async () => {
    const { editor } = await start(document_());
    expect(editor.options.text).toBe('{ "text": "a" }');
    type(editor, '{\n  "text": "a",\n  "colour": 1\n}');
    const diagnostic = await screen.findByRole('button', { name: /Linha 3/ }, ample);
    expect(diagnostic.textContent).toContain('colour');
    await waitFor(() => expect(editor.marked).toHaveLength(1));
    fireEvent.click(diagnostic);
    expect(editor.revealed).toEqual([3]);
    expect(await screen.findByText('faults 1', undefined, ample)).toBeTruthy();
  });

  it('should send what is right with the version it began with', async () => {
    const { editor, host } = await start(document_({ save }), () => ({ data: {} }));
    type(editor, '{ "text": "b" }');
    fireEvent.click(screen.getByRole('button', { name: 'Enviar' }));
    await waitFor(() => expect(host.requests).toHaveLength(1), ample);
    expect(host.requests[0]).toMatchObject({ body: { value: { text: 'b' }, version: 4 } });
  });

  it('should refuse to send what has faults and go to the first', async () => {
    const { editor, host } = await start(document_({ save }));
    type(editor, '{ "text": ');
    fireEvent.click(screen.getByRole('button', { name: 'Enviar' }));
    await waitFor(() => expect(editor.revealed).toHaveLength(1), ample);
    expect(host.requests).toEqual([]);
  });

  it('should put what the server refuses at its place', async () => {
    const refuse = () => {
      throw { ...failure(422, 'inválida'), errors: [{ path: '/text', message: 'Não existe aqui' }] };
    };
    const { editor } = await start(document_({ save }), refuse);
    type(editor, '{\n  "text": "b" }');
    fireEvent.click(screen.getByRole('button', { name: 'Enviar' }));
    const diagnostic = await screen.findByRole('button', { name: /Não existe aqui/ }, ample);
    expect(diagnostic.textContent).toContain('Linha 2');
  });

  it('should tell both sides of a conflict', async () => {
    const refuse = () => {
      throw { ...failure(409, 'mudou', 'VERSION_CONFLICT'), data: { definition: { text: 'z' }, version: 6 } };
    };
    const conflict = [
      { toast: { info: { $expr: "event.text & ' × ' & event.theirs.text & ' ' & $string(event.version)" } } },
    ];
    const { editor, host } = await start(document_({ save, conflict }), refuse);
    type(editor, '{ "text": "b" }');
    fireEvent.click(screen.getByRole('button', { name: 'Enviar' }));
    await waitFor(() => expect(host.toasts).toHaveLength(1), ample);
    expect(host.toasts[0]).toEqual({ kind: 'info', text: '{ "text": "b" } × z 6' });
  });

  it('should go back to what was loaded', async () => {
    const { editor } = await start(document_());
    type(editor, '{ "text": "b" }');
    fireEvent.click(screen.getByRole('button', { name: 'Desfazer' }));
    await waitFor(() => expect(editor.text()).toBe('{ "text": "a" }'), ample);
  });

  it('should name both sides of a comparison and say in words whether they differ', async () => {
    const sides = { original: 'Publicada', value: 'No editor' };
    renderScreen(document_({}, { label: 'Diferença', original: { text: 'a' }, sides }));
    await waitFor(() => expect(opened).toHaveLength(1), ample);
    const editor = opened[0]!;
    expect(editor.options.labels).toEqual({
      text: 'Diferença: No editor',
      original: 'Diferença: Publicada',
    });
    act(() => editor.options.onCompared(0));
    expect(screen.getByRole('status').textContent).toBe('Sem diferenças');
    act(() => editor.options.onCompared(2));
    expect(screen.getByRole('status').textContent).toBe('2 diferenças');
  });
});
