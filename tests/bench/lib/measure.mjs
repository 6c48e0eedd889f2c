/** Number of rows in the page from which a table counts as rendered: windowed above 100. */
const rowsWanted = (count) => (count > 100 ? 15 : count);

const countOf = (name) => Number.parseInt(name.split('-')[1], 10);
/** Number of tiles up to which all of them are in sight. */
const allTiles = 24;

/** All of this is text that the debugger evaluates, because the page's own policy refuses to. */
const script = {
  start: (subject) =>
    subject === 'case' ? 'window.__mount(window.__in.definition, window.__in.data)' : 'window.__go()',
  prepare: (subject, name) =>
    subject === 'case'
      ? `window.__benchCase('${name}').then((made) => { window.__in = made; })`
      : `window.__benchTwin('${name}', '${subject}').then((go) => { window.__go = go; })`,
  rendered(name) {
    const [kind, count] = name.split('-');
    const number = Number.parseInt(count, 10);
    if (kind === 'form') return `document.querySelectorAll('[data-field], .field').length >= ${number}`;
    if (kind === 'nodes') return `document.querySelectorAll('[id^=word]').length >= ${number / 20}`;
    if (kind === 'sums' || kind === 'each') return `document.body.textContent.includes('n${number - 1}:')`;
    if (kind === 'dash') {
      const third = number <= allTiles ? number / 3 : 2;
      return `document.querySelectorAll('[data-row]').length >= ${third * 10} &&
        document.querySelectorAll('[data-chart=svg] svg').length >= ${third}`;
    }
    if (kind === 'depth') return `document.getElementById('leaf') !== null`;
    return `document.querySelectorAll('[data-row]').length >= ${rowsWanted(number)}`;
  },
};

/** Calls `start` in the page, waits for `done`, then for two frames. Returns milliseconds. */
export function timed(page, start, done) {
  return page.evaluate(`(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame(); await frame();
    const from = performance.now();
    ${start};
    while (!(${done})) {
      if (performance.now() - from > 60_000) throw new Error(${JSON.stringify(`never: ${done}`)});
      await frame();
    }
    await frame(); await frame();
    return performance.now() - from;
  })()`);
}

/** Waits until an expression is true, in one evaluation, because the page's own policy refuses a later one. */
function until(page, done) {
  return page.evaluate(`(async () => {
    while (!(${done})) await new Promise((resolve) => requestAnimationFrame(resolve));
  })()`);
}

async function withSession(page) {
  const session = await page.context().newCDPSession(page);
  // Processor time, because the clock also counts other processes of a busy machine.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await session.send('HeapProfiler.enable');
  const busy = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration').value * 1_000;
  };
  return {
    session,
    /** Returns the milliseconds of the main thread's work during an action. */
    async work(during) {
      const before = await busy();
      await during();
      return (await busy()) - before;
    },
    async heap() {
      await session.send('HeapProfiler.collectGarbage');
      return (await session.send('Runtime.getHeapUsage')).usedSize / 1_048_576;
    },
  };
}

/** Tiles of a dashboard that are out of sight are not rendered; all 24 tiles of one are compared, and of more those in sight. */
const heightOf = (name) => (name.startsWith('dash') && countOf(name) <= allTiles ? 3_200 : 800);

/** Opens the bench page with a case created and its code loaded, but not rendered. */
export async function openBench(browser, url, subject, name) {
  const opened = await openPage(browser, url, `${subject} ${name}`, heightOf(name));
  await opened.page.evaluate(script.prepare(subject, name));
  return { ...opened, mount: () => timed(opened.page, script.start(subject), script.rendered(name)) };
}

export async function openPage(browser, url, label, height = 800) {
  const context = await browser.newContext({ viewport: { width: 1280, height } });
  const page = await context.newPage();
  page.on('pageerror', (error) => process.stderr.write(`${label}: ${error}\n`));
  await page.goto(url);
  await until(page, 'window.__ready === true');
  return { context, page, ...(await withSession(page)) };
}

/** Measures first and second mount, memory and elements; a key for forms; order and scroll for tables. */
export async function measureMount(browser, url, subject, name) {
  const bench = await openBench(browser, url, subject, name);
  const { page, mount, work, heap } = bench;
  try {
    const empty = await heap();
    const cpu = await work(mount);
    const deferred = await work(() => page.waitForTimeout(400));
    const found = {
      'mount, CPU ms': cpu,
      'deferred, CPU ms': deferred,
      'heap, MB': (await heap()) - empty,
      elements: await page.evaluate('document.querySelectorAll("*").length'),
      ...(await interact(bench, name)),
    };
    await page.evaluate('window.__unmount()');
    await page.waitForTimeout(100);
    found['second mount, CPU ms'] = await work(mount);
    return found;
  } finally {
    await bench.context.close();
  }
}

async function interact(bench, name) {
  const [kind, count] = name.split('-');
  const number = Number.parseInt(count, 10);
  if (kind === 'form') return { 'key, CPU ms': await typeIn(bench, `f${Math.floor(number / 20) * 10}`) };
  if (kind !== 'table') return {};
  const found = { 'order, ms': await orderBy(bench, number) };
  if (number >= 5_000) Object.assign(found, await scroll(bench.page));
  return found;
}

/** Measures one key in the middle of the form with its deferred work of 350 ms. The first key warms up. */
export async function typeIn({ page, work }, field) {
  const input = page.locator(`#${field}, [data-field="${field}"] input`).first();
  // Fields far below are rendered only when they come into view, so this scrolls there as a person would.
  await page.mouse.move(600, 400);
  while ((await input.count()) === 0) {
    await page.mouse.wheel(0, 600);
    await page.waitForTimeout(50);
  }
  await input.scrollIntoViewIfNeeded();
  await input.focus();
  const keys = [];
  for (let at = 0; at < 4; at += 1) {
    const spent = await work(async () => {
      await page.keyboard.press('a');
      await page.waitForTimeout(350);
    });
    if (at > 0) keys.push(spent);
  }
  return keys.sort((a, b) => a - b)[1];
}

/** Clicks the header of the amounts until the smallest comes first. */
function orderBy({ page }, count) {
  let [least, first] = [Infinity, 0];
  for (let at = 0; at < count; at += 1) {
    const amount = (at * 618_034 + 500_000) % 1_000_003;
    if (amount < least) [least, first] = [amount, at];
  }
  const name = `Pessoa ${String(first).padStart(6, '0')}`;
  const head = "document.querySelector('[data-key=amount]')";
  const row = "document.querySelector('[data-row]')";
  return timed(
    page,
    `(${head}.querySelector('button') ?? ${head}).click()`,
    `${row}?.textContent.includes('${name}')`,
  );
}

/** Counts frames dropped, and frames with an empty middle, while a tall table is scrolled and flung. */
function scroll(page) {
  return page.evaluate(`(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    let element = document.querySelector('[data-row]');
    while (element.scrollHeight <= element.clientHeight + 1) element = element.parentElement;
    const box = element.getBoundingClientRect();
    const found = {};
    for (const [label, step, frames] of [['scroll', 120, 240], ['fling', 3000, 120]]) {
      await frame();
      let [last, dropped, blank] = [await frame(), 0, 0];
      for (let at = 0; at < frames; at += 1) {
        element.scrollTop += step;
        const now = await frame();
        dropped += Math.max(0, Math.round((now - last) / 16.667) - 1);
        last = now;
        const hit = document.elementFromPoint(box.left + 200, box.top + box.height / 2)?.closest('[data-row]');
        if (!hit || hit.textContent.trim() === '') blank += 1;
      }
      found[label + ', frames dropped'] = dropped;
      found[label + ', blank frames'] = blank;
    }
    element.scrollTop = 0;
    await frame();
    return found;
  })()`);
}

/** Milliseconds to compile a new definition per 1,000 nodes: the mean of 200, because clocks here are coarse. */
export function measureCompile(page) {
  return page.evaluate(`(() => {
    let sum = 0;
    for (let at = 0; at < 200; at += 1) sum += window.__compile(window.__in.definition);
    return sum / 200;
  })()`);
}

/** Heap in MB after a screen was opened and left a few times, and again after `times` more. */
export async function measureLeak(browser, url, name, times) {
  const { context, page, mount, heap } = await openBench(browser, url, 'case', name);
  const visit = async (count) => {
    for (let at = 0; at < count; at += 1) {
      await mount();
      await page.evaluate('window.__unmount()');
    }
    return heap();
  };
  try {
    return { first: await visit(5), last: await visit(times) };
  } finally {
    await context.close();
  }
}

/** Time from the start of the navigation until the case is rendered, with a processor four times slower and an empty cache. */
export async function measureCold(browser, url, subject, name) {
  const context = await browser.newContext({ viewport: { width: 1280, height: heightOf(name) } });
  const page = await context.newPage();
  try {
    const { session } = await withSession(page);
    await session.send('Network.enable');
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.goto(`${url}?${subject}=${name}`, { waitUntil: 'commit' });
    await until(page, script.rendered(name));
    return { 'cold load, ms': await page.evaluate('performance.now()') };
  } finally {
    await context.close();
  }
}
