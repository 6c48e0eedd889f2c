import { toast } from './support/screen.ts';
import { expect, test } from './support/test.ts';

/** The support chat between an agent and a simulated customer, over the sandbox of the messaging provider. */

test('an agent and a customer talk with each other, and the chat is finished and reopened', async ({
  openAs,
}) => {
  const agent = await openAs('atendente');
  await agent.goto('/support');
  await expect(agent.getByText('Olá! Você ainda não selecionou nenhuma conversa.')).toBeVisible();
  const chats = agent.getByRole('list', { name: 'Conversas' });
  await chats.getByRole('button', { name: /Wagner Lopes/ }).click();
  await expect(agent).toHaveURL(/\/support\/\d+$/);
  await expect(agent.getByRole('heading', { name: 'Wagner Lopes' }).first()).toBeVisible();

  // More than 24 hours ago: templates alone may be sent, and notes written.
  await expect(agent.getByText('A última interação foi há mais de 24 horas.')).toBeVisible();
  await agent.getByRole('button', { name: 'Nota interna' }).click();
  await agent.getByRole('textbox', { name: /nota/i }).fill('Pediu retorno ontem');
  await agent.keyboard.press('Enter');
  await expect(agent.getByRole('log').getByText('Pediu retorno ontem')).toBeVisible();
  await agent.getByRole('button', { name: 'Escolher modelo' }).click();
  const dialog = agent.getByRole('dialog', { name: 'Templates disponíveis' });
  await dialog.getByRole('button', { name: /retomar_atendimento/ }).click();
  const send = dialog.getByRole('button', { name: 'Enviar' });
  await expect(send).toBeDisabled();
  for (const field of await dialog.getByRole('textbox').all()) await field.fill('Wagner');
  await expect(send).toBeEnabled();
  await send.click();
  await expect(dialog).toBeHidden();
  await expect(agent.getByText('Modelo · retomar_atendimento')).toBeVisible();
  await expect(agent.getByRole('img', { name: /Entregue|Lida/ }).last()).toBeVisible();

  // The customer answers on the phone, which opens the window by itself.
  const customer = await openAs(null);
  await customer.goto('/dev/customer');
  await customer.getByRole('button', { name: /Wagner Lopes/ }).click();
  await customer.getByPlaceholder('Mensagem').fill('Voltei, podem falar');
  await customer.keyboard.press('Enter');
  await expect(agent.getByRole('log').getByText('Voltei, podem falar')).toBeVisible();
  const writing = agent.getByRole('textbox', { name: 'Escreva uma mensagem' });
  await expect(writing).toBeVisible();
  await expect(agent.getByText('para responder livremente.')).toBeVisible();

  // A draft stays with its chat, and Enter sends it.
  await writing.fill('Combinado');
  await agent.reload();
  await expect(writing).toHaveValue('Combinado');
  await writing.press('Enter');
  await expect(customer.getByText('Combinado').last()).toBeVisible();

  // Where to come, and whom to ask for.
  await agent.getByRole('button', { name: 'Anexar' }).click();
  await agent.getByRole('menuitem', { name: 'Localização' }).click();
  await agent.getByLabel(/^Onde/).fill('https://www.google.com/maps?q=-19.932,-43.938');
  await agent.getByLabel('Nome do lugar').fill('Loja da Savassi');
  await agent.getByRole('dialog').getByRole('button', { name: 'Enviar' }).click();
  await expect(customer.getByText('Loja da Savassi').last()).toBeVisible();
  await agent.getByRole('button', { name: 'Anexar' }).click();
  await agent.getByRole('menuitem', { name: 'Contato' }).click();
  await agent.getByRole('combobox', { name: 'Pesquise por nome, empresa ou número' }).fill('Beatriz');
  await agent.getByRole('option', { name: /^Beatriz Yamamoto/ }).click();
  await agent.getByRole('dialog').getByRole('button', { name: 'Enviar' }).click();
  await expect(customer.getByText('Beatriz Yamamoto').last()).toBeVisible();

  await agent.getByRole('button', { name: 'Finalizar atendimento' }).click();
  await expect(agent.getByText('Atendimento encerrado')).toBeVisible();
  await agent.getByRole('button', { name: 'Reabrir atendimento' }).click();
  await expect(toast(agent, 'Selecione um atendente antes de reabrir a conversa.').first()).toBeVisible();
  await agent.getByRole('combobox', { name: 'Pesquisar agente...' }).fill('Átila');
  await agent.getByRole('option', { name: 'Átila Tenório' }).click();
  await expect(agent.getByRole('button', { name: 'Atendente: Átila Tenório' })).toBeVisible();
  await expect(agent.getByRole('button', { name: 'Finalizar atendimento' })).toBeVisible();
});

test('an agent opens a chat by keyboard alone, what customers write arrives without a reload, is searched for, and is unread until it is opened', async ({
  openAs,
}) => {
  const agent = await openAs('atendente');
  await agent.goto('/support');
  await expect(agent).toHaveTitle(/^Atendimento · Acme/);
  await test.step('a chat is opened, answered and left by keyboard alone', async () => {
    const rows = agent.getByRole('list', { name: 'Conversas' }).getByRole('button');
    await rows.first().focus();
    await agent.keyboard.press('ArrowDown');
    await expect(rows.nth(1)).toBeFocused();
    await agent.keyboard.press('Home');
    await expect(rows.first()).toBeFocused();
    await agent.keyboard.press('Enter');
    await expect(agent.getByRole('textbox', { name: 'Escreva uma mensagem' })).toBeFocused();
    await agent.keyboard.type('Escrito sem ponteiro');
    await agent.keyboard.press('Enter');
    await expect(agent.getByRole('log').getByText('Escrito sem ponteiro')).toBeVisible();
    await agent.keyboard.press('Escape');
    await expect(rows.first()).toBeFocused();
  });

  const secondTab = await agent.context().newPage();
  await secondTab.goto('/support');
  await secondTab.getByRole('tab', { name: /Aguardando/ }).click();
  const customer = await openAs(null);
  await customer.goto('/dev/customer');
  await customer.getByRole('button', { name: /Marlene Couto/ }).click();
  const words = `pedido ${Date.now()}`;
  await customer.getByPlaceholder('Mensagem').fill(words);
  await customer.keyboard.press('Enter');
  await agent.getByRole('tab', { name: /Aguardando/ }).click();
  const row = agent.getByRole('list', { name: 'Conversas' }).getByRole('button', { name: /Marlene Couto/ });
  await expect(row).toContainText(words);
  const elsewhere = (name: RegExp) =>
    secondTab.getByRole('list', { name: 'Conversas' }).getByRole('button', { name });
  await expect(elsewhere(/Marlene Couto/)).toContainText(words);
  await expect(elsewhere(/Marlene Couto.* não lida/)).toBeVisible();
  await agent.bringToFront();
  await agent.getByRole('searchbox', { name: 'Pesquisar...' }).fill(words);
  await agent
    .getByRole('button', { name: new RegExp(words) })
    .last()
    .click();
  await expect(agent.getByRole('log').getByText(words)).toBeVisible();
  await expect(elsewhere(/Marlene Couto.* não lida/)).toHaveCount(0);
  await expect(elsewhere(/Marlene Couto/)).toContainText(words);

  await test.step('a customer who begins a conversation chooses a subject, and the chat waits in its queue', async () => {
    await customer.getByRole('button', { name: /Grace Miller/ }).click();
    await customer.getByPlaceholder('Mensagem').fill('Boa tarde');
    await customer.keyboard.press('Enter');
    await customer.getByRole('button', { name: 'Financeiro' }).click();
    await expect(customer.getByText('A fila Financeiro já vai responder.').last()).toBeVisible();

    await agent.getByRole('searchbox', { name: 'Pesquisar...' }).fill('');
    await agent.getByRole('tab', { name: /Aguardando/ }).click();
    await agent
      .getByRole('list', { name: 'Conversas' })
      .getByRole('button', { name: /Grace Miller/ })
      .click();
    await expect(agent.getByText(/ · Fila Financeiro$/)).toBeVisible();
    await expect(agent.getByRole('log').getByText(/^O cliente escolheu a fila Financeiro/)).toBeVisible();
  });
});

test('who may only read sees chats and cannot write; a supervisor sees a chat that begins to wait, without a reload, and those without the right see nothing', async ({
  openAs,
}) => {
  const supervisor = await openAs('leitor');
  await test.step('who may only read sees chats and cannot write', async () => {
    await supervisor.goto('/support');
    await supervisor
      .getByRole('list', { name: 'Conversas' })
      .getByRole('button', { name: /Renato Siqueira/ })
      .click();
    await expect(supervisor.getByRole('log').getByText('Perfeito, obrigado pela agilidade.')).toBeVisible();
    await expect(supervisor.getByRole('textbox', { name: 'Escreva uma mensagem' })).toBeHidden();
    await expect(supervisor.getByRole('button', { name: 'Finalizar atendimento' })).toBeHidden();
  });

  await supervisor.goto('/support-supervision');
  const queue = supervisor.getByRole('region', { name: 'Aguardando atendente' });
  await expect(queue.getByRole('link', { name: 'Anselmo Teixeira' })).toBeVisible();
  // The chat of this customer is finished: a message brings it back to those that wait.
  const arrived = queue.getByRole('link', { name: 'Jorge Luiz Machado' });
  await expect(arrived).toBeHidden();
  const customer = await openAs(null);
  await customer.goto('/dev/customer');
  await customer.getByRole('button', { name: /Jorge Luiz Machado/ }).click();
  await customer.getByPlaceholder('Mensagem').fill('Vocês alugam por hora?');
  await customer.keyboard.press('Enter');
  await expect(arrived).toBeVisible();
  await arrived.click();
  await expect(supervisor.getByRole('log').getByText('Vocês alugam por hora?')).toBeVisible();

  const agent = await openAs('atendente');
  await agent.goto('/support-supervision');
  await expect(agent.getByRole('heading', { name: 'Acesso Restrito' })).toBeVisible();
});
