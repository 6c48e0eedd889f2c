import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { isObject, type Json } from '../../contracts/json.ts';
import { useHost, useLanguage, useLoad, useText } from '../../engine/react/index.ts';
import {
  parametersIn,
  ScreenChoicesContext,
  ScreenParametersContext,
  shownText,
  type ScreenChoice,
  type ScreenParameter,
} from '../../editor/index.ts';
import { allViews } from './all-views.ts';

interface MenuGroupRow {
  entries: readonly ScreenChoice[];
}

/** The entries of the person's menu. */
function menuScreens(reply: unknown): ScreenChoice[] {
  if (!isObject(reply) || !Array.isArray(reply.rows)) return [];
  return (reply.rows as unknown as MenuGroupRow[]).flatMap(({ entries }) => entries);
}

/** Knows the screens of the menu and the published views, which actions can lead to, and their filters. */
export function ScreenChoicesProvider({ children }: { children: ReactNode }) {
  const { host } = useHost();
  const { reply } = useLoad('shell:menu');
  const [views, setViews] = useState<readonly ScreenChoice[]>([]);
  useEffect(() => {
    let isGone = false;
    const load = async () => {
      for await (const found of allViews(host)) {
        if (isGone) return;
        setViews(found);
      }
    };
    // Without the list the address is typed.
    load().catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [host]);
  const screens = useMemo(() => {
    const entries = menuScreens(reply);
    const listed = new Set(entries.map(({ path }) => path));
    return [...entries, ...views.filter(({ path }) => !listed.has(path))];
  }, [reply, views]);
  const lang = useLanguage();
  const t = useText();
  const parametersOf = useCallback(
    async (path: string): Promise<readonly ScreenParameter[]> => {
      const view = /^\/dashboard\/(\d+)$/.exec(path)?.[1];
      const address = view
        ? `/handler/v2/dash/load/${view}`
        : `/adm/v2/def/screen?path=${encodeURIComponent(path)}`;
      const { data } = (await host.run({ method: 'get', address })) as { data: { definition: Json } };
      const { definition } = data;
      return isObject(definition)
        ? parametersIn(definition, (written) => shownText(written, definition, lang, t))
        : [];
    },
    [host, lang, t],
  );
  return (
    <ScreenParametersContext value={parametersOf}>
      <ScreenChoicesContext value={screens}>{children}</ScreenChoicesContext>
    </ScreenParametersContext>
  );
}
