// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/contracts/json.ts';
import type { PickedFile } from '../../src/engine/core/index.ts';
import { openForm, save } from '../../src/engine/react/testing/form.tsx';
import { createFakeHost, failure } from '../../src/engine/react/testing/host.ts';

afterEach(cleanup);

const optionNames = () => screen.getAllByRole('option').map((option) => option.textContent);

describe('options of a server', () => {
  const cities = {
    get: '/cities',
    query: { state: { $expr: 'form.state' } },
    rows: 'data',
    total: 'total',
    search: 'name',
    page: 'page',
    value: 'id',
    label: 'name',
    debounce: 0,
  };
  const properties = {
    state: { type: 'string', title: 'Estado' },
    city: { type: 'integer', title: 'Cidade' },
  };
  const answer = (_path: string, query: URLSearchParams) => {
    const found = [1, 2, 3]
      .map((id) => ({ id, name: `${query.get('state')} ${id}` }))
      .filter(({ name }) => name.includes(query.get('name') ?? ''));
    const from = (Number(query.get('page')) - 1) * 2;
    return { data: found.slice(from, from + 2), total: found.length };
  };
  const open = () =>
    openForm(properties, {
      fields: ['state', { field: 'city', options: cities }],
      value: { state: 'PE' },
      answer,
    });

  it('come page by page, and are searched by the typed text', async () => {
    const host = open();
    const box = await screen.findByRole('combobox', { name: 'Cidade' });
    expect(host.loads).toEqual([]);
    await userEvent.click(box);
    await waitFor(() => expect(optionNames()).toEqual(['PE 1', 'PE 2']));
    await userEvent.click(screen.getByRole('button', { name: 'Carregar mais', hidden: true }));
    await waitFor(() => expect(optionNames()).toEqual(['PE 1', 'PE 2', 'PE 3']));
    await userEvent.type(box, '3');
    await waitFor(() => expect(optionNames()).toEqual(['PE 3']));
    expect(host.loads.some((address) => address.includes('name=3'))).toBe(true);
  });

  it('are cleared, with the reason, when a value that they depend on changes', async () => {
    const host = open();
    const box = (await screen.findByRole('combobox', { name: 'Cidade' })) as HTMLInputElement;
    await userEvent.click(box);
    await userEvent.click(await screen.findByRole('option', { name: 'PE 2' }));
    expect(box.value).toBe('PE 2');
    await userEvent.type(screen.getByRole('textbox', { name: 'Estado' }), 'x');
    expect(box.value).toBe('');
    expect(screen.getByText('Valor removido porque Estado mudou.')).toBeTruthy();
    await save();
    await waitFor(() => expect(host.requests[0]?.body).toEqual({ state: 'PEx' }));
  });
});

it('several options are selected, shown as tags, and removed again', async () => {
  const values = Array.from({ length: 10 }, (_, at) => `o${at}`);
  const host = openForm({
    many: { type: 'array', title: 'Muitos', items: { enum: values } },
  });
  const box = await screen.findByRole('combobox', { name: 'Muitos' });
  await userEvent.click(box);
  await userEvent.click(
    await screen
      .findByRole('menuitemcheckbox', { name: 'o3' })
      .catch(() => screen.findByRole('option', { name: 'o3' })),
  );
  await userEvent.type(box, '7');
  await waitFor(() => expect(screen.queryByText('o1')).toBeNull());
  await userEvent.click(screen.getByText('o7'));
  await userEvent.keyboard('{Escape}');
  const tags = screen.getByLabelText('Escolhidos em Muitos');
  expect(within(tags).getAllByRole('button')).toHaveLength(2);
  await userEvent.click(within(tags).getByRole('button', { name: /o3/ }));
  await save();
  await waitFor(() => expect(host.requests[0]?.body).toEqual({ many: ['o7'] }));
});

it('typed texts are divided at commas, but for those in quotes', async () => {
  const host = openForm({ words: { type: 'array', title: 'Palavras', items: { type: 'string' } } });
  const box = await screen.findByRole('textbox', { name: 'Palavras' });
  await userEvent.type(box, '"Silva, Irmãos Ltda"');
  await userEvent.type(box, ', a,b{Enter}5" pipe{Enter}');
  await userEvent.click(box);
  await userEvent.paste('c; "d, e"\tf');
  await save();
  await waitFor(() =>
    expect(host.requests[0]?.body).toEqual({
      words: ['Silva, Irmãos Ltda', 'a', 'b', '5" pipe', 'c', 'd, e', 'f'],
    }),
  );
});

describe('files', () => {
  const file = (name: string, type: string, size = 10): PickedFile => ({ name, type, size }) as PickedFile;
  const upload = { post: '/files', value: 'data.id', accept: ['image/*', '.pdf'], maxSize: 1000 };

  async function open(picked: readonly PickedFile[], more: JsonObject = {}, properties?: JsonObject) {
    const host = createFakeHost();
    const sent: string[] = [];
    let broken = true;
    host.pick = async () => [...picked];
    host.upload = async ({ files }) => {
      if (files[0]!.name.startsWith('bad') && broken) {
        broken = false;
        throw failure(500, 'Sem conexão');
      }
      sent.push(files[0]!.name);
      return { data: { id: `id-${files[0]!.name}` } };
    };
    openForm(
      properties ?? { papers: { type: 'array', title: 'Papéis', maxItems: 2, items: { type: 'string' } } },
      { host, fields: [{ field: 'papers', upload: { ...upload, ...more } }] },
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Escolher arquivo' }));
    return { host, sent };
  }

  it('are refused by type, size and number, each with its reason', async () => {
    const { host, sent } = await open([
      file('a.exe', 'application/x-msdownload'),
      file('big.png', 'image/png', 5000),
      file('a.png', 'image/png'),
      file('b.PDF', 'application/pdf'),
      file('c.png', 'image/png'),
    ]);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/a\.exe não é de um tipo aceito/);
    expect(alert.textContent).toMatch(/big\.png tem 5 kB; o limite é 1 kB/);
    expect(alert.textContent).toMatch(/São permitidos no máximo 2 arquivos/);
    expect(sent).toEqual(['a.png', 'b.PDF']);
    await save();
    await waitFor(() => expect(host.requests[0]?.body).toEqual({ papers: ['id-a.png', 'id-b.PDF'] }));
  });

  it('are removed, and sent again after a failure', async () => {
    const { host } = await open([file('bad.png', 'image/png'), file('a.png', 'image/png')]);
    await screen.findByText('Não foi enviado: Sem conexão');
    await userEvent.click(screen.getByRole('button', { name: 'Enviar de novo bad.png' }));
    await waitFor(() => expect(screen.queryByText(/Não foi enviado/)).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'Remover a.png' }));
    await save();
    await waitFor(() => expect(host.requests[0]?.body).toEqual({ papers: ['id-bad.png'] }));
  });

  it('that wait for the submit are sent with it; one that fails stops the submission', async () => {
    const { host, sent } = await open([file('bad.png', 'image/png')], { when: 'submit' });
    await screen.findByText('Será enviado ao salvar');
    expect(sent).toEqual([]);
    await save();
    await screen.findByText('Sem conexão');
    expect(host.requests).toEqual([]);
    await save();
    await waitFor(() => expect(host.requests[0]?.body).toEqual({ papers: ['id-bad.png'] }));
  });

  it('that are parts of the request reach the steps of the submit as files', async () => {
    const host = createFakeHost();
    const logo = file('a.png', 'image/png');
    host.pick = async () => [logo];
    openForm(
      { logo: { type: 'string', title: 'Logo' } },
      {
        host,
        fields: [{ field: 'logo', widget: 'image', upload: { when: 'request' } }],
        value: { logo: 'data:image/png;base64,AAAA' },
      },
    );
    const kept = await screen.findByRole('img', { name: 'Logo' });
    expect(kept.getAttribute('src')).toBe('data:image/png;base64,AAAA');
    await userEvent.click(screen.getByRole('button', { name: 'Trocar: Logo' }));
    await screen.findByText('Será enviado ao salvar');
    await save();
    await waitFor(() => expect(host.requests[0]?.body).toEqual({ logo }));
    expect((host.requests[0]!.body as JsonObject)['logo']).toBe(logo);
  });

  it('that are still being looked at are waited for by the submit', async () => {
    const host = createFakeHost();
    const logo = new File([], 'a.png', { type: 'image/png' });
    let read: (start: ArrayBuffer) => void = () => undefined;
    const start = new Promise<ArrayBuffer>((resolve) => (read = resolve));
    logo.slice = () => ({ arrayBuffer: () => start }) as Blob;
    host.pick = async () => [logo];
    openForm(
      { logo: { type: 'string', title: 'Logo' } },
      { host, fields: [{ field: 'logo', widget: 'image', upload: { when: 'request' } }] },
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Escolher arquivo: Logo' }));
    await save();
    expect(host.requests).toEqual([]);
    read(new TextEncoder().encode('GIF89a').buffer);
    await waitFor(() => expect((host.requests[0]?.body as JsonObject)?.['logo']).toBe(logo));
  });

  it('inside of an object wait for the submit as well', async () => {
    const host = createFakeHost();
    host.pick = async () => [file('a.png', 'image/png')];
    host.upload = async () => ({ data: { id: 'id-a' } });
    openForm(
      {
        own: {
          type: 'object',
          title: 'Dados',
          properties: { photo: { type: 'string', title: 'Foto', maxLength: 5 } },
        },
      },
      {
        host,
        fields: [{ field: 'own', fields: [{ field: 'photo', upload: { ...upload, when: 'submit' } }] }],
      },
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Escolher arquivo' }));
    await screen.findByText('Será enviado ao salvar');
    await save();
    await waitFor(() => expect(host.requests[0]?.body).toEqual({ own: { photo: 'id-a' } }));
  });
});

it('every kind of value is shown in a read-only form', async () => {
  const kinds: [string, JsonObject, JsonObject, unknown, string][] = [
    ['text', { type: 'string' }, {}, 'Ana', 'Ana'],
    ['number', { type: 'number' }, {}, 1234.5, '1234,5'],
    ['money', { type: 'number' }, { currency: 'BRL' }, 10, 'R$ 10,00'],
    ['date', { type: 'string', format: 'date' }, {}, '2026-11-21', '21/11/2026'],
    ['cpf', { type: 'string', format: 'cpf' }, {}, '52998224725', '529.982.247-25'],
    ['phone', { type: 'string', format: 'phone' }, {}, '11987654321', '(11) 98765-4321'],
    ['cep', { type: 'string', format: 'cep' }, {}, '01310100', '01310-100'],
    ['check', { type: 'boolean' }, {}, true, 'Sim'],
    ['choice', { enum: ['a', 'b'], 'x-texts': ['Um', 'Dois'] }, {}, 'b', 'b'],
    ['tags', { type: 'array', items: { type: 'string' } }, {}, ['x', 'y'], 'x, y'],
    ['none', { type: 'string' }, {}, undefined, '–'],
  ];
  const properties = Object.fromEntries(
    kinds.map(([name, schema]) => [name, { ...schema, title: `Campo ${name}` }]),
  );
  const value = Object.fromEntries(
    kinds.flatMap(([name, , , one]) => (one === undefined ? [] : [[name, one]])),
  );
  openForm(properties, {
    fields: kinds.map(([field, , own]) => ({ field, ...own })),
    value: value as JsonObject,
    props: { readOnly: true },
  });
  await screen.findByText('Campo text', undefined);
  const fieldTexts = kinds.map(([name]) => {
    const fieldElement = document.querySelector(`[data-field="${name}"]`);
    return fieldElement?.textContent?.replace(`Campo ${name}`, '').replaceAll(/\s/g, ' ');
  });
  expect(fieldTexts).toEqual(kinds.map(([, , , , text]) => text));
  expect(document.querySelector('form input, form select, form textarea')).toBeNull();
});
