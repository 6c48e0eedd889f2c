import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * Fails on violations that axe rates serious or critical, naming rule and element. It excludes Fluent's focus sentinels at
 * the edges of the page, which are hidden from screen readers and pass the focus on.
 *
 * @param rules - by default all of axe's
 */
export async function expectAccessible(page: Page, rules: string[] = []): Promise<void> {
  const axe = new AxeBuilder({ page }).exclude('[data-tabster-dummy]');
  const { violations } = await (rules.length > 0 ? axe.withRules(rules) : axe).analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(
    grave.map(
      ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
    ),
  ).toEqual([]);
}
