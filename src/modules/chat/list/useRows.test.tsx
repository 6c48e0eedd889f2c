// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createFakeHost } from '../../../engine/core/testing/fake-host.ts';
import { renderChat } from '../testing/render.tsx';
import { useRows } from './useRows.ts';

function Rows({ address }: { address: string | null }) {
  return <output>{JSON.stringify(useRows<string>(address))}</output>;
}

const pass = () => act(() => new Promise((resolve) => setTimeout(resolve, 5)));

it('asks when there is an address, keeps the rows until the next ones come, and drops answers of an earlier address', async () => {
  const host = createFakeHost();
  const answers = new Map<string, (rows: string[]) => void>();
  host.onRun = ({ address }) =>
    new Promise((resolve) => answers.set(address, (rows) => resolve({ data: { rows } })));
  const { show } = await renderChat(<Rows address={null} />, { host });
  await pass();
  const shown = () => screen.getByRole('status').textContent;
  expect([host.runs.length, shown()]).toEqual([0, 'null']);
  for (const address of ['/a', '/b']) {
    show(<Rows address={address} />);
    await pass();
  }
  answers.get('/b')!(['b']);
  await pass();
  answers.get('/a')!(['a']);
  await pass();
  expect(shown()).toBe('["b"]');
  show(<Rows address="/c" />);
  await pass();
  expect(shown()).toBe('["b"]');
});
