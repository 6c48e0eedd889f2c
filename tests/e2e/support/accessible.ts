import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * Fails on what axe calls serious or critical, naming rule and element. Left out are the stops that Fluent's focus handling
 * puts at the edges of the page: hidden from screen readers, and passing on at once whatever focus comes to them.
 *
 * @param rules - all of axe's unless some are named
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
