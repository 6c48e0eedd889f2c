import { useEffect, useState } from 'react';
import { useHost } from '../../../engine/react/index.ts';

/** The rows that an address answers; those of an earlier address stay until the next ones come, null before the first. */
export function useRows<Row>(
  /** Null while they are not needed. */
  address: string | null,
  /** Pause before they are asked for, where the address follows what is typed. Milliseconds. */
  pause = 0,
): readonly Row[] | null {
  const { host } = useHost();
  const [rows, setRows] = useState<readonly Row[] | null>(null);
  useEffect(() => {
    if (address === null) return undefined;
    let isCurrent = true;
    const timer = setTimeout(() => {
      host.run({ method: 'get', address }).then(
        (reply) => isCurrent && setRows((reply as { data: { rows: Row[] } }).data.rows),
        () => undefined,
      );
    }, pause);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [host, address, pause]);
  return rows;
}
