import { createHash } from 'node:crypto';
import {
  DefaultQueryExecutor,
  PostgresAdapter,
  PostgresQueryCompiler,
  SingleConnectionProvider,
  Transaction,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  PostgresDialect,
  type QueryResult,
} from 'kysely';
import type { PoolClient, QueryConfig } from 'pg';
import type { Tables } from './tables.ts';
import type { TenantTransaction } from './tenant-db.ts';
import { classify } from './failures.ts';

/** Statements are prepared once per connection by name; texts beyond this many are sent whole each time. */
const PREPARED_TEXTS = 300;
const names = new Map<string, string>();

function statement(compiled: CompiledQuery): QueryConfig {
  const config: QueryConfig = { text: compiled.sql, values: [...compiled.parameters] };
  let name = names.get(compiled.sql);
  if (name === undefined && names.size < PREPARED_TEXTS) {
    name = createHash('sha1').update(compiled.sql).digest('hex');
    names.set(compiled.sql, name);
  }
  if (name !== undefined) config.name = name;
  return config;
}

/** Kysely on one checked-out client of the `pg` driver. */
class ClientConnection implements DatabaseConnection {
  readonly #client: PoolClient;

  constructor(client: PoolClient) {
    this.#client = client;
  }

  async executeQuery<R>(compiled: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const { command, rowCount, rows } = await this.#client.query(statement(compiled));
      const changes = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE';
      return changes ? { rows: rows as R[], numAffectedRows: BigInt(rowCount ?? 0) } : { rows: rows as R[] };
    } catch (error) {
      throw classify(error);
    }
  }

  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    yield await Promise.reject(new Error('streaming is not used'));
  }
}

const compiler = new PostgresQueryCompiler();
const adapter = new PostgresAdapter();
const dialect: Dialect = new PostgresDialect({
  pool: () => Promise.reject(new Error('a transaction has its connection')),
});
const driver = dialect.createDriver();

/** A Kysely transaction on a client whose BEGIN has already been sent; the caller sends COMMIT or ROLLBACK. */
export function transactionOn(client: PoolClient): TenantTransaction {
  const provider = new SingleConnectionProvider(new ClientConnection(client));
  return new Transaction<Tables>({
    config: { dialect },
    dialect,
    driver,
    executor: new DefaultQueryExecutor(compiler, adapter, provider),
  });
}
