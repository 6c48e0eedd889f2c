import type { Page } from '@playwright/test';
import { cnpjOf } from '../../../src/contracts/formats.ts';

/** A file that the page's file chooser gets. */
type ChosenFile = { name: string; mimeType: string; buffer: Buffer };

/** The nth CNPJ of the journeys that import. */
export const cnpj = (n: number): string => cnpjOf(400_000_000_000 + n);

export async function chooseFile(page: Page, file: ChosenFile): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('dialog').getByRole('button', { name: 'Escolher arquivo' }).click();
  await (await choosing).setFiles(file);
}

export async function chooseAction(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Mais ações' }).first().click();
  await page.getByRole('menuitem', { name }).click();
}
