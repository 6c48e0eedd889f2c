import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { chartFile } from './chart-files.ts';

it('writes days and moments as the files of the server have them, on the clocks of the tenant', async () => {
  const rows = [
    ['2026-11-28', '2026-11-28T16:07:23Z', '2026-11', 3.5],
    ['2026-02-30', '2026-11-28T16:07:23', 'Norte', null],
  ] as const;
  const table = {
    columns: ['Dia', 'Quando', 'Mês', 'Valor'].map((name) => ({ name, isFigure: name === 'Valor' })),
    count: rows.length,
    texts: () => [],
    values: (at: number) => rows[at]!,
  };
  const textOf = ({ bytes }: { bytes: Uint8Array }) => new TextDecoder().decode(bytes);
  expect(
    textOf(await chartFile('csv', table, 'pt', 'America/Sao_Paulo'))
      .split('\r\n')
      .slice(1, 3),
  ).toEqual([
    '"28/11/2026";"28/11/2026 13:07:23";"2026-11";"3,5"',
    '"2026-02-30";"2026-11-28T16:07:23";"Norte";',
  ]);
  const { bytes } = await chartFile('xlsx', table, 'pt', 'America/Sao_Paulo');
  const sheet = textOf({ bytes: unzipSync(bytes)['xl/worksheets/sheet1.xml']! });
  expect(sheet).toContain('<v>46354</v>');
  expect(Number(/<v>(46354\.\d+)<\/v>/.exec(sheet)?.[1])).toBeCloseTo(46354 + 47_243 / 86_400, 6);
  expect(sheet).toContain('2026-02-30');
});
