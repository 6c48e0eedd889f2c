import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { settled } from './place.ts';

/**
 * Fails on what axe calls serious or critical, naming rule and element: all rules in the light theme, and contrast in the
 * dark one, where the document differs only in its colours. Excluded are the stops that Fluent's focus handling adds at the
 * edges of the page: they are hidden from screen readers and pass the focus on at once.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(page);
  await useColorScheme(page, 'dark');
  await expectNoViolations(page, ['color-contrast']);
  await useColorScheme(page, 'light');
}

async function useColorScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
}

async function expectNoViolations(page: Page, rules: string[] = []): Promise<void> {
  await settled(page);
  // The legacy mode leaves out frames of other origins, and opens no page of its own for their results.
  const axe = new AxeBuilder({ page }).exclude('[data-tabster-dummy]').setLegacyMode();
  // Else the places of all that passed are brought here, too.
  axe.options({ resultTypes: ['violations'] });
  const { violations } = await (rules.length > 0 ? axe.withRules(rules) : axe).analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(
    grave.map(
      ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
    ),
  ).toEqual([]);
}
