import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { inTenant } from '../../db/in-tenant.ts';
import type { TenantTransaction } from '../../db/tables.ts';
import { assertAllowed, toCaller } from '../../kernel/access.ts';
import { ContentReply } from '../../kernel/content-reply.ts';
import type { Caller, FileOwnerSpec, Tenant } from '../../kernel/contract.ts';
import { AppError, notFound } from '../../kernel/errors.ts';
import { isShown } from './content-type.ts';
import type { SignedAddresses } from './signed-address.ts';
import type { FileStore } from './store.ts';

/** A file that the caller may read. */
export interface ReadableFile {
  id: number;
  key: string;
  name: string;
  type: string;
  bytes: number;
  sha256: string;
  width: number | null;
  height: number | null;
  thumbnails: Record<string, number>;
  ownerKind: string | null;
  ownerId: number | null;
  createdBy: number | null;
}

/** How a file is asked for. */
export interface FileForm {
  /** Side of a thumbnail; 0 for the file itself. */
  size: number;
  disposition: 'inline' | 'attachment';
  isLasting?: boolean;
}

interface Reading {
  tenant: Tenant;
  caller: Caller;
  db: TenantTransaction;
}

export interface FileReaderOptions {
  database: Database;
  store: FileStore;
  addresses: SignedAddresses;
  /** Whether a backup is running, which copies content whose rows may be gone already. */
  isHeld: () => Promise<boolean>;
}

/** Reading of files: who may, and in which form. */
export class FileReader {
  readonly store: FileStore;
  readonly #database: Database;
  readonly #addresses: SignedAddresses;
  readonly #isHeld: () => Promise<boolean>;
  #owners: ReadonlyMap<string, FileOwnerSpec> = new Map();

  constructor({ database, store, addresses, isHeld }: FileReaderOptions) {
    this.#database = database;
    this.store = store;
    this.#addresses = addresses;
    this.#isHeld = isHeld;
  }

  /** Sets the kinds of records that files belong to, once all resources are known. */
  setOwners(specs: readonly FileOwnerSpec[]): void {
    this.#owners = new Map(specs.map((spec) => [spec.kind, spec]));
    if (this.#owners.size < specs.length) throw new Error('two kinds of owners of files have the same name');
  }

  /**
   * Finds a file that the caller may read: one of a record by the rule of the record, any other by who sent it.
   * @throws AppError NOT_FOUND
   */
  async find(ctx: Reading, id: number): Promise<ReadableFile> {
    const file = await readFile(ctx.db, id);
    const { ownerKind, ownerId, createdBy } = file;
    const mayRead =
      ownerKind === null || ownerId === null
        ? createdBy === ctx.caller.userId
        : ((await this.#owners.get(ownerKind)?.mayRead(ctx, ownerId)) ?? false);
    if (!mayRead) throw notFound();
    return file;
  }

  /** Finds the file of a record by the beginning of its hash. @throws AppError NOT_FOUND */
  async findByHash(
    db: TenantTransaction,
    owner: { kind: string; id: number },
    hash: string,
  ): Promise<ReadableFile> {
    const { rows } = await sql<{ id: number }>`
      select id from file
      where owner_kind = ${owner.kind} and owner_id = ${owner.id} and starts_with(sha256, ${hash})
      limit 1`.execute(db);
    if (!rows[0]) throw notFound();
    return readFile(db, rows[0].id);
  }

  /** Finds a file of records that everybody may see. @throws AppError NOT_FOUND */
  async findOwned(db: TenantTransaction, id: number, kind: string): Promise<ReadableFile> {
    const file = await readFile(db, id);
    if (file.ownerKind !== kind) throw notFound();
    return file;
  }

  /** The answer with a file, or with its thumbnail. @throws AppError NOT_FOUND for a thumbnail that it does not have */
  content(file: ReadableFile, { size, disposition, isLasting = false }: FileForm): ContentReply {
    const { key, name, type, bytes, sha256 } = file;
    const small = size === 0 ? null : file.thumbnails[String(size)];
    if (small === undefined) throw notFound();
    const object = small === null ? key : `${key}-${size}`;
    const shownType = small === null ? type : 'image/webp';
    return new ContentReply({
      name: small === null ? name : `${name.replace(/\.[^.]*$/, '')}-${size}.webp`,
      type: shownType.startsWith('text/') ? `${shownType}; charset=utf-8` : shownType,
      bytes: small ?? bytes,
      tag: small === null ? sha256 : `${sha256}-${size}`,
      disposition: isShown(shownType) ? disposition : 'attachment',
      isLasting,
      open: (range) => this.store.read(object, range),
    });
  }

  /** Signs an address of a file that the caller may read, for their session alone. */
  address(
    { tenant, caller }: Pick<Reading, 'tenant' | 'caller'>,
    { id }: ReadableFile,
    form: FileForm,
  ): { address: string; expiresAt: string } {
    const { sessionId } = caller;
    const { token, expiresAt } = this.#addresses.sign({
      tenantId: tenant.id,
      fileId: id,
      sessionId,
      ...form,
    });
    return {
      address: `/adm/v2/files/signed?token=${token}`,
      expiresAt: new Date(expiresAt * 1000).toISOString(),
    };
  }

  /**
   * The answer to a signed address. The session must still be open, and its person must still be allowed to read the file.
   * @throws AppError FORBIDDEN, NOT_FOUND
   */
  async openSigned(tenant: Tenant, token: string): Promise<ContentReply> {
    const refused = new AppError('FORBIDDEN', { message: 'errors.file.address' });
    const signed = this.#addresses.verify(token);
    if (!signed || signed.tenantId !== tenant.id) throw refused;
    const session = await this.#database.enter(tenant.id, signed.sessionId, 'read');
    try {
      if (!session.caller) throw refused;
      const caller = toCaller(session.caller, signed.sessionId);
      assertAllowed(caller, 'session', false);
      const file = await this.find({ tenant, caller, db: session.db }, signed.fileId);
      return this.content(file, signed);
    } finally {
      await session.rollback();
    }
  }

  /** Whether content must stay. */
  isHeld(): Promise<boolean> {
    return this.#isHeld();
  }

  /** Removes content and its thumbnails from the store. Content in a backup is collected on a later day. */
  async removeContent(key: string, sizes: readonly string[]): Promise<void> {
    if (await this.#isHeld()) return;
    for (const object of [key, ...sizes.map((size) => `${key}-${size}`)]) await this.store.remove(object);
  }

  protected async transaction<T>(
    tenantId: number,
    mode: 'read' | 'write',
    work: (db: TenantTransaction) => Promise<T>,
  ): Promise<T> {
    return inTenant(this.#database, tenantId, mode, work);
  }
}

async function readFile(db: TenantTransaction, id: number): Promise<ReadableFile> {
  const { rows } = await sql<ReadableFile>`
    select id, key, name, type, bytes, sha256, width, height, thumbnails, owner_kind as "ownerKind",
      owner_id as "ownerId", created_by as "createdBy"
    from file where id = ${id} and state = 'stored' and (expires_at is null or expires_at > now())`.execute(
    db,
  );
  const [file] = rows;
  if (!file) throw notFound();
  return file;
}
