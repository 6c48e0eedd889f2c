/** What the embedded database's thread is started with. */
export interface WorkerSettings {
  /** The folder of the cluster; null: in memory. */
  folder: string | null;
  /** A dump to start from, for a database in memory. */
  template: Uint8Array<ArrayBuffer> | null;
}

export type ToWorker =
  | { kind: 'protocol'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'dump' }
  | { kind: 'memory' }
  | { kind: 'close' };

/** Memory of the embedded database, in bytes: its own (shared buffers, its folder's cache), and its thread's JavaScript. */
export interface DatabaseMemory {
  database: number;
  threadHeap: number;
  threadBuffers: number;
}

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'protocol'; bytes: Uint8Array }
  | { kind: 'dump'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'memory'; memory: DatabaseMemory }
  | { kind: 'closed' }
  | { kind: 'failed'; reason: string };
