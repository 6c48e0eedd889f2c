import { openPage, timed } from './measure.mjs';

/** A form is rendered when its first control is. An earlier mount has loaded its code. */
const rendered = 'document.querySelector("form input, form select, form textarea, form button") !== null';
const mountNow = 'window.__mount(window.__in.definition, window.__in.data)';

/**
 * Mounts a form with structured values, types into it and reorders it. Milliseconds are the main thread's own work.
 *
 * @param {{ name: string, schema?: object }} subject a case of the page by its name, or an external schema
 */
export async function measureStructured(browser, url, { name, schema }) {
  const bench = await openPage(browser, url, name);
  const { page, work, heap } = bench;
  const mount = () => timed(page, mountNow, rendered);
  const settle = () => page.waitForTimeout(400);
  try {
    const make =
      schema === undefined
        ? `window.__benchCase('${name}')`
        : `window.__benchSchema(${JSON.stringify(schema)})`;
    await page.evaluate(`${make}.then((made) => { window.__in = made; })`);
    await mount();
    await settle();
    await page.evaluate('window.__unmount()');
    const empty = await heap();
    const found = {
      'mount, CPU ms': await work(async () => {
        await mount();
        await settle();
      }),
      'heap, MB': (await heap()) - empty,
    };
    if (schema !== undefined) found['opened'] = await openParts(page);
    found['controls'] = await page.evaluate(
      'document.querySelectorAll("form input, form select, form textarea").length',
    );
    found['elements'] = await page.evaluate('document.querySelectorAll("*").length');
    Object.assign(found, await typeIn(bench));
    if (schema === undefined) Object.assign(found, await rearrange(bench));
    return found;
  } finally {
    await bench.context.close();
  }
}

/** Opens collapsed and empty values of a form: three passes over its buttons, at most 12 in each. */
async function openParts(page) {
  let opened = 0;
  for (let pass = 0; pass < 3; pass += 1) {
    opened += await page.evaluate(`(async () => {
      const buttons = [...document.querySelectorAll('form button')].filter((one) =>
        /^(Preencher|Adicionar)/.test(one.textContent) && !one.disabled && !one.dataset.pressed);
      for (const button of buttons.slice(0, 12)) {
        button.dataset.pressed = '1';
        button.click();
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      return Math.min(12, buttons.length);
    })()`);
  }
  await page.waitForTimeout(300);
  return opened;
}

/** Measures one key in a text in the middle of the structured values, and the renders that it causes. */
async function typeIn({ page, work }) {
  const id = await page.evaluate(`(() => {
    const texts = [...document.querySelectorAll('form input[type=text], form input:not([type]), form textarea')]
      .filter((one) => one.id.includes('/') && !one.disabled && !one.readOnly && one.getAttribute('role') !== 'combobox');
    const names = texts.filter((one) => one.id.endsWith('/name'));
    const of = names.length > 0 ? names : texts;
    return of[Math.floor(of.length / 2)]?.id ?? null;
  })()`);
  if (id === null) return {};
  const input = page.locator(`[id=${JSON.stringify(id)}]`);
  await input.scrollIntoViewIfNeeded();
  await input.focus();
  const keys = [];
  let renders = 0;
  for (let at = 0; at < 6; at += 1) {
    await page.evaluate('window.__resetCounters()');
    const spent = await work(async () => {
      await page.keyboard.press('a');
      await page.waitForTimeout(350);
    });
    renders = await page.evaluate(
      `Object.entries(window.__counters.renders).reduce((sum, [name, count]) => sum + (name.startsWith('field:') ? count : 0), 0)`,
    );
    if (at > 0) keys.push(spent);
  }
  return { 'key, CPU ms': keys.sort((a, b) => a - b)[2], 'fields rendered per key': renders };
}

/** Measures adding an item and moving one down. */
async function rearrange({ page, work }) {
  const press = (label) => `[...document.querySelectorAll('form button')]
    .filter((one) => ${label}.test(one.getAttribute('aria-label') ?? one.textContent) && !one.disabled)[0]`;
  const cost = async (label) => {
    if (!(await page.evaluate(`Boolean(${press(label)})`))) return null;
    return work(async () => {
      await page.evaluate(`${press(label)}.click()`);
      await page.waitForTimeout(350);
    });
  };
  const found = {};
  for (const [what, label] of [
    ['move, CPU ms', '/^Mover para baixo/'],
    ['remove, CPU ms', '/^Remover/'],
    ['add, CPU ms', '/^Adicionar/'],
  ]) {
    const spent = await cost(label);
    if (spent !== null) found[what] = spent;
  }
  return found;
}
