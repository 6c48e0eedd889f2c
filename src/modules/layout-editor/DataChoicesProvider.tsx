import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { DataChoice } from '../../contracts/data-choice.ts';
import type { HostFailure } from '../../engine/core/index.ts';
import { useHost } from '../../engine/react/index.ts';
import { DataChoicesContext, type DataChoices } from '../../editor/index.ts';

const address = '/adm/v2/dash/datasets';

/** Loads what the person may choose as data of widgets. */
export function DataChoicesProvider({ children }: { children: ReactNode }) {
  const { host, lang } = useHost();
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<Pick<DataChoices, 'status' | 'rows' | 'message'>>({
    status: 'loading',
    rows: [],
    message: '',
  });
  useEffect(() => {
    let isGone = false;
    // Titles are in the person's language.
    void [attempt, lang];
    (host.run({ method: 'get', address }) as Promise<{ data: { rows: DataChoice[] } }>).then(
      ({ data }) => {
        if (!isGone) setLoaded({ status: 'ready', rows: data.rows, message: '' });
      },
      ({ message }: HostFailure) => {
        if (!isGone) setLoaded((before) => ({ ...before, status: 'failed', message }));
      },
    );
    return () => {
      isGone = true;
    };
  }, [host, lang, attempt]);
  const reload = useCallback(() => setAttempt((before) => before + 1), []);
  const choices = useMemo<DataChoices>(() => ({ ...loaded, reload }), [loaded, reload]);
  return <DataChoicesContext value={choices}>{children}</DataChoicesContext>;
}
