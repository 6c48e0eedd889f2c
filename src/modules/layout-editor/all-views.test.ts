import { expect, it } from 'vitest';
import type { ScreenChoice } from '../../editor/index.ts';
import { allViews } from './all-views.ts';

/** A host that answers with pages of numbered views, of which every tenth is a draft. */
function hostWith(totalRows: number) {
  const asked: string[] = [];
  return {
    asked,
    run: ({ address }: { address: string }) => {
      asked.push(address);
      const page = Number(new URL(address, 'http://host').searchParams.get('page'));
      const first = (page - 1) * 500 + 1;
      const count = Math.max(0, Math.min(500, totalRows - first + 1));
      const rows = Array.from({ length: count }, (_, at) => ({
        dashId: first + at,
        title: `View ${first + at}`,
        publishedVersion: (first + at) % 10 === 0 ? 0 : 1,
      }));
      return Promise.resolve({ data: { rows, totalRows } });
    },
  };
}

async function listsOf(host: ReturnType<typeof hostWith>) {
  const lists: (readonly ScreenChoice[])[] = [];
  for await (const list of allViews(host as never)) lists.push(list);
  return lists;
}

it('an action can lead to every published view, also beyond the first page', async () => {
  const host = hostWith(1250);
  const lists = await listsOf(host);
  expect(lists.map((list) => list.length)).toEqual([450, 900, 1125]);
  expect(lists.at(-1)!.at(-1)).toEqual({ path: '/dashboard/1249', title: 'View 1249' });
  expect(host.asked).toHaveLength(3);
});

it('one page is asked for once', async () => {
  for (const count of [0, 1, 500]) {
    const host = hostWith(count);
    await listsOf(host);
    expect(host.asked).toHaveLength(1);
  }
});
