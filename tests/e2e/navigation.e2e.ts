import { openUsers } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test('from a list to a record and back nothing moves, and a second visit asks no more than the first', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries()) shifts.push('value' in entry ? Number(entry.value) : 1);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  let requests = 0;
  page.on('request', () => (requests += 1));
  /** Waits until no further request is made. */
  const settle = async () => {
    let last = -1;
    const isSteady = () => {
      const steady = last === requests;
      last = requests;
      return steady;
    };
    await expect.poll(isSteady, { intervals: [700] }).toBe(true);
  };
  await openUsers(page);
  const name = page.getByRole('button', { name: 'Administração Acme', exact: true });
  await expect(name).toBeVisible();
  await settle();
  const shiftsSince = () =>
    page.evaluate(() => {
      const { shifts } = globalThis as { shifts?: number[] };
      if (!shifts) throw new Error('nothing observes the shifts');
      return shifts.splice(0);
    });
  await shiftsSince();
  const visit = async () => {
    const before = requests;
    await name.click();
    await expect(page.getByRole('textbox', { name: /^Nome/ }).first()).toHaveValue('Administração Acme');
    await settle();
    await page.goBack();
    await expect(name).toBeVisible();
    await settle();
    return requests - before;
  };
  const first = await visit();
  const second = await visit();
  const third = await visit();
  expect(second).toBeLessThanOrEqual(first);
  expect(third).toBeLessThanOrEqual(second);
  expect(await shiftsSince()).toEqual([]);
});
