import type { ClipboardEvent, KeyboardEvent, MouseEvent, RefObject } from 'react';
import { flushSync } from 'react-dom';
import { cellOf, placeOf } from '../grid.ts';
import type { Place } from '../grid.ts';
import { marks } from '../Line.tsx';
import type { TableModel } from '../useTable.ts';
import { columnKey } from '../view.ts';
import type { Column } from '../view.ts';
import { itemWords } from './cells.tsx';
import { tsv } from './copy.ts';
import type { Leave } from './Editor.tsx';
import { asTyped, flipped, parseEdit } from './edits.ts';
import type { ColumnSetup } from './useArrangement.tsx';
import type { Editing } from './useEditing.ts';
import type { Arranged } from './useLines.ts';
import type { Selection } from './useSelection.ts';

/** More rows than this are no clipboard's business. */
const mostCopied = 10_000;

interface Parts {
  table: TableModel;
  arranged: Arranged;
  selection: Selection | null;
  editing: Editing;
  setup: ColumnSetup | null;
  inTree: boolean;
  grid: RefObject<((place: Place) => void) | null>;
}

/** What the full table's keys do beyond the grid's own. */
export function useKeys({ table, arranged, selection, editing, setup, inTree, grid }: Parts) {
  const { view, columns, lead } = table;
  const { lines } = arranged;
  const columnAt = (place: Place): Column | undefined => columns[place.column - lead.length];
  const goTo = (place: Place) => grid.current?.(place);
  const isRow = (line: number) => line >= 0 && line < lines.count && lines.kind(line) === 'row';

  function open(row: number, column: Column, letter: string | null = null): boolean {
    if (!editing.isEditable(column, row)) return false;
    const at = columns.findIndex((one) => columnKey(one) === columnKey(column));
    if (column.edit?.kind === 'boolean') {
      void editing.save(view.keyOf(row), column, flipped(view.raw(at, row)));
    } else editing.open(view.keyOf(row), column, letter);
    return true;
  }

  /** The next cell of this row that can be changed, else the one beside. */
  function beside({ line, column }: Place, by: 1 | -1): Place {
    const row = lines.rowOf(line);
    for (let at = column + by; at >= lead.length && at < lead.length + columns.length; at += by) {
      const one = columnAt({ line, column: at });
      if (one && editing.isEditable(one, row)) return { line, column: at };
    }
    return { line, column: Math.max(0, column + by) };
  }

  function done(row: number, column: Column, typed: string | null, leave: Leave): void {
    const key = view.keyOf(row);
    const at = columns.findIndex((one) => columnKey(one) === columnKey(column));
    const cell = cellOf(document.activeElement);
    const place = cell && placeOf(cell);
    flushSync(() => editing.close(key));
    const raw = view.raw(at, row);
    if (typed === null) editing.clearFault(key, column);
    else if (typed !== asTyped(column, raw)) {
      const parsed = parseEdit(column, typed, raw);
      if ('fault' in parsed) editing.refuse(key, column, parsed.fault, parsed.limit);
      else void editing.save(key, column, parsed.value);
    } else editing.clearFault(key, column);
    if (!place || leave === 'stay') return;
    if (leave === 'down') goTo({ ...place, line: Math.min(lines.count - 1, place.line + 1) });
    else if (leave === 'cell') goTo(place);
    else goTo(beside(place, leave === 'next' ? 1 : -1));
  }

  async function undo(): Promise<void> {
    const last = await editing.undo();
    if (!last) return;
    const column = columns.findIndex((one) => columnKey(one) === last.column);
    for (let line = 0; line < lines.count; line++) {
      if (!isRow(line) || view.keyOf(lines.rowOf(line)) !== last.key) continue;
      goTo({ line, column: lead.length + Math.max(0, column) });
      return;
    }
  }

  function onHead(event: KeyboardEvent, place: Place): boolean {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : null;
    const column = columnAt(place);
    if (!setup || !column || by === null || event.altKey === event.shiftKey) return false;
    flushSync(() => setup.key(columnKey(column), event.altKey, by, event.target as Element));
    const last = lead.length + columns.length - 1;
    if (event.shiftKey) goTo({ line: -1, column: Math.max(lead.length, Math.min(last, place.column + by)) });
    return true;
  }

  /** The arrows open and close what holds other rows, and lead from a row to the one that holds it. */
  function onBranch(event: KeyboardEvent, place: Place): boolean {
    const { line } = place;
    const opens = event.key === 'ArrowRight';
    if (!opens && event.key !== 'ArrowLeft') return false;
    if (lines.kind(line) === 'group') {
      const key = arranged.grouped?.groups[lines.rowOf(line)]?.key ?? '';
      if (arranged.isGroupOpen(key) !== opens) arranged.toggleGroup(key);
      return true;
    }
    if (!inTree || place.column !== lead.length || !isRow(line)) return false;
    const mark = arranged.markOf(lines.rowOf(line));
    const isOpen = (mark & marks.open) !== 0;
    if ((mark & marks.opens) !== 0 && isOpen !== opens) {
      arranged.toggleTree(lines.rowOf(line));
      return true;
    }
    const level = Math.floor(mark / marks.level);
    if (opens || level <= 1) return false;
    let above = line - 1;
    while (above >= 0 && !(isRow(above) && arranged.markOf(lines.rowOf(above)) / marks.level < level))
      above--;
    if (above >= 0) goTo({ line: above, column: place.column });
    return true;
  }

  function onSelect(event: KeyboardEvent, place: Place): boolean {
    if (!selection) return false;
    const { key, target, shiftKey } = event;
    const native = target instanceof Element && target.matches('button, a, input');
    const control = event.ctrlKey || event.metaKey;
    if (control && key.toLowerCase() === 'a') {
      selection.toggleAll();
      return true;
    }
    if (!isRow(place.line)) return false;
    const row = lines.rowOf(place.line);
    if (key === ' ' && (shiftKey || !native)) {
      if (shiftKey) selection.extend(row);
      else selection.toggle(row);
      return true;
    }
    const by = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
    if (by !== 0 && shiftKey) {
      const to = place.line + by;
      if (!selection.isChosen(view.keyOf(row))) selection.toggle(row);
      if (isRow(to)) selection.extend(lines.rowOf(to));
      goTo({ line: Math.max(0, Math.min(lines.count - 1, to)), column: place.column });
      return true;
    }
    if (key === 'Escape' && !native && selection.count > 0) {
      selection.clear();
      return true;
    }
    return false;
  }

  function onEdit(event: KeyboardEvent, place: Place): boolean {
    if (!editing.active) return false;
    const { key, target } = event;
    const control = event.ctrlKey || event.metaKey;
    if (control && key.toLowerCase() === 'z' && !event.shiftKey) {
      void undo();
      return true;
    }
    const column = columnAt(place);
    if (!column || !isRow(place.line) || control || event.altKey) return false;
    const cell = cellOf(target);
    const row = lines.rowOf(place.line);
    if (key === 'F2' || (key === 'Enter' && target === cell)) return open(row, column);
    const letter = key.length === 1 && key !== ' ' && target === cell && column.edit?.kind !== 'boolean';
    return letter ? open(row, column, column.edit?.kind === 'select' ? null : key) : false;
  }

  return {
    done,
    undo,
    onKey(event: KeyboardEvent<HTMLTableElement>, place: Place): boolean {
      const { target } = event;
      if (target instanceof Element && target.matches('input:not([type=checkbox]), select, textarea'))
        return false;
      if (place.line < 0) return onHead(event, place) || onSelect(event, place);
      return onBranch(event, place) || onSelect(event, place) || onEdit(event, place);
    },
    onDoubleClick(event: MouseEvent<HTMLTableElement>): void {
      const cell = cellOf(event.target);
      const place = cell && placeOf(cell);
      const column = place && columnAt(place);
      if (!place || !column || !isRow(place.line)) return;
      if (open(lines.rowOf(place.line), column)) globalThis.getSelection?.()?.removeAllRanges();
    },
    /** The chosen rows, else the cell that the keyboard is in, as a spreadsheet takes them. */
    onCopy(event: ClipboardEvent<HTMLTableElement>): void {
      const { target } = event;
      if (target instanceof Element && target.matches('input:not([type=checkbox]), select, textarea')) return;
      if (globalThis.getSelection?.()?.toString()) return;
      const textOf = (row: number, column: number) => {
        const settings = columns[column];
        const raw = view.raw(column, row);
        const missing = raw === null || raw === undefined || raw === '';
        return missing ? '' : ((settings && itemWords(settings, raw)) ?? view.text(column, row));
      };
      const cells: string[][] = [];
      if (selection && selection.count > 0) {
        for (const row of arranged.order) {
          if (cells.length >= mostCopied) break;
          if (selection.isChosen(view.keyOf(row)))
            cells.push(columns.map((_, column) => textOf(row, column)));
        }
      } else {
        const cell = cellOf(document.activeElement);
        const place = cell && placeOf(cell);
        if (!place || !isRow(place.line) || !columnAt(place)) return;
        cells.push([textOf(lines.rowOf(place.line), place.column - lead.length)]);
      }
      event.clipboardData.setData('text/plain', tsv(cells));
      event.preventDefault();
    },
  };
}
