import type { HostFailure } from '../../../engine/core/index.ts';
import { useAnswer, useHost } from '../../../engine/react/index.ts';

/**
 * The rows that an address answers; those of an earlier address stay until the next ones come, null before the first and after a
 * failure.
 */
export function useSearchedRows<Row>(
  /** Null while they are not needed. */
  address: string | null,
  /** Pause before they are asked for, where the address follows what is typed. Milliseconds. */
  pause: number,
): {
  rows: readonly Row[] | null;
  failure: HostFailure | null;
  /** Whether the rows are those of an earlier address. */
  isPending: boolean;
} {
  const { host } = useHost();
  const ask = async (asked: string) => {
    const reply = await host.run({ method: 'get', address: asked });
    return (reply as { data: { rows: Row[] } }).data.rows;
  };
  const { answer, failure } = useAnswer(address, ask, pause);
  return {
    rows: failure ? null : (answer?.value ?? null),
    failure,
    isPending: address !== null && answer?.question !== address,
  };
}

/** Rows that do not follow what is typed. Without them the page works, so that a failure is not told. */
export const useRows = <Row>(address: string | null): readonly Row[] | null =>
  useSearchedRows<Row>(address, 0).rows;
