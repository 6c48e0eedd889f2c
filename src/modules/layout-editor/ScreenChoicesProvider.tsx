import { useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { viewPath, type ViewRow } from '../../contracts/view.ts';
import { isObject } from '../../contracts/json.ts';
import { useHost, useLoad } from '../../engine/react/index.ts';
import { ScreenChoicesContext, type ScreenChoice } from '../../editor/index.ts';

/** Views that a person may read; the first page has all that a list can show. */
const viewsAddress = '/adm/v2/dash?order=title_asc&perPage=100';

interface MenuGroupRow {
  entries: readonly ScreenChoice[];
}

/** The entries of the person's menu. */
function menuScreens(reply: unknown): ScreenChoice[] {
  if (!isObject(reply) || !Array.isArray(reply.rows)) return [];
  return (reply.rows as unknown as MenuGroupRow[]).flatMap(({ entries }) => entries);
}

/** Knows the screens of the menu and the published views, which actions can lead to. */
export function ScreenChoicesProvider({ children }: { children: ReactNode }) {
  const { host } = useHost();
  const { reply } = useLoad('shell:menu');
  const [views, setViews] = useState<readonly ScreenChoice[]>([]);
  useEffect(() => {
    let isGone = false;
    (host.run({ method: 'get', address: viewsAddress }) as Promise<{ data: { rows: ViewRow[] } }>).then(
      ({ data }) => {
        if (isGone) return;
        const published = data.rows.filter(({ publishedVersion }) => publishedVersion > 0);
        setViews(published.map(({ dashId, title }) => ({ path: viewPath(dashId), title })));
      },
      // Without the list the address is typed.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [host]);
  const screens = useMemo(() => {
    const entries = menuScreens(reply);
    const listed = new Set(entries.map(({ path }) => path));
    return [...entries, ...views.filter(({ path }) => !listed.has(path))];
  }, [reply, views]);
  return <ScreenChoicesContext value={screens}>{children}</ScreenChoicesContext>;
}
