import './customer.css';
import { h } from './dom.ts';
import { customerList } from './list.ts';
import { phone } from './phone.ts';
import { choose, current, onState, poll, refresh } from './store.ts';
import { switchPanel } from './switches.ts';
import { t } from './texts.ts';

const parts = [customerList(), phone(), switchPanel()];
const views = ['customers', 'phone', 'switches'] as const;
const tabs = h(
  'nav',
  { class: 'tabs', 'aria-label': t('sandbox.title') },
  ...views.map((view) =>
    h(
      'button',
      {
        type: 'button',
        onclick: () => {
          document.body.dataset['view'] = view;
        },
      },
      t(`sandbox.view.${view}`),
    ),
  ),
);
document.body.dataset['view'] = 'customers';
document
  .getElementById('app')
  ?.replaceChildren(
    h('header', { class: 'top' }, h('h1', {}, t('sandbox.title')), h('p', {}, t('sandbox.about'))),
    h('p', { id: 'error', role: 'alert', hidden: true }),
    h('div', { class: 'columns' }, ...parts.map(({ element }) => element)),
    tabs,
  );
onState((state) => {
  for (const part of parts) part.show(state);
});
await refresh();
const first = current()?.customers[0];
if (first) await choose(first.id);
await poll();
