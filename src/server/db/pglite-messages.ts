/** What the embedded database's thread is started with. */
export interface WorkerSettings {
  /** The folder of the cluster; null: in memory. */
  folder: string | null;
  /** A dump to start from, for a database in memory. */
  template: Uint8Array<ArrayBuffer> | null;
}

export type ToWorker =
  { kind: 'protocol'; bytes: Uint8Array<ArrayBuffer> } | { kind: 'dump' } | { kind: 'close' };

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'protocol'; bytes: Uint8Array }
  | { kind: 'dump'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'closed' }
  | { kind: 'failed'; reason: string };
