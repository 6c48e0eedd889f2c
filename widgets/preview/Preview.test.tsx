// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createFakeHost } from '../../src/engine/react/testing/host.ts';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';

afterEach(cleanup);

const ample = { timeout: 60_000 };

const inner = (title: string, rest: object = {}) => ({
  ...screenOf([
    { id: 'title', type: 'page-header', props: { title } },
    { id: 'go', type: 'button', props: { text: 'Ir' }, on: { press: [{ navigate: '/elsewhere' }] } },
    {
      id: 'write',
      type: 'button',
      props: { text: 'Gravar' },
      on: { press: [{ request: { post: '/adm/v2/x' } }, { toast: { success: 'gravado' } }] },
    },
  ]),
  id: 'inner',
  title,
  ...rest,
});

const around = (document: unknown) =>
  screenOf(
    [
      { id: 'preview', type: 'preview', props: { document: { $expr: 'state.document' } } },
      {
        id: 'other',
        type: 'button',
        props: { text: 'Outra' },
        on: { press: [{ set: { 'state.document': { $expr: 'state.next' } } }] },
      },
    ],
    { state: { document, next: { ...inner('Segunda'), body: [{ id: 'x', type: 'nowhere' }] } } },
  );

describe('preview', () => {
  it('should render a screen that cannot set the title of the window, write or navigate', async () => {
    const { host } = renderScreen(around(inner('Primeira')));
    const part = await screen.findByRole('region', { name: 'Pré-visualização' }, ample);
    await within(part).findByRole('heading', { name: 'Primeira' }, ample);
    expect(document.title).not.toContain('Primeira');

    fireEvent.click(within(part).getByRole('button', { name: 'Ir' }));
    await waitFor(() => expect(host.toasts).toHaveLength(1), ample);
    fireEvent.click(within(part).getByRole('button', { name: 'Gravar' }));
    await waitFor(() => expect(host.toasts).toHaveLength(2), ample);
    expect(host.toasts).toEqual([
      { kind: 'info', text: 'Na pré-visualização, a navegação está desativada.' },
      { kind: 'info', text: 'Na pré-visualização nada é gravado.' },
    ]);
    expect(host.navigations).toEqual([]);
    expect(host.requests).toEqual([]);
  });

  it('should upload nothing', async () => {
    const host = createFakeHost();
    const uploads: unknown[] = [];
    host.upload = async (request) => void uploads.push(request);
    host.pick = async () => [new File(['x'], 'x.txt')];
    const press = [{ upload: { post: '/adm/v2/x' } }, { toast: { success: 'enviado' } }];
    const document_ = {
      ...inner('Envio'),
      body: [{ id: 'send', type: 'button', props: { text: 'Enviar' }, on: { press } }],
    };
    renderScreen(around(document_), { host });
    fireEvent.click(await screen.findByRole('button', { name: 'Enviar' }, ample));
    await waitFor(
      () => expect(host.toasts).toEqual([{ kind: 'info', text: 'Na pré-visualização nada é gravado.' }]),
      ample,
    );
    expect(uploads).toEqual([]);
  });

  it('should render a form as it is written, whatever is published', async () => {
    const host = createFakeHost();
    const form = (title: string) => ({
      kind: 'form',
      formatVersion: 2,
      id: 'person',
      schema: { type: 'object', properties: { name: { type: 'string', title } } },
      ui: { sections: [{ id: 'all', fields: ['name'] }] },
    });
    const followed: string[] = [];
    host.onDefinition = (kind, id, listener) => {
      followed.push(`${kind}/${id}`);
      queueMicrotask(() =>
        listener({
          definition: form('Publicado'),
          version: 1,
          source: 'tenant',
          publishedVersion: 1,
          faults: [],
        }),
      );
      return () => undefined;
    };
    renderScreen(around(form('Rascunho')), { host });
    await screen.findByRole('textbox', { name: 'Rascunho' }, ample);
    expect(screen.queryByRole('textbox', { name: 'Publicado' })).toBeNull();
    expect(followed).toEqual([]);
  });

  it('should keep the last valid document while the current one has errors, and say so', async () => {
    renderScreen(around(inner('Primeira')));
    const part = await screen.findByRole('region', { name: 'Pré-visualização' }, ample);
    await within(part).findByRole('heading', { name: 'Primeira' }, ample);
    fireEvent.click(screen.getByRole('button', { name: 'Outra' }));
    await within(part).findByText('Desatualizada', undefined, ample);
    expect(within(part).getByRole('heading', { name: 'Primeira' })).toBeTruthy();
  });

  it('should ask for the parameters of the address before it renders', async () => {
    renderScreen(around(inner('Com parâmetro', { path: '/inner/:id' })));
    const part = await screen.findByRole('region', { name: 'Pré-visualização' }, ample);
    const id = await within(part).findByRole('textbox', { name: 'id' }, ample);
    expect(within(part).queryByRole('heading', { name: 'Com parâmetro' })).toBeNull();
    fireEvent.change(id, { target: { value: '7' } });
    await within(part).findByRole('heading', { name: 'Com parâmetro' }, ample);
  });

  it.each([
    ['valid', inner('Primeira'), 'Primeira'],
    ['invalid', '{ "kind": ', 'Nada para mostrar ainda'],
  ])('should show a skeleton until it has validated a document (%s)', async (_name, value, result) => {
    const states: string[] = [];
    const observer = new MutationObserver(() => {
      const part = screen.queryByRole('region', { name: 'Pré-visualização' });
      if (part?.querySelector('[aria-busy]')) states.push('skeleton');
      else if (part?.textContent.includes('Nada para mostrar ainda')) states.push('nothing');
      else if (part) states.push('document');
    });
    observer.observe(document, { childList: true, subtree: true });
    renderScreen(around(value));
    await screen.findByText(result, undefined, ample);
    observer.disconnect();
    expect(states[0]).toBe('skeleton');
    expect(states.includes('nothing')).toBe(result !== 'Primeira');
  });

  it('should show a skeleton while the source of its document loads', async () => {
    let release: (reply: unknown) => void = () => undefined;
    renderScreen(
      screenOf(
        [
          {
            id: 'preview',
            type: 'preview',
            source: 'stored',
            props: { document: { $expr: 'data.stored.record' } },
          },
        ],
        { sources: { stored: { get: '/stored', record: 'data' } } },
      ),
      { answer: () => new Promise((resolve) => (release = resolve)) },
    );
    const part = await screen.findByRole('region', { name: 'Pré-visualização' }, ample);
    // Enough for the validation of a missing document.
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve));
    expect(part.querySelector('[aria-busy]')).not.toBeNull();
    release({ data: inner('Primeira') });
    await within(part).findByRole('heading', { name: 'Primeira' }, ample);
    expect(part.querySelector('[aria-busy]')).toBeNull();
  });

  it.each<[string, object]>([
    [
      'a screen that contains a form',
      inner('Primeira', {
        body: [
          { id: 'title', type: 'page-header', props: { title: 'Primeira' } },
          {
            id: 'inline',
            type: 'form',
            props: {
              document: {
                kind: 'form',
                formatVersion: 2,
                id: 'inline-form',
                title: 'Dentro',
                schema: { type: 'object', properties: { name: { type: 'string', title: 'Nome' } } },
                ui: { sections: [{ id: 'all', fields: ['name'] }] },
              },
            },
          },
        ],
      }),
    ],
    [
      'a dashboard',
      {
        kind: 'dashboard',
        formatVersion: 2,
        id: 'team',
        title: 'Equipe',
        access: { screen: 'team', verb: 'read' },
        header: [{ id: 'title', type: 'page-header', props: { title: 'Primeira' } }],
        body: [{ id: 'text', type: 'text', props: { text: 'Olá' }, at: { x: 0, y: 0, w: 6, h: 4 } }],
      },
    ],
  ])('should render %s', async (_name, document) => {
    renderScreen(around(document));
    const part = await screen.findByRole('region', { name: 'Pré-visualização' }, ample);
    await within(part).findByRole('heading', { name: 'Primeira' }, ample);
    expect(within(part).queryByText(/Corrija os problemas/)).toBeNull();
  });

  it('should say that a value that is not a definition cannot be shown', async () => {
    renderScreen(around('{ "kind": '));
    await screen.findByText('Nada para mostrar ainda', undefined, ample);
    expect(screen.getByRole('button', { name: 'Outra' })).toBeTruthy();
  });

  describe('says something about a document of which nothing is visible', () => {
    const form = (schema: object) => ({
      kind: 'form',
      formatVersion: 2,
      id: 'bare',
      title: 'Vazio',
      schema,
      ui: { sections: [{ id: 'all', fields: ['*'] }] },
    });
    const hidden = { id: 'gone', type: 'text', props: { text: 'Oculto' }, visible: { $expr: 'false' } };
    const nothing = 'Nada para mostrar ainda';
    const correct = 'Corrija os problemas da definição para vê-la aqui.';

    it.each<[string, object, RegExp | null]>([
      ['a schema without properties', form({ definitions: { a: { type: 'string' } } }), /form-no-fields/],
      ['a schema of lists', form({ type: 'array', items: { type: 'string' } }), /form-no-fields/],
      [
        'a condition that does not hold',
        form({ if: { required: ['a'] }, then: { properties: { a: { type: 'string' } } } }),
        /form-no-fields/,
      ],
      ['a screen without nodes', { ...inner('Nada'), body: [] }, null],
      ['a screen with hidden nodes only', { ...inner('Nada'), body: [hidden] }, null],
    ])('(%s)', async (_name, document, reason) => {
      renderScreen(around(document));
      const part = await screen.findByRole('region', { name: 'Pré-visualização' }, ample);
      await waitFor(() => {
        expect(within(part).queryByText(correct)).toBeNull();
        expect(within(part).getByText(reason ?? nothing)).toBeTruthy();
      }, ample);
    });

    it.each<[string, object]>([
      ['a remote reference', form({ $ref: 'https://x.test/s.json' })],
      ['a reference to itself', form({ $ref: '#' })],
      ['an entity', { kind: 'entity', formatVersion: 2, id: 'thing' }],
    ])('(an error: %s)', async (_name, document) => {
      renderScreen(around(document));
      await screen.findByText(correct, undefined, ample);
    });
  });

  it('should render the published content of fragments, and follow a draft of one', async () => {
    const fragment = (id: string, text: string) => ({
      kind: 'fragment',
      formatVersion: 2,
      id,
      parameters: { name: { type: 'text', required: true } },
      body: [{ id: 'a', type: 'text', props: { text: { $expr: `'${text} ' & with.name` } } }],
    });
    const using = {
      ...inner('Com fragmentos'),
      body: [
        { use: 'bundled-part', with: { name: 'Ana' } },
        { use: 'own-part', with: { name: 'Bia' } },
      ],
    };
    const draft = fragment('own-part', 'Rascunho');
    const published = [fragment('bundled-part', 'Do produto:'), fragment('own-part', 'Publicado:')];
    const host = createFakeHost();
    host.definition = async (_, id) => {
      const definition = published.find((one) => one.id === id)!;
      return { definition, version: 1, publishedVersion: 1, source: 'tenant', faults: [] };
    };
    renderScreen({ ...around(using), state: { document: using, next: draft } }, { host });
    const part = await screen.findByRole('region', { name: 'Pré-visualização' }, ample);
    await within(part).findByText('Do produto: Ana', undefined, ample);
    expect(within(part).getByText('Publicado: Bia')).toBeTruthy();

    // The draft of a fragment is rendered by itself, with samples for its parameters.
    fireEvent.click(screen.getByRole('button', { name: 'Outra' }));
    await within(part).findByText(/^Rascunho/, undefined, ample);
    expect(within(part).queryByText('Publicado: Bia')).toBeNull();
  });
});
