// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failure } from '../../src/engine/react/testing/host.ts';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';
import type { TextEditor } from './text-editor.ts';
import type { TextSurfaceProps } from './TextSurface.tsx';

interface FakeEditor extends TextEditor {
  /** The props of the last render. */
  props: TextSurfaceProps;
  /** Changes the text as a person does. */
  type(text: string): void;
  revealed: number[];
}

const editors: FakeEditor[] = [];

vi.mock('./environment.ts', () => ({ prepareEnvironment: () => undefined }));
vi.mock('./messages.ts', () => ({ loadMessages: async () => undefined }));
vi.mock('./TextSurface.tsx', () => ({
  TextSurface(props: TextSurfaceProps) {
    const fake = useRef<FakeEditor>(null);
    useLayoutEffect(() => {
      if (fake.current) fake.current.props = props;
    });
    useLayoutEffect(() => {
      let { text } = props;
      const editor: FakeEditor = {
        props,
        revealed: [],
        type(next) {
          text = next;
          editor.props.onChange(next);
        },
        text: () => text,
        setText: (next) => void (text = next),
        edit(from, to, next) {
          editor.type(text.slice(0, from) + next + text.slice(to));
        },
        undo: () => undefined,
        redo: () => undefined,
        reveal: ({ line }) => void editor.revealed.push(line),
      };
      fake.current = editor;
      editors.push(editor);
      return () => void editors.splice(editors.indexOf(editor), 1);
      // oxlint-disable-next-line react/exhaustive-deps -- the text is the one to begin with
    }, []);
    useImperativeHandle(props.ref, () => fake.current!);
    return null;
  },
}));

beforeEach(() => void editors.splice(0));
afterEach(cleanup);

const slowLoad = { timeout: 60_000 };

const editorScreen = (on: object = {}, props: object = {}) =>
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
      {
        id: 'count',
        type: 'text',
        props: { text: { $expr: "'changes ' & state.status.changes" } },
      },
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
  await waitFor(() => expect(editors).toHaveLength(1), slowLoad);
  await screen.findByText('Nenhum problema', undefined, slowLoad);
  return { ...view, editor: editors[0]! };
}

const type = (editor: FakeEditor, text: string) => act(() => editor.type(text));

describe('code-editor', () => {
  it('should list a diagnostic with line, message and hint, and move the caret there', async () => {
    const { editor } = await start(editorScreen());
    expect(editor.props.text).toBe('{ "text": "a" }');
    type(editor, '{\n  "text": "a",\n  "colour": 1\n}');
    const diagnostic = await screen.findByRole('button', { name: /Linha 3/ }, slowLoad);
    expect(diagnostic.textContent).toContain('colour');
    await waitFor(() => expect(editor.props.markers).toHaveLength(1));
    fireEvent.click(diagnostic);
    expect(editor.revealed).toEqual([3]);
    expect(await screen.findByText('faults 1', undefined, slowLoad)).toBeTruthy();
  });

  const outlined = () =>
    screenOf(
      [
        {
          id: 'editor',
          type: 'code-editor',
          props: {
            value: { $expr: 'state.loaded' },
            schema: 'screen',
            outline: 'state.outline',
            place: 'state.place',
          },
          slots: { status: [{ id: 'note', type: 'text', props: { text: 'Rascunho' } }] },
        },
        { id: 'parts', type: 'text', props: { text: { $expr: "$join(state.outline.title, ' ')" } } },
        { id: 'at', type: 'text', props: { text: { $expr: "'at ' & state.place" } } },
        {
          id: 'go',
          type: 'button',
          props: { text: 'Ir' },
          on: { press: [{ set: { 'state.place': '/sources/orders' } }] },
        },
      ],
      {
        state: {
          loaded: {
            kind: 'screen',
            formatVersion: 2,
            id: 'orders',
            path: '/orders',
            title: 'Pedidos',
            access: { screen: 'orders', verb: 'read' },
            sources: { orders: { get: '/orders' } },
            body: [{ id: 'a', type: 'text', props: { text: 'x' } }],
          },
          outline: [],
          place: '',
        },
      },
    );

  it('should bind the parts of a definition, and the one that the caret stands in', async () => {
    const { editor } = await start(outlined());
    expect(await screen.findByText('Pedidos Fontes orders Corpo a', undefined, slowLoad)).toBeTruthy();
    expect(screen.getByText('Rascunho')).toBeTruthy();
    const offset = editor.text().indexOf('"x"');
    act(() => editor.props.onCaret({ line: 12, column: 3, offset }));
    expect(await screen.findByText('at /body/0')).toBeTruthy();
    expect(screen.getByText('Lin 12, Col 3')).toBeTruthy();
    expect(screen.getByRole('list', { name: 'Onde está o cursor' }).textContent).toBe('Corpoa');
    expect(editor.revealed).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Ir' }));
    const line = editor.text().slice(0, editor.text().indexOf('"orders": {')).split('\n').length;
    await waitFor(() => expect(editor.revealed).toEqual([line]));
  });

  it('should fix a misspelled name, and go to the first problem from the status', async () => {
    const { editor } = await start(outlined());
    type(editor, editor.text().replace('"type": "text"', '"type": "txt"'));
    fireEvent.click(await screen.findByRole('button', { name: '1 problema' }, slowLoad));
    expect(editor.revealed).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: 'Corrigir: escrever text' }));
    expect(editor.text()).toContain('"type": "text"');
    expect(await screen.findByText('Nenhum problema', undefined, slowLoad)).toBeTruthy();
  });

  it('should save a valid text with the version that was loaded', async () => {
    const { editor, host } = await start(editorScreen({ save }), () => ({ data: {} }));
    type(editor, '{ "text": "b" }');
    fireEvent.click(screen.getByRole('button', { name: 'Enviar' }));
    await waitFor(() => expect(host.requests).toHaveLength(1), slowLoad);
    expect(host.requests[0]).toMatchObject({ body: { value: { text: 'b' }, version: 4 } });
  });

  it('should not save an invalid text, and move the caret to its first error', async () => {
    const { editor, host } = await start(editorScreen({ save }));
    type(editor, '{ "text": ');
    fireEvent.click(screen.getByRole('button', { name: 'Enviar' }));
    await waitFor(() => expect(editor.revealed).toHaveLength(1), slowLoad);
    expect(host.requests).toEqual([]);
  });

  it('should show errors of the server at their positions', async () => {
    const refuse = () => {
      throw { ...failure(422, 'inválida'), errors: [{ path: '/text', message: 'Não existe aqui' }] };
    };
    const { editor } = await start(editorScreen({ save }), refuse);
    type(editor, '{\n  "text": "b" }');
    fireEvent.click(screen.getByRole('button', { name: 'Enviar' }));
    const diagnostic = await screen.findByRole('button', { name: /Não existe aqui/ }, slowLoad);
    expect(diagnostic.textContent).toContain('Linha 2');
  });

  it('should fire conflict with both sides', async () => {
    const refuse = () => {
      throw { ...failure(409, 'mudou', 'VERSION_CONFLICT'), data: { definition: { text: 'z' }, version: 6 } };
    };
    const conflict = [
      { toast: { info: { $expr: "event.text & ' × ' & event.theirs.text & ' ' & $string(event.version)" } } },
    ];
    const { editor, host } = await start(editorScreen({ save, conflict }), refuse);
    type(editor, '{ "text": "b" }');
    fireEvent.click(screen.getByRole('button', { name: 'Enviar' }));
    await waitFor(() => expect(host.toasts).toHaveLength(1), slowLoad);
    expect(host.toasts[0]).toEqual({ kind: 'info', text: '{ "text": "b" } × z 6' });
  });

  it('should keep what is typed while the text is saved, and join it with what the save brought', async () => {
    let reply: () => void = () => undefined;
    const replied = new Promise<void>((resolve) => (reply = resolve));
    const steps = [
      ...save,
      { set: { 'state.loaded': { $expr: 'state.next' } } },
      { set: { 'state.version': 5 } },
    ];
    const document = editorScreen({ save: steps });
    Object.assign(document['state'] as object, {
      loaded: { text: 'a', tone: 'info' },
      next: { text: 'b', tone: 'info', icon: 'add' },
    });
    const { editor, host } = await start(document, async () => {
      if (host.requests.length === 1) await replied;
      return { data: {} };
    });
    type(editor, '{ "text": "b", "tone": "info" }');
    fireEvent.click(screen.getByRole('button', { name: 'Enviar' }));
    await waitFor(() => expect(host.requests).toHaveLength(1), slowLoad);
    type(editor, '{ "text": "b", "tone": "danger" }');
    await act(async () => reply());
    const joined = { text: 'b', tone: 'danger', icon: 'add' };
    await waitFor(() => expect(JSON.parse(editor.text())).toEqual(joined), slowLoad);
    await waitFor(() => expect(screen.getByText('changes 1')).toBeTruthy());
    fireEvent.click(screen.getByRole('button', { name: 'Enviar' }));
    await waitFor(() => expect(host.requests).toHaveLength(2), slowLoad);
    expect(host.requests[1]).toMatchObject({ body: { value: joined, version: 5 } });
  });

  it('should save again what was typed while a text is saved, when the key asks for it', async () => {
    let reply: () => void = () => undefined;
    const replied = new Promise<void>((resolve) => (reply = resolve));
    const steps = [...save, { set: { 'state.loaded': { $expr: 'event.value' } } }];
    const { editor, host } = await start(editorScreen({ save: steps }), async () => {
      if (host.requests.length === 1) await replied;
      return { data: {} };
    });
    type(editor, '{ "text": "b" }');
    act(() => editor.props.onSave());
    await waitFor(() => expect(host.requests).toHaveLength(1), slowLoad);
    type(editor, '{ "text": "c" }');
    act(() => editor.props.onSave());
    await act(async () => reply());
    await waitFor(() => expect(host.requests).toHaveLength(2), slowLoad);
    expect(host.requests[1]).toMatchObject({ body: { value: { text: 'c' } } });
    await waitFor(() => expect(screen.getByText('changes 0')).toBeTruthy());
  });

  it('should reset to the loaded text', async () => {
    const { editor } = await start(editorScreen());
    type(editor, '{ "text": "b" }');
    fireEvent.click(screen.getByRole('button', { name: 'Desfazer' }));
    await waitFor(() => expect(editor.text()).toBe('{ "text": "a" }'), slowLoad);
  });

  it('should name both sides of a comparison, and the number of differences', async () => {
    const sides = { original: 'Publicada', value: 'No editor' };
    renderScreen(editorScreen({}, { label: 'Diferença', original: { text: 'a' }, sides }));
    await waitFor(() => expect(editors).toHaveLength(1), slowLoad);
    const editor = editors[0]!;
    expect(editor.props.labels).toEqual({
      text: 'Diferença: No editor',
      original: 'Diferença: Publicada',
    });
    act(() => editor.props.onCompared(0));
    expect(screen.getByRole('status').textContent).toBe('Sem diferenças');
    act(() => editor.props.onCompared(2));
    expect(screen.getByRole('status').textContent).toBe('2 diferenças');
  });

  it('should wait for the value of its source, and report no problem meanwhile', async () => {
    let arrive: (answer: unknown) => void = () => undefined;
    const arriving = new Promise((resolve) => (arrive = resolve));
    renderScreen(
      screenOf(
        [
          {
            id: 'editor',
            type: 'code-editor',
            source: 'loaded',
            props: {
              value: { $expr: 'data.loaded.record.badge' },
              schema: 'props:badge',
              status: 'state.status',
            },
          },
          { id: 'count', type: 'text', props: { text: { $expr: "'faults ' & state.status.faults" } } },
        ],
        { sources: { loaded: { get: '/x', record: 'data' } }, state: { status: { faults: 0 } } },
      ),
      { answer: () => arriving },
    );
    const frame = await screen.findByRole('region', { name: 'Editor' }, slowLoad);
    expect(await within(frame).findByRole('status', { name: /^Carregando/ })).toBeTruthy();
    expect(editors).toHaveLength(0);
    expect(screen.getByText('faults 0')).toBeTruthy();
    await act(async () => arrive({ data: { badge: { text: 'a' } } }));
    await waitFor(() => expect(editors).toHaveLength(1), slowLoad);
    expect(editors[0]?.props.text).toContain('"text": "a"');
    expect(await screen.findByText('Nenhum problema', undefined, slowLoad)).toBeTruthy();
  });
});
