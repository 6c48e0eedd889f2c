import { unique, type Api } from './support/api.ts';
import { toast } from './support/screen.ts';
import { expect, test } from './support/test.ts';

/** Publishes a dataset over the sample companies. */
async function dataset(api: Api, id: string, more: object): Promise<void> {
  const definition = {
    kind: 'dataset',
    formatVersion: 2,
    id,
    title: id,
    access: { screen: 'basic-company', verb: 'read' },
    from: 'company',
    ...more,
  };
  const url = `/adm/v2/def/dataset/${id}`;
  expect((await api.call('PUT', url, { definition, version: 0 } as never)).status).toBe(200);
  expect((await api.call('POST', `${url}/publish`, { comment: 'x' })).status).toBe(200);
}

const parameters = { state: { type: 'text' } };
const ofState = { state: { $expr: 'params.state' } };

test('a person composes two filters, lets one follow the other, publishes and uses them', async ({
  page,
  admin,
}) => {
  const name = unique().toLowerCase();
  const cities = `cities-${name}`;
  await dataset(admin, cities, {
    parameters,
    where: ofState,
    group: [{ id: 'city', field: 'name' }],
    measures: { companies: { count: true } },
    order: ['city'],
  });
  await dataset(admin, `total-${name}`, {
    parameters: { ...parameters, city: { type: 'text' } },
    where: { all: [ofState, { name: { $expr: 'params.city' } }] },
    measures: { companies: { count: true } },
  });
  const { dashId } = (
    (
      await admin.call<{ dashId: number }>('POST', '/adm/v2/dash', {
        title: `Visão ${name}`,
        layoutType: 'C',
        layout: [],
      })
    ).body as { data: { dashId: number } }
  ).data;
  const draft = await admin.get<{ definition: object; version: number }>(`/adm/v2/dash/${dashId}/draft`);
  const definition = {
    ...draft.definition,
    sources: { total: { dataset: `total-${name}` } },
    body: [
      {
        id: 'stat',
        type: 'stat',
        source: 'total',
        at: { x: 0, y: 0, w: 3, h: 2 },
        props: { label: 'Empresas', field: 'companies' },
      },
    ],
  };
  const saved = await admin.call('PUT', `/adm/v2/dash/${dashId}/draft`, {
    definition,
    version: draft.version,
  } as never);
  expect(saved.status).toBe(200);

  await page.goto(`/view-admin/layout/${dashId}/C`);
  const panel = page.getByRole('complementary', { name: 'Propriedades' });
  await panel.getByRole('tab', { name: 'Filtros' }).click();
  const add = async (title: string, data: string, parameter: string) => {
    await panel.getByRole('button', { name: 'Adicionar filtro' }).click();
    await page.getByRole('menuitem', { name: 'Uma opção' }).click();
    await panel.getByLabel('Título').fill(title);
    await panel.getByRole('combobox', { name: 'Opções' }).click();
    await page.getByRole('option', { name: 'Dados' }).click();
    await panel.getByRole('searchbox').fill(data);
    await panel.getByRole('button', { name: data }).first().click();
    await panel.getByRole('button', { name: 'Ligar a um componente' }).click();
    await page.getByRole('menuitem', { name: `Empresas: ${parameter}` }).click();
  };
  await add('UF', 'Empresas por estado', 'state');
  await add('Município', cities, 'city');
  await panel.getByRole('button', { name: 'Origem do valor: state' }).click();
  await page.getByRole('menuitem', { name: 'Filtro: UF' }).click();
  await expect(panel.locator('[data-bound="state.draft.choice"]')).toBeVisible();
  await expect(page.locator('[data-draft]')).toHaveAttribute('data-draft', 'saved');

  await page.getByRole('button', { name: 'Publicar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publicar Visão' });
  await dialog.getByRole('textbox', { name: 'Comentário' }).fill('Filtros');
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await expect(toast(page, 'A visão foi publicada com sucesso!')).toBeVisible();

  await page.goto(`/dashboard/${dashId}`);
  const choose = async (filter: string, option: string | number) => {
    await page.getByRole('combobox', { name: filter }).click();
    const options = page.getByRole('option');
    const chosen =
      typeof option === 'number' ? options.nth(option) : options.getByText(option, { exact: true });
    const label = (await chosen.textContent())!;
    await chosen.click();
    return label;
  };
  const first = await choose('UF', 0);
  const city = await choose('Município', 0);
  await page.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page).toHaveURL(/choice=.*choice2=|choice2=.*choice=/);
  // A city of another state is removed, and said to be.
  const second = await choose('UF', 1);
  expect(second).not.toBe(first);
  await expect(page.locator('[data-dropped="choice2"]')).toHaveText(new RegExp(`“${city}” foi removido`));
  await page.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page).not.toHaveURL(/choice2=/);

  await page.goto(`/view-admin/layout/${dashId}/C`);
  await panel.getByRole('tab', { name: 'Filtros' }).click();
  await panel.getByRole('button', { name: 'Remover: UF' }).click();
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expect(question.getByText(/Deixam de recebê-lo: Empresas: state; Filtro: Município/)).toBeVisible();
  await question.getByRole('button', { name: 'Remover e desligar' }).click();
  await expect(panel.locator('[data-filter]')).toHaveCount(1);
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(panel.locator('[data-filter]')).toHaveCount(2);
  expect((await admin.call('DELETE', `/adm/v2/dash/${dashId}`)).status).toBe(200);
});
