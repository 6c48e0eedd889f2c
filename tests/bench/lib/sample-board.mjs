import pg from 'pg';

/** Statuses of the lanes of a new board: start, progress, validation, blocked, concluded. */
const laneStatuses = [1, 2, 3, 6, 4];

/**
 * A project of the first tenant with a board and a sprint.
 * @param {string} connectionString
 * @param {number[]} counts cards of each lane
 * @returns the sprint, the lanes, and the cards in the order of the board
 */
export async function makeBoard(connectionString, counts) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await insertBoard(client, counts);
  } finally {
    await client.end();
  }
}

async function insertBoard(client, counts) {
  const idsOf = async (text, values) =>
    (await client.query(`${text} returning id`, values)).rows.map(({ id }) => Number(id));
  const { rows } = await client.query('select id from tenant order by id limit 1');
  const tenant = rows[0].id;
  const [boardId] = await idsOf(`insert into board (tenant_id, title) values ($1, 'Bench')`, [tenant]);
  const [projectId] = await idsOf(
    `insert into project (tenant_id, key, title) values ($1, 'BENC' || chr(64 + $2::int), 'Bench')`,
    [tenant, boardId],
  );
  await client.query('insert into project_board (tenant_id, project_id, board_id) values ($1, $2, $3)', [
    tenant,
    projectId,
    boardId,
  ]);
  const [sprintId] = await idsOf(
    `insert into sprint (tenant_id, board_id, title, start_date) values ($1, $2, 'Bench', '2026-11-02')`,
    [tenant, boardId],
  );
  const laneIds = [];
  const ids = [];
  for (const [at, count] of counts.entries()) {
    const status = laneStatuses[at];
    const [laneId] = await idsOf(
      'insert into lane (tenant_id, board_id, status_id, rank) values ($1, $2, $3, $4)',
      [tenant, boardId, status, at + 1],
    );
    const made = await idsOf(
      `insert into task (tenant_id, project_id, number, title, status_id, sprint_id, end_date)
       select $1, $2, $5 + n, 'Card ' || $5 + n, $6, $3, date '2026-11-02' + n % 60
       from generate_series(1, $4::int) n`,
      [tenant, projectId, sprintId, count, ids.length, status],
    );
    // The same width as keys of the product, so that new ones fit between them.
    await client.query(
      `insert into card_position (tenant_id, board_id, task_id, sprint_id, lane_id, pos)
       select $1, $2, id, $3, $4, 'V' || lpad(n::text, 7, '0') from unnest($5::bigint[]) with ordinality t (id, n)`,
      [tenant, boardId, sprintId, laneId, made],
    );
    laneIds.push(laneId);
    ids.push(...made);
  }
  return { boardId, sprintId, laneIds, ids };
}
