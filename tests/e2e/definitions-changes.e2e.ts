import type { DefinitionReply } from '../../src/contracts/definitions.ts';
import type { JsonObject } from '../../src/contracts/json.ts';
import { expectAccessible } from './support/accessible.ts';
import { editor, publishScreen, replaceTitle, saveMeanwhile, titleLine } from './support/definitions.ts';
import { closeToasts, toast } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test.use({ expectedErrors: [/ERR_(INTERNET_DISCONNECTED|CONNECTION_FAILED)/] });

test('changes of two people are merged, their conflicts are left to the second one, what is written without a connection is kept, and leaving asks first', async ({
  page,
  context,
  admin,
}) => {
  const { id, address } = await publishScreen(admin, 'Gente');
  const stored = async () => {
    const reply = await admin.get<DefinitionReply>(`/adm/v2/def/screen/${id}?draft=1`);
    return reply.definition as JsonObject;
  };
  const choose = page.getByRole('dialog', { name: /^Conflito: outra pessoa alterou a mesma parte/ });
  await page.goto(address);
  await replaceTitle(page, '"Minha gente"');
  await saveMeanwhile(admin, id, (document) => ({ ...document, 'x-note': 'deles' }));
  await page.keyboard.press('Control+s');
  await expect(toast(page, /Rascunho salvo com as mudanças de Administra/)).toBeVisible();
  expect(await stored()).toMatchObject({ title: 'Minha gente', 'x-note': 'deles' });

  await replaceTitle(page, '"Minha turma"');
  await saveMeanwhile(admin, id, (document) => ({ ...document, title: 'Turma deles' }));
  await page.keyboard.press('Control+s');
  await expect(choose.getByText('Turma deles')).toBeVisible();
  await expect(choose.getByText('Minha turma')).toBeVisible();
  await expect(choose.getByRole('textbox', { name: /: Versão da outra pessoa, salva$/ })).toBeAttached();
  await expect(choose.getByRole('textbox', { name: /: Sua versão$/ })).toBeAttached();
  await expectAccessible(page);
  expect(await stored()).toMatchObject({ title: 'Turma deles' });
  await choose.getByRole('button', { name: 'Manter a minha versão' }).click();
  await expect(choose).toBeHidden();
  await expect(page.getByText('Não salvo')).toBeHidden();
  await expect(titleLine(page)).toContainText('Minha turma');
  expect(await stored()).toMatchObject({ title: 'Minha turma' });

  await replaceTitle(page, '"Minha equipe"');
  await saveMeanwhile(admin, id, (document) => ({ ...document, title: 'Equipe deles' }));
  await page.keyboard.press('Control+s');
  await choose.getByRole('button', { name: 'Usar a versão da outra pessoa' }).click();
  await expect(titleLine(page)).toContainText('Equipe deles');
  await expect(page.getByText('Não salvo')).toBeHidden();

  await test.step('without a connection the text stays, and is saved when it is back', async () => {
    await replaceTitle(page, '"Equipe e depois"');
    // The editor has checked the text: its code is there.
    await expect(editor(page).getByText('Nenhum problema')).toBeVisible();
    await expect(page.getByText('Não salvo', { exact: true })).toBeVisible();
    await closeToasts(page);
    await context.setOffline(true);
    await page.keyboard.press('Control+s');
    await expect(toast(page, /^Sem conexão com o servidor/)).toBeVisible();
    await expect(titleLine(page)).toContainText('Equipe e depois');
    await context.setOffline(false);
    await expect(page.getByText('Você está sem conexão.')).toHaveCount(0);
    await expect(titleLine(page)).toContainText('Equipe e depois');
    await page.keyboard.press('Control+s');
    await expect(toast(page, /Rascunho salvo/)).toBeVisible();
    expect(await stored()).toMatchObject({ title: 'Equipe e depois' });
  });

  await page.getByRole('button', { name: 'Mais ações' }).click();
  await page.getByRole('menuitem', { name: 'Descartar rascunho' }).click();
  // The button names what it does: a draft is discarded, nothing is deleted.
  await page.getByRole('dialog').getByRole('button', { name: 'Descartar rascunho' }).click();
  await expect(titleLine(page)).toContainText('"Gente"');

  await replaceTitle(page, '"Outro"');
  await expect(page.getByText('Não salvo')).toBeVisible();
  await page.getByRole('link', { name: 'Voltar' }).click();
  await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible();
});
