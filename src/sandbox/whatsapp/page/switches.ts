import type { PageState } from '../page-state.ts';
import { h } from './dom.ts';
import { act, call, reading } from './store.ts';
import { t, timeOf } from './texts.ts';

const sendKinds = ['none', 'lost', 'silent', '500', '429', 'html', 'error'];
const mediaKinds = ['none', '503', '404', 'sha256', 'endless', 'mime', 'short'];
const signatures = ['valid', 'wrong', 'missing'];
const refusals = ['status', 'answer'];
const statuses = ['APPROVED', 'PENDING', 'PAUSED', 'REJECTED', 'DISABLED'];

type Path = readonly string[];

const trouble = (kind: string): string => t(`sandbox.trouble.${kind}`);

/** The switches of the provider, and what became of its webhooks. */
export function switchPanel(): { element: HTMLElement; show(state: PageState): void } {
  const controls: { path: Path; control: HTMLInputElement | HTMLSelectElement }[] = [];
  const change = (path: Path, value: unknown): void => {
    const [name = '', part] = path;
    void call('PUT', '/switches', { [name]: part === undefined ? value : { [part]: value } }).catch(
      () => undefined,
    );
  };
  const number = (path: Path, label: string, least: number, most: number): HTMLElement => {
    const control = h('input', {
      type: 'number',
      min: least,
      max: most,
      step: 1,
      onchange: () => change(path, Number(control.value)),
    });
    controls.push({ path, control });
    return h('label', { class: 'line' }, h('span', {}, label), control);
  };
  const choice = (
    path: Path,
    label: string,
    options: readonly string[],
    nameOf: (value: string) => string,
  ): HTMLElement => {
    const control = h(
      'select',
      { onchange: () => change(path, control.value) },
      ...options.map((value) => h('option', { value }, nameOf(value))),
    );
    controls.push({ path, control });
    return h('label', { class: 'line' }, h('span', {}, label), control);
  };
  const check = (
    label: string,
    onchange: (value: boolean) => void,
    path: Path | null,
  ): [HTMLElement, HTMLInputElement] => {
    const control = h('input', {
      type: 'checkbox',
      role: 'switch',
      onchange: () => onchange(control.checked),
    });
    if (path) controls.push({ path, control });
    return [h('label', { class: 'line' }, h('span', {}, label), control), control];
  };

  const [shuffle] = check(t('sandbox.switch.shuffle'), (value) => change(['shuffle'], value), ['shuffle']);
  const [phone, phoneControl] = check(t('sandbox.switch.phone'), (value) => void act('phone', value), null);
  const [read, readControl] = check(t('sandbox.switch.read'), reading.set, null);
  readControl.checked = reading.get();
  const expire = h('button', { type: 'button', onclick: () => void act('expire') }, t('sandbox.expire'));
  const markRead = h('button', { type: 'button', onclick: () => void act('read') }, t('sandbox.markRead'));
  const verified = h('span', { class: 'small', role: 'status' });
  const verify = async (): Promise<void> => {
    const answer = (await call('POST', '/verify', {})) as { verified: boolean };
    verified.textContent = answer.verified ? t('sandbox.verified') : t('sandbox.notVerified');
  };
  const log = h('ul', { class: 'webhooks' });
  const pending = h('p', { class: 'small' });
  const templates = h('div', {});
  const element = h(
    'aside',
    { class: 'panel switches', 'aria-label': t('sandbox.switches') },
    h('header', {}, h('h2', {}, t('sandbox.switches'))),
    section(t('sandbox.section.customer'), read, phone, h('div', { class: 'row' }, markRead, expire)),
    section(
      t('sandbox.section.webhook'),
      number(['duplicates'], t('sandbox.switch.duplicates'), 1, 10),
      shuffle,
      number(['delayMs'], t('sandbox.switch.delayMs'), 0, 600_000),
      number(['batch'], t('sandbox.switch.batch'), 1, 1000),
      choice(['signature'], t('sandbox.switch.signature'), signatures, (one) =>
        t(`sandbox.signature.${one}`),
      ),
    ),
    section(
      t('sandbox.section.send'),
      choice(['send', 'kind'], t('sandbox.switch.sendKind'), sendKinds, trouble),
      number(['send', 'left'], t('sandbox.switch.left'), 0, 1000),
      number(['send', 'code'], t('sandbox.switch.code'), 0, 999_999),
      choice(['windowRefusal'], t('sandbox.switch.windowRefusal'), refusals, (one) =>
        t(`sandbox.refusal.${one}`),
      ),
    ),
    section(
      t('sandbox.section.media'),
      choice(['media', 'kind'], t('sandbox.switch.mediaKind'), mediaKinds, trouble),
      number(['media', 'left'], t('sandbox.switch.left'), 0, 1000),
    ),
    h('details', {}, h('summary', {}, t('sandbox.section.templates')), templates),
    section(
      t('sandbox.section.log'),
      h(
        'div',
        { class: 'row' },
        h('button', { type: 'button', onclick: () => void verify() }, t('sandbox.verify')),
        verified,
      ),
      pending,
      log,
    ),
  );
  let shown = '';
  return {
    element,
    show(state) {
      for (const { path, control } of controls) {
        const value = path.reduce<unknown>(
          (tree, name) => (tree as Record<string, unknown>)[name],
          state.switches,
        );
        if (control === document.activeElement) continue;
        if (control instanceof HTMLInputElement && control.type === 'checkbox')
          control.checked = value === true;
        else control.value = String(value);
      }
      phoneControl.checked = state.chosen?.isPhoneOn ?? true;
      for (const control of [phoneControl, expire, markRead]) control.disabled = state.chosen === null;
      const key = JSON.stringify([state.templates, state.webhooks]);
      if (key === shown) return;
      shown = key;
      showTemplates(templates, state);
      pending.textContent = t('sandbox.pending', { count: state.webhooks.pending });
      log.replaceChildren(
        ...state.webhooks.log.map(({ at, summary, status, attempts, copies, delivered }) =>
          h(
            'li',
            { class: delivered < copies ? 'failing' : '' },
            h('time', {}, timeOf(at)),
            h('span', {}, summary),
            h('span', {}, status === null ? '…' : status === 0 ? t('sandbox.noAnswer') : String(status)),
            attempts > 1 ? h('span', {}, `×${attempts}`) : null,
          ),
        ),
      );
    },
  };
}

function section(title: string, ...children: HTMLElement[]): HTMLElement {
  return h('section', {}, h('h3', {}, title), ...children);
}

function showTemplates(parent: HTMLElement, state: PageState): void {
  if (parent.contains(document.activeElement)) return;
  parent.replaceChildren(
    ...state.templates.map(({ id, name, language, status }) => {
      const control = h(
        'select',
        { onchange: () => void call('PUT', `/templates/${id}`, { status: control.value }) },
        ...statuses.map((value) =>
          h('option', { value, selected: value === status }, t(`sandbox.template.${value}`)),
        ),
      );
      return h('label', { class: 'line' }, h('span', {}, `${name} · ${language}`), control);
    }),
  );
}
