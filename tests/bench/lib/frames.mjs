/** Work of a page while something happens in it: its tasks by processor time, and its frames by the clock. */

/** The tasks of the busiest page thread while the work runs, by their processor time. */
export async function countTasks(session, work) {
  const events = [];
  const collect = ({ value }) => void events.push(...value);
  session.on('Tracing.dataCollected', collect);
  const categories = 'toplevel,disabled-by-default-devtools.timeline';
  await session.send('Tracing.start', { categories, transferMode: 'ReportEvents' });
  await work();
  const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await ended;
  session.off('Tracing.dataCollected', collect);
  const pages = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const [busiest = []] = pages
    .map(({ pid, tid }) =>
      events
        .filter((one) => one.pid === pid && one.tid === tid && one.name === 'RunTask' && one.tdur)
        .map(({ tdur }) => tdur / 1000),
    )
    .sort((a, b) => sum(b) - sum(a));
  const over = (ms) => busiest.filter((one) => one > ms).length;
  return [busiest.length, over(4.2), over(8.3), Math.max(0, ...busiest).toFixed(1), sum(busiest).toFixed(0)];
}

function sum(numbers) {
  return numbers.reduce((all, one) => all + one, 0);
}

/** Frames while the work runs: how many, those that took longer than two and three, the longest, and the 95th percentile. */
export async function countFrames(page, work) {
  await page.evaluate(() => {
    const watch = { frames: [], last: performance.now(), on: true };
    window.__watch = watch;
    const tick = (now) => {
      watch.frames.push(now - watch.last);
      watch.last = now;
      if (watch.on) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  await work();
  const frames = await page.evaluate(() => {
    window.__watch.on = false;
    return window.__watch.frames.slice(2);
  });
  const long = (ms) => frames.filter((one) => one > ms).length;
  const sorted = frames.toSorted((one, other) => one - other);
  const p95 = sorted[Math.floor((sorted.length - 1) * 0.95)];
  return [frames.length, long(33.4), long(50), Math.max(...frames).toFixed(0), p95];
}

/** Waits in the page from an event of a person until a condition holds and the frame after it is painted. */
function painted(page, type, done) {
  return page.evaluate(`new Promise((resolve) => {
    document.addEventListener('${type}', (event) => {
      if (['Control', 'Shift'].includes(event.key)) return;
      const look = () => {
        if (!(${done})) return void requestAnimationFrame(look);
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - event.timeStamp);
          port2.postMessage(null);
        });
      };
      window.__stop?.abort();
      Promise.resolve().then(look);
    }, { capture: true, signal: (window.__stop = new AbortController()).signal });
    window.__listening = true;
  })`);
}

async function paintedAfterEvent(page, type, act, done) {
  await page.evaluate('window.__listening = false');
  const result = painted(page, type, done);
  await page.waitForFunction('window.__listening').catch(() => undefined);
  await act();
  return result;
}

/** Presses a key. @returns milliseconds until a condition of the page holds and the frame after it is painted */
export function paintedAfter(page, key, done) {
  return paintedAfterEvent(page, 'keydown', () => page.keyboard.press(key), done);
}

/** Clicks on a place. @returns milliseconds until a condition of the page holds and the frame after it is painted */
export function paintedAfterClick(page, { x, y }, done) {
  return paintedAfterEvent(page, 'click', () => page.mouse.click(x, y), done);
}
