import type { TestApp } from '../../../testing.ts';

type Answer = Awaited<ReturnType<TestApp['inject']>>;

export const groupsUrl = '/adm/v2/cas/agrp';

/** The four flags of a screen, for some of the letters `rcud`. */
export const flags = (letters: string) => ({
  flagConsulta: letters.includes('r') ? 'Y' : 'N',
  flagInclusao: letters.includes('c') ? 'Y' : 'N',
  flagAlteracao: letters.includes('u') ? 'Y' : 'N',
  flagExclusao: letters.includes('d') ? 'Y' : 'N',
});

/** The letters of each screen of a group. */
export const lettersOf = (answer: Answer): Record<string, string> =>
  Object.fromEntries(
    (answer.json().data.grupoPermissoes as Record<string, string>[]).map((row) => [
      row['key'],
      ['flagConsulta', 'flagInclusao', 'flagAlteracao', 'flagExclusao']
        .map((flag, at) => (row[flag] === 'Y' ? 'rcud'.charAt(at) : ''))
        .join(''),
    ]),
  );

export const membersOf = (answer: Answer): number[] =>
  (answer.json().data.grupoUsuarios as { id: number }[]).map(({ id }) => id);

export const pathsOf = (answer: Answer): string[] | undefined =>
  (answer.json().errors as { path: string }[] | undefined)?.map(({ path }) => path);

/** Calls as one person, and groups that are made by them. */
export function groupCalls(app: TestApp, headers: Record<string, string>) {
  let serial = 0;
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object, as = headers) =>
    app.inject({ method, url: path, headers: as, ...(payload && { payload }) });
  return {
    call,
    async created(body: object = {}): Promise<number> {
      const answer = await call('POST', groupsUrl, { nomeGrupo: `Grupo ${(serial += 1)}`, ...body });
      if (answer.statusCode !== 201) throw new Error(answer.body);
      return answer.json().data.id as number;
    },
    async administrators(): Promise<{ id: number; version: number }> {
      const { rows } = (await call('GET', `${groupsUrl}?nomeGrupo=Administradores`)).json().data;
      return rows[0];
    },
  };
}
