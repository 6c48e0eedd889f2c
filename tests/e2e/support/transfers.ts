import type { Page } from '@playwright/test';

/** A file that the page's file chooser gets. */
type ChosenFile = { name: string; mimeType: string; buffer: Buffer };

/** The nth CNPJ of the journeys that import. */
export function cnpj(n: number): string {
  const digit = (text: string): number => {
    const sum = [...text].reduce(
      (total, one, at) => total + Number(one) * (((text.length - 1 - at) % 8) + 2),
      0,
    );
    return sum % 11 < 2 ? 0 : 11 - (sum % 11);
  };
  const base = String(40_000_000_0000 + n);
  const first = digit(base);
  return `${base}${first}${digit(`${base}${first}`)}`;
}

export async function chooseFile(page: Page, file: ChosenFile): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('dialog').getByRole('button', { name: 'Escolher arquivo' }).click();
  await (await choosing).setFiles(file);
}

export async function chooseAction(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Mais ações' }).first().click();
  await page.getByRole('menuitem', { name }).click();
}
