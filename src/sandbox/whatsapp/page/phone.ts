import type { CustomerRow, PageState } from '../page-state.ts';
import { bubble } from './bubble.ts';
import { composer } from './composer.ts';
import { avatar, h } from './dom.ts';
import { dayOf, numberText, t, timeOf } from './texts.ts';

/** The customer's phone, with the conversation with the business. */
export function phone(): { element: HTMLElement; show(state: PageState): void } {
  const owner = h('p', { class: 'owner' });
  const title = h('div', { class: 'title' });
  const log = h('div', { class: 'log', role: 'log', 'aria-label': t('sandbox.conversation'), tabindex: 0 });
  const writer = composer();
  const screen = h('div', { class: 'screen', hidden: true }, h('header', {}, title), log, writer.element);
  const empty = h('p', { class: 'empty' }, t('sandbox.empty'));
  const element = h('main', { class: 'phone-area' }, owner, h('div', { class: 'phone' }, empty, screen));
  let isAtEnd = true;
  log.addEventListener('scroll', () => {
    isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 60;
  });
  // Pictures grow when they have loaded.
  log.addEventListener(
    'load',
    () => {
      if (isAtEnd) log.scrollTop = log.scrollHeight;
    },
    true,
  );
  // On narrow windows the conversation is filled before it is shown.
  new ResizeObserver(() => {
    if (isAtEnd) log.scrollTop = log.scrollHeight;
  }).observe(log);
  let openId = '';
  let shown = new Map<string, { key: string; element: HTMLElement }>();

  return {
    element,
    show({ chosen, business }) {
      if (!chosen) return;
      empty.hidden = true;
      screen.hidden = false;
      if (chosen.id !== openId) {
        openId = chosen.id;
        shown = new Map();
        writer.reset();
      }
      const number = chosen.username === null ? numberText(chosen.number) : `@${chosen.username}`;
      const window = windowText(chosen);
      owner.replaceChildren(
        h('strong', {}, chosen.name),
        h('span', {}, [chosen.company, number].filter(Boolean).join(' · ')),
        h('span', {}, window),
      );
      title.replaceChildren(
        avatar(business.name),
        h(
          'div',
          {},
          h('strong', {}, business.name),
          h('span', {}, chosen.isTyping ? t('sandbox.typing') : business.number),
        ),
      );

      const next = new Map<string, { key: string; element: HTMLElement }>();
      const children: Node[] = [];
      let day = '';
      for (const entry of chosen.entries) {
        if (dayOf(entry.at) !== day) {
          day = dayOf(entry.at);
          children.push(h('p', { class: 'day' }, day));
        }
        const quoted = chosen.entries.find((one) => one.id === entry.replyTo);
        // An element stays as long as its message does, so that sound and video go on.
        const key = JSON.stringify([entry, quoted]);
        const before = shown.get(entry.id);
        const item =
          before?.key === key ? before : { key, element: bubble(entry, chosen.entries, writer.reply) };
        next.set(entry.id, item);
        children.push(item.element);
      }
      const isNew = next.size !== shown.size;
      const isSame = !isNew && [...next].every(([id, item]) => shown.get(id) === item);
      shown = next;
      if (isSame && log.childElementCount > 0) return;
      replaceKeeping(log, children);
      if (!isAtEnd && !isNew) return;
      isAtEnd = true;
      log.scrollTop = log.scrollHeight;
    },
  };
}

function windowText({ hasWritten, windowEnd }: CustomerRow): string {
  if (!hasWritten) return t('sandbox.windowUnknown');
  if (windowEnd === null) return t('sandbox.windowClosed');
  return t('sandbox.windowUntil', { time: `${dayOf(windowEnd)} ${timeOf(windowEnd)}` });
}

/** Replaces the children and leaves those alone that stay, since a moved element loses focus and playback. */
function replaceKeeping(parent: HTMLElement, children: readonly Node[]): void {
  const staying = new Set(children);
  for (const child of Array.from(parent.childNodes)) if (!staying.has(child)) child.remove();
  children.forEach((child, at) => {
    const present = parent.childNodes[at] ?? null;
    if (present !== child) parent.insertBefore(child, present);
  });
}
