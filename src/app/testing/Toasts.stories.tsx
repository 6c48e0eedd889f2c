import { expect } from 'storybook/test';
import type { Locator } from 'vitest/browser';
import { person, refusal } from './product-server.ts';
import {
  frames,
  gone,
  placeOf,
  productStories,
  productStory,
  shown,
  until,
  wholeInView,
  type Steps,
} from './story.tsx';

export default { ...productStories, title: 'Toasts' };

const users = '/adm/v2/sec/user';
const toastsOf = (page: Steps['page']) => page.getByRole('region', { name: 'Avisos' }).getByRole('listitem');

/** Parts that a toast may not cover: the page's title and buttons, the filters, and the person's menu. */
function covered(page: Steps['page'], toast: Element): string[] {
  const one = toast.getBoundingClientRect();
  const main = page.getByRole('main');
  const parts: Locator[] = [
    main.getByRole('heading', { level: 1 }),
    main.getByRole('button', { name: 'Atualizar' }),
    main.getByRole('button', { name: 'Usuário', exact: true }),
    main.getByRole('button', { name: /Filtros/ }),
    main.getByRole('button', { name: 'Aplicar' }),
    main.getByRole('searchbox', { name: 'Busca' }),
    page.getByRole('button', { name: /^Menu do usuário/ }),
  ];
  const all = parts.flatMap((part) => part.elements());
  expect(all.length).toBeGreaterThan(1);
  return all
    .filter((part) => {
      const box = part.getBoundingClientRect();
      const apart = one.x >= box.right || box.x >= one.right || one.y >= box.bottom || box.y >= one.bottom;
      return !apart;
    })
    .map((part) => part.textContent || part.getAttribute('aria-label') || '?');
}

/** Toasts cover nothing in a wide and in a narrow window: the second stands under the first. */
export const TwoToasts = productStory(
  { at: '/admin-user', records: { [users]: [person(2), person(3), person(4)] } },
  async ({ page, userEvent, resize }) => {
    const toasts = toastsOf(page);
    const people = [person(2).name, person(3).name];
    // From below: no other row takes the place of the first one.
    for (const name of people.toReversed()) {
      const row = page.getByRole('row').filter({ hasText: name });
      await shown(row);
      await userEvent.hover(row);
      await userEvent.click(row.getByRole('button', { name: 'Desativar', exact: true }));
      await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Sim, confirmar' }));
      await gone(row);
      // The pointer on the newest one stops its time.
      await userEvent.hover(toasts.last());
    }
    for (const [width, height] of [
      [1440, 900],
      [1024, 768],
    ] as const) {
      await resize(width, height);
      await userEvent.hover(toasts.last());
      await until(() => expect(toasts.elements()).toHaveLength(2));
      const [first, second] = [await placeOf(toasts.nth(0)), await placeOf(toasts.nth(1))];
      expect([first.y, first.height]).toEqual([4, 40]);
      expect(first.bottom).toBeLessThan(48);
      expect(second.y).toBe(52);
      for (const toast of toasts.elements()) expect(covered(page, toast)).toEqual([]);
    }
    await userEvent.click(toasts.nth(1).getByRole('button', { name: 'Desfazer' }));
    await shown(page.getByRole('row').filter({ hasText: people[0]! }));
  },
);

/** A long toast covers neither the title nor the counts of a form at 1024 px, and breaks between words only. */
export const LongToast = productStory({ at: '/admin-user/create' }, async ({ page, userEvent, resize }) => {
  await resize(1024, 768);
  await userEvent.click(page.getByRole('switch', { name: 'É usuário do sistema' }));
  await userEvent.click(page.getByRole('button', { name: 'Salvar' }));
  const count = page.getByRole('button', { name: '5 campos a corrigir' });
  await shown(count);
  const toast = toastsOf(page).first();
  const place = await placeOf(toast);
  expect(toast.element()).toHaveTextContent('Nome, E-mail, Login, Senha, Confirmar senha');
  for (const part of [
    count,
    page.getByRole('heading', { level: 1 }),
    page.getByText('1 alteração não salva'),
  ])
    expect((await placeOf(part.first())).y).toBeGreaterThanOrEqual(place.bottom);

  // Not at the hyphen of a word.
  await userEvent.hover(toast);
  for (let width = 480; width > 360; width -= 8) {
    await resize(width, 844);
    const walker = document.createTreeWalker(toast.element(), NodeFilter.SHOW_TEXT);
    let tops: number[] = [];
    while (walker.nextNode()) {
      const at = walker.currentNode.nodeValue?.indexOf('E-mail') ?? -1;
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(walker.currentNode, at);
      range.setEnd(walker.currentNode, at + 'E-mail'.length);
      tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
    }
    expect([width, new Set(tops).size]).toEqual([width, 1]);
  }
});

/** On a phone a toast stands at the bottom and covers nothing. */
export const OnAPhone = productStory({ at: '/admin-user/2' }, async ({ page, userEvent, bePhone }) => {
  await bePhone();
  const name = page.getByRole('textbox', { name: /^Nome/ }).first();
  await shown(name);
  await userEvent.fill(name, 'Caio Lima');
  await userEvent.click(page.getByRole('button', { name: /^Salvar(?! grupos)/ }));
  const toast = toastsOf(page);
  const box = await placeOf(toast);
  expect(box.bottom).toBe(844 - 16);
  expect([box.x, box.width]).toEqual([16, 390 - 32]);
  expect(covered(page, toast.element())).toEqual([]);
});

/** A message without end stays in its window, however small, with its button in reach. */
export const WithoutEnd = productStory(
  {
    at: '/admin-user/2',
    answer: ({ method }) =>
      method === 'PUT'
        ? refusal(422, 'RULE_BROKEN', 'O servidor recusou a alteração desta pessoa. '.repeat(19).trim())
        : undefined,
  },
  async ({ page, userEvent, resize }) => {
    const name = page.getByRole('textbox', { name: /^Nome/ }).first();
    await shown(name);
    await userEvent.fill(name, 'Outro nome');
    for (const [width, height] of [
      [1440, 900],
      [720, 450],
      [390, 844],
    ] as const) {
      await resize(width, height);
      await userEvent.click(page.getByRole('button', { name: /^Salvar(?! grupos)/ }));
      const toast = toastsOf(page).first();
      await until(() => expect(toast.element()).toHaveTextContent('O servidor recusou'));
      const text = document.createRange();
      text.selectNodeContents(toast.element());
      const lines = new Set([...text.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
      expect(lines).toBeGreaterThanOrEqual(11);
      await userEvent.hover(toast);
      await wholeInView(toast);
      const close = toast.getByRole('button', { name: 'Fechar' });
      await wholeInView(close);
      expect(document.documentElement.scrollWidth).toBe(width);
      // From elsewhere: the text unfolds under the pointer.
      await userEvent.hover(page.getByRole('heading', { level: 1 }));
      await frames();
      await userEvent.click(close);
      await gone(toastsOf(page));
    }
  },
);
