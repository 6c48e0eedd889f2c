// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { focusFirstField } from './focus.ts';

afterEach(() => void (document.body.innerHTML = ''));

/** A form in a dialog whose first field loads on demand, and what arrives in its place. */
function open(): { form: HTMLElement; arrive: () => void; stop: () => void } {
  document.body.innerHTML = `
    <div role="dialog">
      <button id="close"></button>
      <form><div data-late></div><input id="second"></form>
    </div>`;
  document.getElementById('close')!.focus();
  const form = document.querySelector('form')!;
  const stop = focusFirstField(form);
  const arrive = () => {
    form.querySelector('[data-late]')!.outerHTML =
      '<button></button><div id="first" contenteditable="true" tabindex="0"></div>';
  };
  return { form, arrive, stop };
}

const focused = () => document.activeElement?.id;

it('begins at the first field in which something can be entered, also where a locked one had the focus', () => {
  document.body.innerHTML = `
    <div role="dialog"><form><input id="locked" readonly><input id="off" disabled><input id="name"></form></div>`;
  document.getElementById('locked')!.focus();
  focusFirstField(document.querySelector('form')!);
  expect(focused()).toBe('name');
});

it('waits for the first field of a dialog that loads later, whatever has the focus meanwhile', async () => {
  const { arrive } = open();
  // The dialog itself begins at the first control that is there.
  document.getElementById('second')!.focus();
  arrive();
  await expect.poll(focused).toBe('first');
});

it.each(['keydown', 'pointerdown'])('leaves a person where they moved meanwhile (%s)', async (type) => {
  const { form, arrive } = open();
  document.getElementById('second')!.focus();
  document.body.dispatchEvent(new Event(type, { bubbles: true }));
  arrive();
  // Observers are called before what is queued after them.
  await new Promise<void>((resolve) => {
    new MutationObserver(() => resolve()).observe(form, { attributes: true });
    form.title = 'changed';
  });
  expect(focused()).toBe('second');
});

it('waits no more once the form is gone', async () => {
  const { form, arrive, stop } = open();
  stop();
  arrive();
  await new Promise<void>((resolve) => {
    new MutationObserver(() => resolve()).observe(form, { attributes: true });
    form.title = 'changed';
  });
  expect(focused()).toBe('close');
});
