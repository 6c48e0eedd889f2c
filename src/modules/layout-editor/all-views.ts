import { viewPath, type ViewRow } from '../../contracts/view.ts';
import type { Host } from '../../engine/core/index.ts';
import type { ScreenChoice } from '../../editor/index.ts';

/** Rows of a page, the most that a list gives. */
const perPage = 500;

interface Page {
  data: { rows: ViewRow[]; totalRows: number };
}

/**
 * The published views that a person may read, by title: a list for each page that arrives, with those of the pages before. It
 * ends at the last page.
 */
export async function* allViews(host: Pick<Host, 'run'>): AsyncGenerator<readonly ScreenChoice[]> {
  const choices: ScreenChoice[] = [];
  for (let page = 1; ; page += 1) {
    const address = `/adm/v2/dash?order=title_asc&page=${page}&perPage=${perPage}`;
    const { data } = (await host.run({ method: 'get', address })) as Page;
    for (const { dashId, title, publishedVersion } of data.rows)
      if (publishedVersion > 0) choices.push({ path: viewPath(dashId), title });
    yield [...choices];
    if (page * perPage >= data.totalRows || data.rows.length === 0) return;
  }
}
