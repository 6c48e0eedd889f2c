// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import en from '../../../../locales/en/diagnostics.json' with { type: 'json' };
import es from '../../../../locales/es/diagnostics.json' with { type: 'json' };
import pt from '../../../../locales/pt/diagnostics.json' with { type: 'json' };
import { counters, resetCounters } from '../../core/index.ts';
import type { JsonObject, WidgetModule } from '../testing/widget.ts';
import { testWidget } from '../testing/widget.ts';
import { createFakeHost, failure } from '../testing/host.ts';
import { leaveStrictMode, renderScreen, screenOf } from '../testing/render.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const sibling = { id: 'sibling', type: 'text', props: { text: 'ainda aqui' } };

describe('a node that cannot be rendered', () => {
  it('should be replaced by a notice that names its unknown type, and leave its siblings alone', async () => {
    renderScreen(screenOf([{ id: 'odd', type: 'hologram' }, sibling]));
    expect(screen.getByText('Componente desconhecido')).toBeTruthy();
    expect(screen.getByText('O tipo "hologram" não existe.')).toBeTruthy();
    expect(await screen.findByText('ainda aqui')).toBeTruthy();
  });

  it('should be replaced by a notice with node, type, pointer and rule of invalid props', async () => {
    renderScreen(screenOf([{ id: 'bad', type: 'badge', props: { text: 'x', tone: 'loud' } }, sibling]));
    expect(screen.getByText('Componente com erro de configuração')).toBeTruthy();
    expect(screen.getByText(/^bad \(badge\): \/body\/0\/props\/tone/)).toBeTruthy();
    expect(await screen.findByText('ainda aqui')).toBeTruthy();
  });

  it('should be found by validation in a document without diagnostics', async () => {
    renderScreen(screenOf([{ id: 'bad', type: 'badge', props: { text: 'x', tone: 'loud' } }, sibling]), {
      diagnostics: null,
    });
    expect(await screen.findByText(/^bad \(badge\): \/body\/0\/props\/tone/)).toBeTruthy();
    expect(await screen.findByText('ainda aqui')).toBeTruthy();
  });
});

describe('a widget that throws', () => {
  it('should be contained, reported, and rendered again on retry', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let broken = true;
    const bomb = testWidget('bomb', () => {
      if (broken) throw new Error('boom');
      return <p>inteiro</p>;
    });
    const { host } = renderScreen(screenOf([{ id: 'b', type: 'bomb' }, sibling]), { extra: [bomb] });
    expect(await screen.findByText('Este componente parou de funcionar')).toBeTruthy();
    expect(screen.getByText('ainda aqui')).toBeTruthy();
    expect(host.reports).toMatchObject([{ document: 'people', node: 'b' }]);
    broken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(screen.getByText('inteiro')).toBeTruthy();
  });
});

describe('an expression that fails', () => {
  it.each([
    ['pt', /^Uma função recebe .* linha 2, coluna 1 /, /Confira/],
    ['en', /^A function receives .* line 2, column 1 /, /Check/],
    ['es', /^Una función recibe .* línea 2, columna 1 /, /Revise/],
  ] as const)('should be reported in %s with its position and a hint', async (lang, message, hint) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const text = { $expr: 'state.a &\n$toMillis(state.a)' };
    const host = createFakeHost({ lang });
    const { diagnostics } = { pt, en, es }[lang];
    const { translate } = host;
    host.translate = (key, values = {}) => {
      const [, code = '', part = ''] = key.startsWith('diagnostics.') ? key.split('.') : [];
      const words = (diagnostics as Record<string, Record<string, string>>)[code]?.[part];
      return (
        words?.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name])) ??
        translate(key, values)
      );
    };
    renderScreen(screenOf([{ id: 'a', type: 'text', props: { text } }, sibling], { state: { a: 'x' } }), {
      host,
    });
    const notice = await screen.findByText(message);
    expect(notice.textContent).toMatch(hint);
    expect(screen.queryByText(/timestamp|argument of/)).toBeNull();
    expect(screen.getByText('ainda aqui')).toBeTruthy();
  });
});

describe('a widget whose code loads slowly', () => {
  beforeEach(() => vi.useFakeTimers());
  const advance = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

  it('should offer a retry after 3,000 ms, and render code that arrives later', async () => {
    let arrive: (module: WidgetModule) => void = () => undefined;
    const slow = testWidget(
      'slow-one',
      () => <p>chegou</p>,
      (module) => {
        return new Promise((resolve) => {
          arrive = () => resolve(module);
        });
      },
    );
    renderScreen(screenOf([{ id: 's', type: 'slow-one' }]), { extra: [slow] });
    await advance(2_999);
    expect(screen.queryByRole('button', { name: 'Tentar de novo' })).toBeNull();
    await advance(1);
    expect(screen.getByRole('button', { name: 'Tentar de novo' })).toBeTruthy();
    await advance(110_000);
    arrive(undefined as never);
    await advance(0);
    expect(screen.getByText('chegou')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Tentar de novo' })).toBeNull();
  });

  it('should not render code that arrives after 120 s', async () => {
    let arrive: () => void = () => undefined;
    const slow = testWidget(
      'never-one',
      () => <p>tarde demais</p>,
      (module) => {
        return new Promise((resolve) => {
          arrive = () => resolve(module);
        });
      },
    );
    renderScreen(screenOf([{ id: 's', type: 'never-one' }]), { extra: [slow] });
    await advance(120_001);
    arrive();
    await advance(0);
    expect(screen.queryByText('tarde demais')).toBeNull();
    expect(screen.getByRole('button', { name: 'Tentar de novo' })).toBeTruthy();
  });

  it('should show a failed load at once and load again on retry', async () => {
    let attempts = 0;
    const flaky = testWidget(
      'flaky-one',
      () => <p>carregado</p>,
      async (module) => {
        attempts += 1;
        if (attempts === 1) throw new Error('chunk lost');
        return module;
      },
    );
    renderScreen(screenOf([{ id: 'f', type: 'flaky-one' }, sibling]), { extra: [flaky] });
    await advance(0);
    expect(screen.getByText('Não foi possível carregar')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    await advance(0);
    expect(screen.getByText('carregado')).toBeTruthy();
    expect(attempts).toBe(2);
  });
});

describe('a source whose states the frame renders', () => {
  const record = testWidget('record-one', ({ data }) => <p>nome: {String(data.record?.name)}</p>, undefined, {
    data: 'record',
  });
  const document = (source: JsonObject) =>
    screenOf([{ id: 'r', type: 'record-one', source: 'person' }, sibling], { sources: { person: source } });

  it('should show a failure instead of the widget, and the data after a retry', async () => {
    let fails = true;
    renderScreen(document({ get: '/person', record: 'data' }), {
      extra: [record],
      answer: () => {
        if (fails) throw failure(503, 'Servidor ocupado.', 'UNAVAILABLE');
        return { data: { name: 'Ana' } };
      },
    });
    expect(await screen.findByText('Servidor ocupado.')).toBeTruthy();
    expect(screen.getByText('ainda aqui')).toBeTruthy();
    fails = false;
    fireEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(await screen.findByText('nome: Ana')).toBeTruthy();
  });

  it('should report forbidden data without a retry', async () => {
    renderScreen(document({ get: '/person', record: 'data' }), {
      extra: [record],
      answer: () => {
        throw failure(403, 'não', 'FORBIDDEN');
      },
    });
    expect(await screen.findByText('Acesso Restrito')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Tentar de novo' })).toBeNull();
  });

  it('should offer no retry for a list that the server refuses by its filters', async () => {
    renderScreen(
      screenOf(
        [
          {
            id: 'rows',
            type: 'table',
            source: 'people',
            props: { columns: [{ field: 'name', title: 'Nome' }] },
          },
        ],
        {
          sources: { people: { get: '/people', rows: 'data.rows' } },
        },
      ),
      {
        answer: () => {
          throw failure(400, 'O parâmetro é longo demais.', 'BAD_FILTERS');
        },
      },
    );
    expect(await screen.findByText('O parâmetro é longo demais.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Tentar de novo' })).toBeNull();
  });

  it.each([
    [404, [{ name: 'Pessoas', link: '/people' }, { name: 'Ana' }], 'Voltar para Pessoas', '/people'],
    [400, [{ name: 'Ana' }], 'Voltar para o início', '/'],
  ])(
    'should report a missing record with a button that leads back (%i)',
    async (status, breadcrumb, back, to) => {
      const { host } = renderScreen(
        { ...document({ get: '/person', record: 'data' }), breadcrumb },
        {
          extra: [record],
          answer: () => {
            throw failure(status, 'não', 'NOT_FOUND');
          },
        },
      );
      expect(await screen.findByText('Registro não encontrado')).toBeTruthy();
      expect(screen.queryByRole('button', { name: 'Tentar de novo' })).toBeNull();
      fireEvent.click(screen.getByRole('button', { name: back }));
      expect(host.navigations).toEqual([to]);
    },
  );

  it('should not load while a required value is missing', async () => {
    const { host } = renderScreen(document({ get: '/person', record: 'data', needs: ['state.company'] }), {
      extra: [record],
      answer: () => ({ data: { name: 'Ana' } }),
    });
    expect(await screen.findByText('Aguardando uma escolha')).toBeTruthy();
    expect(host.loads).toEqual([]);
  });

  it('should name the missing filters by their labels', async () => {
    const field = { field: 'company', control: 'text', label: 'Empresa' };
    const { host } = renderScreen(
      screenOf(
        [
          { id: 'filters', type: 'filter-bar', props: { bind: 'state.filters', fields: [field] } },
          { id: 'r', type: 'record-one', source: 'person' },
        ],
        { sources: { person: { get: '/person', record: 'data', needs: ['state.filters.company'] } } },
      ),
      { extra: [record] },
    );
    expect(await screen.findByText('Para carregar os dados, preencha: Empresa.')).toBeTruthy();
    expect(host.loads).toEqual([]);
  });

  it('should say that there is no data', async () => {
    renderScreen(document({ get: '/person', record: 'data' }), {
      extra: [record],
      answer: () => ({ data: null }),
    });
    expect(await screen.findByText('Sem dados disponíveis')).toBeTruthy();
  });
});

describe('updates', () => {
  it('should render only the nodes that refer to the changed path', async () => {
    leaveStrictMode();
    resetCounters();
    renderScreen(
      screenOf(
        [
          {
            id: 'go',
            type: 'button',
            props: { text: 'Somar' },
            on: { press: [{ set: { 'state.a': { $expr: 'state.a + 1' } } }] },
          },
          { id: 'a', type: 'text', props: { text: { $expr: "'a' & $string(state.a)" } } },
          { id: 'b', type: 'text', props: { text: { $expr: 'state.b' } } },
          { id: 'box', type: 'stack', children: [{ id: 'c', type: 'text', props: { text: 'c' } }] },
        ],
        { state: { a: 1, b: 'bê' } },
      ),
    );
    expect(await screen.findByText('a1')).toBeTruthy();
    await screen.findByText('c');
    const before = { ...counters.renders };
    fireEvent.click(screen.getByRole('button', { name: 'Somar' }));
    expect(await screen.findByText('a2')).toBeTruthy();
    expect(counters.renders.a).toBe((before.a ?? 0) + 1);
    for (const id of ['b', 'box', 'c']) expect(counters.renders[id]).toBe(before[id]);
  });

  it('should compile a document once, however often it is opened', async () => {
    const document = screenOf([sibling]);
    const first = renderScreen(document);
    await screen.findByText('ainda aqui');
    first.unmount();
    const { compiles } = counters;
    const { host } = first;
    renderScreen(document, { host });
    await screen.findByText('ainda aqui');
    expect(counters.compiles - compiles).toBeLessThanOrEqual(1);
    expect(window.__counters).toBe(counters);
  });

  it('should follow a change of language without losing state', async () => {
    const { host, again } = renderScreen(
      screenOf(
        [
          { id: 't', type: 'text', props: { text: '$hello' } },
          { id: 's', type: 'text', props: { text: { $expr: 'state.word' } } },
          {
            id: 'set',
            type: 'button',
            props: { text: 'x' },
            on: { press: [{ set: { 'state.word': 'mantido' } }] },
          },
        ],
        { state: { word: 'antes' }, strings: { pt: { hello: 'Olá' }, en: { hello: 'Hello' } } },
      ),
    );
    expect(await screen.findByText('Olá')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'x' }));
    await screen.findByText('mantido');
    host.lang = 'en';
    again();
    expect(await screen.findByText('Hello')).toBeTruthy();
    expect(screen.getByText('mantido')).toBeTruthy();
  });

  it('should write the title of the screen into the window', async () => {
    const { unmount } = renderScreen(screenOf([sibling]));
    await waitFor(() => expect(document.title).toBe('Pessoas · Acme'));
    unmount();
    expect(document.title).not.toBe('Pessoas · Acme');
  });
});

describe('permissions and conditions', () => {
  it('should render neither forbidden nor hidden nodes', async () => {
    renderScreen(
      screenOf(
        [
          { id: 'new', type: 'button', access: { verb: 'create' }, props: { text: 'Novo' } },
          { id: 'off', type: 'text', visible: { $expr: 'state.show' }, props: { text: 'oculto' } },
          sibling,
        ],
        { state: { show: false } },
      ),
      { can: (access) => !('verb' in access && access.verb === 'create') },
    );
    await screen.findByText('ainda aqui');
    expect(screen.queryByText('Novo')).toBeNull();
    expect(screen.queryByText('oculto')).toBeNull();
  });
});
