import type { Entry } from '../customer.ts';
import { h } from './dom.ts';
import { act, send } from './store.ts';
import { t } from './texts.ts';

const emojis = ['👍', '❤️', '😂', '😮', '😢', '🙏'];

let close: (() => void) | null = null;

/** Opens a menu below a button. Escape and a press elsewhere close it; arrow keys move in it. */
export function openPopup(button: HTMLElement, items: HTMLElement[]): void {
  close?.();
  const menu = h('div', { class: 'menu', role: 'menu' }, ...items);
  button.after(menu);
  button.setAttribute('aria-expanded', 'true');
  const onPress = (event: Event): void => {
    if (!menu.contains(event.target as Node) && !button.contains(event.target as Node)) close?.();
  };
  const onKey = (event: KeyboardEvent): void => {
    const list = [...menu.querySelectorAll('button')];
    const at = list.indexOf(document.activeElement as HTMLButtonElement);
    if (event.key === 'Escape' || event.key === 'Tab') close?.();
    else if (event.key === 'ArrowDown' || event.key === 'ArrowRight') list[(at + 1) % list.length]?.focus();
    else if (event.key === 'ArrowUp' || event.key === 'ArrowLeft') list.at(at - 1)?.focus();
    else return;
    if (event.key !== 'Tab') event.preventDefault();
  };
  menu.addEventListener('keydown', onKey);
  document.addEventListener('pointerdown', onPress);
  close = () => {
    const hadFocus = menu.contains(document.activeElement);
    menu.remove();
    button.setAttribute('aria-expanded', 'false');
    document.removeEventListener('pointerdown', onPress);
    close = null;
    if (hadFocus) button.focus();
  };
  menu.querySelector('button')?.focus();
}

export const menuItem = (label: string, run: () => void, accessibleName = label): HTMLElement =>
  h(
    'button',
    {
      type: 'button',
      role: 'menuitem',
      'aria-label': accessibleName,
      onclick: () => {
        close?.();
        run();
      },
    },
    label,
  );

/** The actions of a message: reactions, reply, and those of one's own. */
export function openMenu(button: HTMLElement, entry: Entry, reply: (entry: Entry) => void): void {
  const react = (emoji: string) => void send({ type: 'reaction', content: { message_id: entry.id, emoji } });
  const reactions = h(
    'div',
    { class: 'emojis' },
    ...emojis.map((emoji) => menuItem(emoji, () => react(emoji), t('sandbox.reactWith', { emoji }))),
  );
  const items = [reactions, menuItem(t('sandbox.reply'), () => reply(entry))];
  if (entry.reactions.customer !== null) items.push(menuItem(t('sandbox.removeReaction'), () => react('')));
  if (entry.from === 'business' && entry.type === 'audio')
    items.push(menuItem(t('sandbox.played'), () => void act('played', entry.id)));
  if (entry.from === 'customer' && !entry.revoked) {
    if (entry.type === 'text') items.push(menuItem(t('sandbox.edit'), () => edit(entry)));
    items.push(
      menuItem(
        t('sandbox.revoke'),
        () => void send({ type: 'revoke', content: { original_message_id: entry.id } }),
      ),
    );
  }
  openPopup(button, items);
}

/** Asks for the new text in a dialog. */
function edit(entry: Entry): void {
  const field = h('textarea', { rows: 4, 'aria-label': t('sandbox.edit') });
  field.value = typeof entry.content['body'] === 'string' ? entry.content['body'] : '';
  const dialog = h(
    'dialog',
    { 'aria-label': t('sandbox.edit') },
    h(
      'form',
      {
        method: 'dialog',
        onsubmit: () => {
          const message = { type: 'text', text: { body: field.value } };
          void send({ type: 'edit', content: { original_message_id: entry.id, message } });
        },
      },
      field,
      h(
        'div',
        { class: 'row end' },
        h('button', { type: 'button', onclick: () => dialog.close() }, t('sandbox.cancel')),
        h('button', { class: 'primary' }, t('sandbox.save')),
      ),
    ),
  );
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
