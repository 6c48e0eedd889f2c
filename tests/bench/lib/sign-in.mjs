import { createCipheriv, randomBytes } from 'node:crypto';

const demoKey = Uint8Array.from({ length: 32 }, (_, at) => at);

/** Signs a person of the demo in as a browser does, and returns the access token. */
export async function signIn(url, login = 'admin') {
  const iv = randomBytes(16);
  const cipher = createCipheriv('aes-256-ctr', demoKey, iv);
  const password = `${iv.toString('hex')}:${cipher.update('molde-demo', 'utf8', 'hex')}${cipher.final('hex')}`;
  const reply = await fetch(`${url}/adm/v2/sec/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: login, password }),
  });
  const { data } = await reply.json();
  return data.accessToken;
}

/** Signs the administrator of the demo in, in a browser. */
export async function signInBrowser(context, url) {
  const page = await context.newPage();
  await page.goto(`${url}/login`);
  await page.getByLabel('Usuário').fill('admin');
  await page.getByRole('textbox', { name: 'Senha' }).fill('molde-demo');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.waitForURL((at) => !at.pathname.startsWith('/login'));
  await page.close();
}
