import { expect } from 'storybook/test';
import type { JsonObject } from '../../contracts/json.ts';
import { person, reply } from './product-server.ts';
import {
  frames,
  gone,
  outOfView,
  placeOf,
  productStories,
  productStory,
  shown,
  until,
  wholeInView,
  type Steps,
} from './story.tsx';

export default { ...productStories, title: 'Forms' };

type Page = Steps['page'];
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const frameOf = (page: Page, name: string) => field(page, name).element().parentElement!;
const save = (page: Page) => page.getByRole('button', { name: 'Salvar', exact: true });
const toasts = (page: Page) => page.getByRole('region', { name: 'Avisos' }).getByRole('listitem');
const header = () => document.querySelector<HTMLElement>('header:has(h1)')!;

/** Header and body of a form have one measure, rows are 68 high, errors move nothing, and a small window keeps room. */
export const Measures = productStory({ at: '/admin-user/create' }, async ({ page, userEvent, resize }) => {
  await resize(1920, 620);
  await shown(field(page, 'Nome'));
  const personal = page.getByRole('region', { name: 'Dados pessoais' });
  const card = await placeOf(personal);
  const button = await placeOf(save(page));
  expect(card.width).toBe(1040);
  expect(button.right).toBe(card.right);
  const head = header().getBoundingClientRect();
  expect(head.height).toBe(52);
  // The body starts 8 below the header.
  expect(card.y - head.bottom).toBe(8);

  await userEvent.click(page.getByRole('switch'));
  await shown(field(page, 'Confirmar senha'));
  document.querySelector('[data-screen]')!.scrollBy({ top: 2_000 });
  await until(() => expect(personal.element().getBoundingClientRect().y).toBeLessThan(card.y));
  expect((await placeOf(save(page))).y).toBe(button.y);
  // Fields that the keyboard reaches are not behind the header.
  (field(page, 'Login').element() as HTMLElement).focus();
  let reached = 0;
  for (let at = 0; at < 12; at += 1) {
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    const focused = document.activeElement!;
    if (!focused.closest('form')) continue;
    reached += 1;
    expect(focused.getBoundingClientRect().y).toBeGreaterThan(head.bottom);
  }
  expect(reached).toBeGreaterThan(3);

  await resize(1440, 900);
  const names = ['Nome', 'E-mail', 'CPF', 'Login', 'Senha', 'Confirmar senha'];
  await shown(field(page, 'Confirmar senha'));
  const tops = () => names.map((name) => field(page, name).element().getBoundingClientRect().y);
  const before = tops();
  expect(before[2]! - before[0]!).toBe(68);
  expect(before[5]! - before[3]!).toBe(68);
  for (const name of names) expect([name, frameOf(page, name).offsetHeight]).toEqual([name, 32]);

  await userEvent.click(save(page));
  const missing = 'Os seguintes campos não podem ser vazios: Nome, E-mail, Login, Senha, Confirmar senha';
  await until(() => expect(toasts(page).element()).toHaveTextContent(missing));
  await gone(page.getByRole('main').getByText('Os seguintes campos'));
  expect(tops()).toEqual(before);
  await userEvent.fill(field(page, 'CPF'), '11111111111');
  await userEvent.keyboard('{Tab}');
  await until(() =>
    expect(field(page, 'CPF').element()).toHaveAccessibleDescription('Informe um CPF válido.'),
  );
  expect(tops()).toEqual(before);

  // The count in the header leads to the first of them.
  await userEvent.click(page.getByRole('button', { name: '6 campos a corrigir' }));
  await until(() => expect(field(page, 'Nome').element()).toHaveFocus());

  // A window of 360 by 225 is one of 1440 by 900 at 400 %.
  await userEvent.click(page.getByRole('button', { name: 'Fechar aviso' }));
  await gone(toasts(page));
  await resize(360, 225);
  const strip = page.getByRole('main').getByRole('status').filter({ hasText: 'a corrigir' });
  await wholeInView(strip);
  field(page, 'CPF').element().scrollIntoView({ block: 'nearest' });
  (field(page, 'CPF').element() as HTMLElement).focus();
  // The line of title and buttons stays, the counts below it scroll away.
  await wholeInView(save(page));
  await outOfView(strip);
  await userEvent.click(save(page));
  await until(() =>
    expect(toasts(page).element()).toHaveTextContent(/^Os seguintes campos não podem ser vazios/),
  );
  // It stands over the shell's header: the rest is the form's.
  expect((await placeOf(toasts(page))).bottom).toBeLessThanOrEqual(56);
  expect((await placeOf(save(page))).y).toBeGreaterThanOrEqual(52);
  await until(() => expect(field(page, 'Nome').element()).toHaveFocus());
  await wholeInView(field(page, 'Nome'));
  expect(document.documentElement.scrollWidth).toBe(360);
});

/** Starts to collect what the browser counts as moved without being asked, typing included. */
function watchShifts(): () => Promise<string[]> {
  const moved: string[] = [];
  const note = (entries: PerformanceEntryList) => {
    for (const entry of entries as (PerformanceEntry & {
      value: number;
      sources: { node: Node | null }[];
    })[])
      moved.push(`${entry.value}: ${entry.sources.map(({ node }) => node?.textContent ?? '').join(' | ')}`);
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: 'layout-shift' });
  return async () => {
    await frames();
    note(observer.takeRecords());
    observer.disconnect();
    return moved;
  };
}

/** Counts come and go without moving anything, at each width. */
export const Counts = productStory(
  { at: '/admin-user/2', records: { '/adm/v2/sec/user': [person(2, { cpf: '39053344705' })] } },
  async ({ page, userEvent, resize }) => {
    await shown(page.getByRole('button', { name: 'Mais ações' }));
    const value = (name: string) => (field(page, name).element() as HTMLInputElement).value;
    await until(() => expect(value('Nome')).toBe(person(2).name));
    const before = ['E-mail', 'CPF', 'Nome'].map(value);
    const steps: [name: string, value: string, changes: RegExp, invalid: string[]][] = [
      ['E-mail', 'x', /1 (alteração )?não salva/, ['1 campo a corrigir']],
      ['CPF', '111.111.111-11', /2 (alterações )?não salvas/, ['2 campos a corrigir']],
      ['Nome', 'Outro nome', /3 (alterações )?não salvas/, ['2 campos a corrigir']],
      ['CPF', '529.982.247-25', /3 (alterações )?não salvas/, ['1 campo a corrigir']],
      ['E-mail', before[0]!, /2 (alterações )?não salvas/, []],
      ['CPF', before[1]!, /1 (alteração )?não salva/, []],
      ['Nome', before[2]!, /^(Sem alterações)?$/, []],
    ];
    for (const width of [1440, 1024, 800, 390]) {
      await resize(width, 900);
      const counts = await until(() => {
        const one = header().querySelector('[role=status]');
        expect(one).not.toBeNull();
        return one!;
      });
      const moved = watchShifts();
      for (const [name, text, changes, invalid] of steps) {
        await userEvent.fill(field(page, name), text);
        await userEvent.keyboard('{Tab}');
        await until(() => {
          expect(counts.isConnected).toBe(true);
          expect(counts.textContent).toMatch(changes);
          expect([...counts.querySelectorAll('button')].map((one) => one.textContent)).toEqual(invalid);
        });
      }
      expect([width, await moved()]).toEqual([width, []]);
    }
  },
);

const tallForm: JsonObject = {
  kind: 'form',
  formatVersion: 2,
  id: 'tall-controls',
  schema: {
    type: 'object',
    properties: { notes: { type: 'string' }, rest: {}, text: { type: 'string' }, name: { type: 'string' } },
  },
  ui: {
    sections: [
      {
        id: 'all',
        columns: 1,
        fields: [
          { field: 'notes', widget: 'textarea', label: 'Notas' },
          { field: 'rest', widget: 'json', label: 'Resto' },
          { field: 'text', widget: 'richtext', label: 'Texto' },
          { field: 'name', label: 'Nome' },
        ],
      },
    ],
  },
};
const tallScreen: JsonObject = {
  kind: 'screen',
  formatVersion: 2,
  id: 'tall-controls',
  path: '/tall-controls',
  title: 'Campos altos',
  access: { screen: 'admin-user', verb: 'read' },
  sources: { person: { get: '/adm/v2/sec/user/1', record: 'data' } },
  body: [
    {
      id: 'form',
      type: 'form',
      source: 'person',
      props: { form: 'tall-controls', value: { $expr: 'data.person.record' } },
    },
  ],
};

/** A server that answers the calls of a record only when it is let. */
function holding(address: string) {
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  return {
    answer: () => answer(),
    to: ({ method, path }: { method: string; path: string }, record: object) =>
      method === 'GET' && path === address ? held.then(() => reply(record)) : undefined,
  };
}

const tall = holding('/adm/v2/sec/user/1');

/** Controls of several lines have their room before the record is there. */
export const TallControls = productStory(
  {
    at: '/tall-controls',
    definitions: [tallForm, tallScreen],
    answer: (call) => tall.to(call, person(1)),
  },
  async ({ page }) => {
    const waiting = page.getByLabelText('Carregando o formulário');
    // A label and a control for each of the four fields, once the form is known.
    const bones = await until(() => {
      const all = [...waiting.element().querySelectorAll('span')];
      expect(all).toHaveLength(8);
      return all;
    });
    const places = bones.map((one) => one.getBoundingClientRect().y).filter((_, at) => at % 2 === 1);
    tall.answer();
    await shown(field(page, 'Texto'));
    // The bar of the rich text is above its text.
    const [notes, rest, , name] = places;
    await frames();
    expect(['Notas', 'Resto', 'Nome'].map((one) => frameOf(page, one).getBoundingClientRect().y)).toEqual([
      notes,
      rest,
      name,
    ]);
  },
);

const slow = holding('/adm/v2/sec/user/2');
const visitor = person(2, { isUser: 'N', login: null });

/** On a phone placeholders have the places and heights of the fields, and counts a line that is there before. */
export const Placeholders = productStory(
  { at: '/admin-user/2', answer: (call) => slow.to(call, visitor) },
  async ({ page, userEvent, bePhone }) => {
    await bePhone();
    await shown(page.getByRole('status', { name: 'Carregando o formulário' }));
    const sections = page.getByRole('region');
    await until(() => expect(sections.elements()).toHaveLength(2));
    const places = () =>
      sections.elements().map((one) => {
        const { y, height } = one.getBoundingClientRect();
        return [y, height];
      });
    const before = places();
    const bars = [...sections.first().element().querySelectorAll('h2 ~ *, div > div > span:last-child')]
      .filter((one) => one.matches('span'))
      .map((one) => one.getBoundingClientRect().height);
    expect(new Set(bars)).toEqual(new Set([44]));
    slow.answer();
    const name = field(page, 'Nome');
    await until(() => expect(name.element()).toHaveValue(person(2).name));
    expect(places()).toEqual(before);

    const { y } = await placeOf(name);
    expect((await placeOf(field(page, 'E-mail'))).y - y).toBe(80);
    expect(frameOf(page, 'Nome').offsetHeight).toBe(44);
    await userEvent.fill(name, 'Outro nome');
    await shown(page.getByText('1 não salva'));
    expect((await placeOf(name)).y).toBe(y);
    // The back arrow leaves; the menu discards, and can take that back.
    await gone(page.getByRole('button', { name: 'Cancelar' }));
    await userEvent.click(page.getByRole('button', { name: 'Mais ações' }));
    await userEvent.click(page.getByRole('menuitem', { name: 'Descartar alterações' }));
    await until(() => expect(name.element()).toHaveValue(person(2).name));
    await userEvent.click(page.getByRole('button', { name: 'Desfazer' }));
    await until(() => expect(name.element()).toHaveValue('Outro nome'));
  },
);

const steps: JsonObject = {
  kind: 'screen',
  formatVersion: 2,
  id: 'steps',
  path: '/steps',
  title: 'Etapas',
  access: { screen: 'admin-user', verb: 'read' },
  body: [
    {
      id: 'form',
      type: 'form',
      props: {
        document: {
          kind: 'form',
          formatVersion: 2,
          id: 'steps',
          schema: {
            type: 'object',
            properties: {
              name: { type: 'string', title: 'Nome' },
              city: { type: 'string', title: 'Cidade' },
            },
          },
          ui: {
            sections: ['name', 'city'].map((one) => ({ id: one, fields: [one] })),
            steps: ['name', 'city'].map((one) => ({ id: one, title: `Etapa ${one}`, sections: [one] })),
            summary: false,
          },
        },
      },
      on: { submit: [{ toast: { success: { $expr: "'Enviado: ' & event.values.city" } } }] },
    },
  ],
};

/** The press that leads to the last step of a form does not send it. */
export const LastStep = productStory({ at: '/steps', definitions: [steps] }, async ({ page, userEvent }) => {
  await shown(field(page, 'Nome'));
  await userEvent.fill(field(page, 'Nome'), 'Ana');
  await userEvent.click(page.getByRole('button', { name: 'Continuar' }));
  await userEvent.fill(field(page, 'Cidade'), 'Recife');
  await gone(toasts(page));
  await userEvent.click(save(page));
  await until(() => expect(toasts(page).element()).toHaveTextContent('Enviado: Recife'));
  expect(toasts(page).elements()).toHaveLength(1);
});
