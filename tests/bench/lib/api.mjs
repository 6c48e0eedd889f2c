import { signIn } from './sign-in.mjs';

/** Signs a person of the demo in. @returns a function that calls the API in their name and returns the data of the answer. */
export async function openApi(url, login) {
  const authorization = `Bearer ${await signIn(url, login)}`;
  return async (method, path, body) => {
    const reply = await fetch(url + path, {
      method,
      headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = await reply.json();
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(answer)}`);
    return answer.data;
  };
}
