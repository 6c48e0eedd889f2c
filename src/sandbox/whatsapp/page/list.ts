import type { CustomerRow, PageState } from '../page-state.ts';
import { previewOf } from './bubble.ts';
import { avatar, h, icon } from './dom.ts';
import { call, choose } from './store.ts';
import { numberText, t, timeOf } from './texts.ts';

/** The customers, the newest conversation first. */
export function customerList(): { element: HTMLElement; show(state: PageState): void } {
  const rows = h('div', { class: 'rows' });
  const element = h(
    'aside',
    { class: 'panel customers', 'aria-label': t('sandbox.customers') },
    h(
      'header',
      {},
      h('h2', {}, t('sandbox.customers')),
      h(
        'button',
        {
          type: 'button',
          class: 'icon',
          'aria-label': t('sandbox.newCustomer'),
          title: t('sandbox.newCustomer'),
          onclick: askCustomer,
        },
        icon('add'),
      ),
    ),
    rows,
  );
  let shown = '';
  return {
    element,
    show({ customers, chosen }) {
      const sorted = customers.toSorted((one, other) => (other.last?.at ?? 0) - (one.last?.at ?? 0));
      const key = JSON.stringify([sorted, chosen?.id]);
      if (key === shown) return;
      shown = key;
      const focused = (document.activeElement as HTMLElement | null)?.dataset['customer'];
      rows.replaceChildren(...sorted.map((one) => row(one, one.id === chosen?.id)));
      if (focused) rows.querySelector<HTMLElement>(`[data-customer="${focused}"]`)?.focus();
    },
  };
}

function row(customer: CustomerRow, isChosen: boolean): HTMLElement {
  const { id, name, company, number, username, last, unread } = customer;
  return h(
    'button',
    {
      type: 'button',
      class: 'customer',
      'data-customer': id,
      'aria-current': isChosen ? 'true' : false,
      onclick: () => {
        document.body.dataset['view'] = 'phone';
        void choose(id);
      },
    },
    avatar(name),
    h(
      'span',
      { class: 'names' },
      h('strong', {}, name),
      h(
        'span',
        {},
        last ? previewOf(last) : company || (username === null ? numberText(number) : `@${username}`),
      ),
    ),
    h(
      'span',
      { class: 'meta' },
      last ? h('time', {}, timeOf(last.at)) : null,
      unread > 0
        ? h('span', { class: 'badge', 'aria-label': t('sandbox.unread', { count: unread }) }, String(unread))
        : null,
    ),
  );
}

const field = (name: string, label: string, required: boolean, hint = ''): HTMLElement =>
  h(
    'label',
    {},
    label,
    h('input', { name, required, autocomplete: 'off' }),
    hint ? h('small', {}, hint) : null,
  );

/** Asks for name and number of a new customer. */
function askCustomer(): void {
  const form = h(
    'form',
    {},
    h('h2', {}, t('sandbox.newCustomer')),
    field('name', t('sandbox.name'), true),
    field('number', t('sandbox.number'), true, t('sandbox.numberHint')),
    field('company', t('sandbox.company'), false),
    field('username', t('sandbox.username'), false, t('sandbox.usernameHint')),
    h(
      'div',
      { class: 'row end' },
      h('button', { type: 'button', onclick: () => dialog.close() }, t('sandbox.cancel')),
      h('button', { class: 'primary' }, t('sandbox.save')),
    ),
  );
  const dialog = h('dialog', { 'aria-label': t('sandbox.newCustomer') }, form);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const data = Object.fromEntries(new FormData(form));
    void call('POST', '/customers', data).then(
      async (answer) => {
        dialog.close();
        await choose((answer as { id: string }).id);
      },
      (error: Error) => {
        const input = form.elements.namedItem('number') as HTMLInputElement;
        input.setCustomValidity(error.message);
        input.reportValidity();
        input.addEventListener('input', () => input.setCustomValidity(''), { once: true });
      },
    );
  });
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
