import type { TestApp } from '../testing.ts';

/** Uploads files as a person of acme, which no record keeps yet. */
export function uploader(app: TestApp) {
  return async (login: string, name: string, content: Buffer): Promise<number> => {
    const form = new FormData();
    form.set('file', new File([new Uint8Array(content)], name));
    const request = new Request('http://x', { method: 'POST', body: form });
    const reply = await app.inject({
      method: 'POST',
      url: '/adm/v2/files',
      headers: {
        ...(await app.sessionOf(app.tenants.acme, login)),
        'content-type': request.headers.get('content-type')!,
      },
      payload: Buffer.from(await request.arrayBuffer()),
    });
    return reply.json<{ data: { id: number } }>().data.id;
  };
}
