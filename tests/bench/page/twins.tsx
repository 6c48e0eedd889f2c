/* oxlint-disable react/incompatible-library -- written like this by hand */
import {
  Button,
  Field,
  Input,
  Table,
  TableBody,
  TableCell,
  TableHeader,
  TableHeaderCell,
  TableRow,
  Text,
} from '@fluentui/react-components';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { factsOf } from './cases.ts';
import type { BenchField } from './cases.ts';
import { PlainDashboard } from './dashboard-twin.tsx';
import { pointsTwin } from './points-twin.tsx';
import type { BenchColumn, BenchRow } from './rows.ts';
import { NativeField, TwinField } from './twin-fields.tsx';

/**
 * The screens of cases.ts written by hand with Fluent: sorted in place, a state per field, a window of rows above 100. They
 * are the reference for the engine. Fields have the controls of the engine's screens, or with `native` those of the browser;
 * `boxed` tables scroll in a box as the engine's do.
 */
const rowHeight = 34;
const scrollerStyle = { height: '100%', overflow: 'auto' } as const;

interface TableData {
  columns: readonly BenchColumn[];
  rows: readonly BenchRow[];
}

function useSorted(rows: readonly BenchRow[]) {
  const [by, setBy] = useState<string | null>(null);
  const sorted = useMemo(
    () => (by === null ? rows : [...rows].sort((a, b) => (a[by]! > b[by]! ? 1 : -1))),
    [rows, by],
  );
  return { by, setBy, sorted };
}

function Head({
  columns,
  by,
  onSort,
}: {
  columns: readonly BenchColumn[];
  by: string | null;
  onSort: (key: string) => void;
}) {
  return (
    <TableHeader>
      <TableRow>
        {columns.map(({ key, title }) => (
          <TableHeaderCell
            key={key}
            data-key={key}
            sortable
            sortDirection={by === key ? 'ascending' : undefined}
            onClick={() => onSort(key)}
          >
            {title}
          </TableHeaderCell>
        ))}
      </TableRow>
    </TableHeader>
  );
}

function PlainTable({ columns, rows }: TableData) {
  const { by, setBy, sorted } = useSorted(rows);
  return (
    <Table size="small" aria-label="Tabela">
      <Head columns={columns} by={by} onSort={setBy} />
      <TableBody>
        {sorted.map((row) => (
          <TableRow key={row['id']} data-row="">
            {columns.map(({ key }) => (
              <TableCell key={key}>{row[key]}</TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function WindowedTable({ columns, rows }: TableData) {
  const { by, setBy, sorted } = useSorted(rows);
  // The virtualizer needs the element when it computes its rows.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  return (
    <div id="scroller" ref={setScroller} style={scrollerStyle}>
      {scroller && (
        <Table size="small" aria-label="Tabela">
          <Head columns={columns} by={by} onSort={setBy} />
          <WindowedBody columns={columns} rows={sorted} scroller={scroller} />
        </Table>
      )}
    </div>
  );
}

function WindowedBody({ columns, rows, scroller }: TableData & { scroller: HTMLDivElement }) {
  // oxlint-disable-next-line react/incompatible-library -- nothing is memoised on its results
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    overscan: 6,
  });
  const items = virtualizer.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <TableBody>
      <tr style={{ height: above }} />
      {items.map(({ index }) => {
        const row = rows[index]!;
        return (
          <TableRow key={row['id']} data-row="" style={{ height: rowHeight }}>
            {columns.map(({ key }) => (
              <TableCell key={key}>{row[key]}</TableCell>
            ))}
          </TableRow>
        );
      })}
      <tr style={{ height: below }} />
    </TableBody>
  );
}

function PlainForm({ fields, native }: { fields: readonly BenchField[]; native: boolean }) {
  const OwnField = native ? NativeField : TwinField;
  return (
    <form noValidate autoComplete="off">
      {fields.map((field) => (
        <OwnField key={field.name} field={field} />
      ))}
    </form>
  );
}

const barStyle = { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 8, margin: 0 } as const;

function PlainFilters({ fields, native }: { fields: readonly BenchField[]; native: boolean }) {
  const OwnField = native ? NativeField : TwinField;
  return (
    <form role="search" style={barStyle}>
      {fields.map((field) => (
        <div key={field.name} style={{ width: 150 }}>
          <OwnField field={field} bare />
        </div>
      ))}
      <Button type="submit">Aplicar</Button>
      <Button appearance="transparent">Limpar Filtros</Button>
    </form>
  );
}

const windowedAbove = 100;

interface ListedRow {
  id: number;
  n: number;
}

const Sum = memo(function Sum({ id, rows }: { id: number; rows: readonly ListedRow[] }) {
  return <Text>{`n${id}:${rows.reduce((sum, { n }) => sum + n, 0) + id};`}</Text>;
});

const Listed = memo(function Listed({ row }: { row: ListedRow }) {
  return <Text>{`n${row.id}:${row.n};`}</Text>;
});

/** The expressions of `sums` and `each`: a component per value. */
function Values({ kind, count }: { kind: string; count: number }) {
  const [rows, setRows] = useState<readonly ListedRow[]>(() =>
    Array.from({ length: count }, (_, id) => ({ id, n: id % 7 })),
  );
  const change = (n: number) =>
    setRows((before) => before.map((row) => (row.id === count / 2 ? { ...row, n } : row)));
  return (
    <div style={{ display: 'flex', flexDirection: 'column', height: '100%', overflow: 'auto' }}>
      <Field label="change">
        <Input value={String(rows[count / 2]!.n)} onChange={(_, data) => change(Number(data.value))} />
      </Field>
      {rows.map((row) =>
        kind === 'sums' ? <Sum key={row.id} id={row.id} rows={rows} /> : <Listed key={row.id} row={row} />,
      )}
    </div>
  );
}

/** The page of the engine's screens: it scrolls in a box, as the card of the table does. */
const boxStyles = {
  page: { boxSizing: 'border-box', height: '100%', overflow: 'auto', padding: '0 24px 24px' },
  table: { overflow: 'auto', containerType: 'inline-size' },
} as const;

export type Twin = 'twin' | 'native' | 'boxed';

export function twinOf(name: string, twin: Twin): ReactNode {
  const [kind, count] = name.split('-');
  if (kind === 'sums' || kind === 'each') return <Values kind={kind} count={Number(count)} />;
  const { columns, rows, fields, tiles, points } = factsOf(name);
  if (points.length > 0) return pointsTwin(kind!, points);
  if (tiles.length > 0) return <PlainDashboard tiles={tiles} />;
  const table =
    rows.length === 0 ? null : rows.length > windowedAbove ? (
      <WindowedTable columns={columns} rows={rows} />
    ) : (
      <PlainTable columns={columns} rows={rows} />
    );
  const Fields = kind === 'filter' ? PlainFilters : PlainForm;
  const content = (
    <>
      {fields.length > 0 && <Fields fields={fields} native={twin === 'native'} />}
      {twin === 'boxed' ? <div style={boxStyles.table}>{table}</div> : table}
    </>
  );
  return twin === 'boxed' ? <div style={boxStyles.page}>{content}</div> : content;
}
