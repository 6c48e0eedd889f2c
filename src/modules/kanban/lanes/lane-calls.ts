import { randomId } from '../../../contracts/random-id.ts';
import type { StatusCategory } from '../../../contracts/agile.ts';
import type { Json } from '../../../contracts/json.ts';
import type { Host } from '../../../engine/core/index.ts';

const root = '/handler/v2/agile';

/** Fields of a lane that can be changed. */
export interface LaneFields {
  title?: string;
  color?: string | null;
  wipLimit?: number | null;
  wipMode?: 'soft' | 'hard';
}

/** The calls that change lanes of a board; each resolves to the id of its operation, and rejects with HostFailure. */
export interface LaneCalls {
  add(lane: { title: string; category: StatusCategory; color: string | null }): Promise<string>;
  change(laneId: number, version: number, fields: LaneFields): Promise<string>;
  order(laneIds: readonly number[]): Promise<string>;
  /** @param toLaneId where its cards go; null when it has none */
  remove(laneId: number, toLaneId: number | null): Promise<string>;
}

export function createLaneCalls(host: Host, boardId: number): LaneCalls {
  const send = async (method: 'post' | 'put' | 'delete', address: string, body?: object): Promise<string> => {
    const opId = randomId();
    const query = method === 'delete' ? `${address.includes('?') ? '&' : '?'}opId=${opId}` : '';
    await host.run({
      method,
      address: `${root}/${address}${query}`,
      ...(body && { body: { ...body, opId } as unknown as Json }),
    });
    return opId;
  };
  return {
    add: (lane) => send('post', 'statusLanes', { boardId, ...lane }),
    change: (laneId, version, fields) => send('put', `lanes/${laneId}`, { version, ...fields }),
    order: (laneIds) => send('put', `boards/${boardId}/lanes`, { laneIds }),
    remove: (laneId, toLaneId) =>
      send('delete', `lanes/${laneId}${toLaneId === null ? '' : `?toLaneId=${toLaneId}`}`),
  };
}
