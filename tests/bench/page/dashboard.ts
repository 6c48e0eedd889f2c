import type { JsonObject } from '../../../src/contracts/json.ts';
import { firstColumns, makeRows, type BenchRow } from './rows.ts';

export interface BenchTile {
  kind: 'stat' | 'chart' | 'table';
  title: string;
  at: { x: number; y: number; w: number; h: number };
  value: number;
  points: readonly { label: string; value: number }[];
  rows: readonly BenchRow[];
}

const tileColumns = [
  { key: 'id', title: 'ID' },
  { key: 'name', title: 'Nome' },
  { key: 'status', title: 'Status' },
  { key: 'city', title: 'Cidade' },
  { key: 'amount', title: 'Valor' },
] as const;

const kinds = ['stat', 'chart', 'table'] as const;

/** A third figures, a third bars of 12 values, a third tables of 10 rows, three beside each other. */
export function makeTiles(count: number): BenchTile[] {
  const rows = makeRows(count * 10, firstColumns);
  return Array.from(Array(count).keys(), (at) => ({
    kind: kinds[at % kinds.length]!,
    title: `Widget ${at}`,
    at: { x: (at % 3) * 4, y: Math.floor(at / 3) * 6, w: 4, h: 6 },
    value: 1000 + at * 37,
    points: Array.from(Array(12).keys(), (month) => ({
      label: `M${month + 1}`,
      value: (((at + 1) * (month + 3) * 17) % 97) + 3,
    })),
    rows: rows.slice(at * 10, at * 10 + 10),
  }));
}

/** The tiles as a dashboard, each with a source of its own, and the replies of these. */
export function dashboardOf(tiles: readonly BenchTile[]): {
  definition: JsonObject;
  replies: Record<string, unknown>;
} {
  return {
    definition: {
      kind: 'dashboard',
      formatVersion: 2,
      id: 'bench',
      path: '/bench',
      title: 'Bench',
      access: { screen: 'bench', verb: 'read' },
      sources: Object.fromEntries(
        tiles.map((_, at) => [`rows${at}`, { get: `/bench/rows${at}`, rows: 'rows' }]),
      ),
      body: tiles.map((tile, at) => ({
        id: `tile${at}`,
        type: tile.kind,
        source: `rows${at}`,
        at: tile.at,
        props: propsOf(tile),
      })),
    },
    replies: Object.fromEntries(tiles.map((tile, at) => [`/bench/rows${at}`, { rows: rowsOf(tile) }])),
  };
}

function propsOf({ kind, title }: BenchTile): JsonObject {
  switch (kind) {
    case 'stat':
      return { label: title, field: 'value' };
    case 'chart':
      return { title, category: 'label', series: [{ field: 'value', label: 'Valor', kind: 'bar' }] };
    case 'table':
      return {
        label: title,
        paging: 'none',
        columns: tileColumns.map(({ key, title: name }) => ({ field: key, title: name, sort: true })),
      };
  }
}

const rowsOf = ({ kind, value, points, rows }: BenchTile): readonly unknown[] =>
  kind === 'stat' ? [{ value }] : kind === 'chart' ? points : rows;
