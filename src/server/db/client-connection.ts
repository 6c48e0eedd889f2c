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
import type { ClientBase, QueryConfig } from 'pg';
import type { Tables, TenantTransaction } from './tables.ts';
import { toDatabaseError } from './database-errors.ts';

/** Number of statement texts that are prepared by name, once per connection; further texts are sent unprepared. */
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

/** Runs Kysely's statements on one checked-out client of the `pg` driver. */
class ClientConnection implements DatabaseConnection {
  readonly #client: ClientBase;
  readonly #refusal: () => Error | null;

  constructor(client: ClientBase, refusal: () => Error | null) {
    this.#client = client;
    this.#refusal = refusal;
  }

  async executeQuery<R>(compiled: CompiledQuery): Promise<QueryResult<R>> {
    const refusal = this.#refusal();
    if (refusal) throw refusal;
    try {
      const { command, rowCount, rows } = await this.#client.query(statement(compiled));
      const changes = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE';
      return changes ? { rows: rows as R[], numAffectedRows: BigInt(rowCount ?? 0) } : { rows: rows as R[] };
    } catch (error) {
      throw toDatabaseError(error);
    }
  }

  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    yield await Promise.reject(new Error('a request transaction does not stream results'));
  }
}

const compiler = new PostgresQueryCompiler();
const adapter = new PostgresAdapter();
const dialect: Dialect = new PostgresDialect({
  pool: () => Promise.reject(new Error('a request transaction uses the client it was given')),
});
const driver = dialect.createDriver();

/**
 * A Kysely transaction on a client whose BEGIN has already been sent; the caller sends COMMIT or ROLLBACK.
 * @param refusal the error of all further statements, once there is one
 */
export function transactionOn(
  client: ClientBase,
  refusal: () => Error | null = () => null,
): TenantTransaction {
  const provider = new SingleConnectionProvider(new ClientConnection(client, refusal));
  return new Transaction<Tables>({
    config: { dialect },
    dialect,
    driver,
    executor: new DefaultQueryExecutor(compiler, adapter, provider),
  });
}
