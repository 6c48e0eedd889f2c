import type { TenantTransaction } from '../db/tables.ts';
import type { FileSource } from './reading/source.ts';
import type { UploadSpec } from './upload.ts';
import type { IncomingFile, ReceivedFile } from './upload-stream.ts';

/** The record that a file belongs to: its access rule is the file's (`Resource.fileOwners`). */
export interface FileOwner {
  kind: string;
  id: number;
}

export interface FileLimits {
  bytes: number;
  /** Size of the whole request as its sender announces it; 0 when it does not. */
  announced: number;
  /** Whether only pictures are taken, and what is kept of them. */
  pictures?: Extract<UploadSpec, { kind: 'stream' }>['pictures'] | undefined;
}

/** The store of files as uploads, exports and imports use it: `Files` of platform/files. */
export interface KernelFiles {
  receive(
    tenantId: number,
    userId: number | null,
    file: IncomingFile,
    limits: FileLimits,
  ): Promise<ReceivedFile>;
  create(
    tenantId: number,
    userId: number | null,
    file: { name: string; type: string; content: AsyncIterable<Uint8Array | string> },
  ): Promise<ReceivedFile>;
  source(tenantId: number, id: number): Promise<FileSource>;
  discard(tenantId: number, file: Pick<ReceivedFile, 'id'>): Promise<void>;
  keep(
    db: TenantTransaction,
    file: Pick<ReceivedFile, 'id' | 'isKept'>,
    owner: FileOwner | null,
    hours?: number | null,
  ): Promise<void>;
  removeOf(db: TenantTransaction, owner: FileOwner, except?: number): Promise<void>;
}
