import type { ClipboardEvent, KeyboardEvent, MouseEvent, RefObject } from 'react';
import { flushSync } from 'react-dom';
import { isBlank } from '../../../src/engine/react/index.ts';
import { columnKey } from '../columns.ts';
import type { Column } from '../columns.ts';
import { rowFlags } from '../Rows.tsx';
import { cellOf, positionOf, takesTyping } from '../useGrid.ts';
import type { CellPosition } from '../useGrid.ts';
import type { TableModel } from '../useTable.ts';
import { itemsText } from './useCellRenderer.tsx';
import type { ColumnSetup } from './column-setup.tsx';
import { checkChosen, editText, opposite, parseEdit } from './edit-values.ts';
import type { ChosenValue, EditExit } from './edit-values.ts';
import type { Editing } from './editing.tsx';
import type { Selection } from './selection.tsx';
import type { LinesModel } from './useFeatureLines.ts';

/** Most rows put on the clipboard. */
const maxCopied = 10_000;

/** Text that a spreadsheet would take for a formula; a negative number is none. */
const formulaStart = /^[=+\-@\t\r]/;
const plainNumber = /^[+-]?[\d.,\s]+%?$/;

function sheetCell(text: string): string {
  const line = text.replace(/[\t\r\n]+/g, ' ').trim();
  return formulaStart.test(text) && !plainNumber.test(line) ? `'${line}` : line;
}

/** Rows of cells as a spreadsheet reads them: separated by tabs, without formulas. */
export const toTsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.map(sheetCell).join('\t')).join('\n');

interface KeyboardOptions {
  table: TableModel;
  model: LinesModel;
  selection: Selection | null;
  editing: Editing;
  setup: ColumnSetup | null;
  inTree: boolean;
  focusCell: RefObject<((position: CellPosition) => void) | null>;
}

/** Keys, clipboard and double click of the features, beyond the keys of the grid. Made by each render; without state. */
export function featureKeyboard({
  table,
  model,
  selection,
  editing,
  setup,
  inTree,
  focusCell,
}: KeyboardOptions) {
  const { view, columns, lead } = table;
  const { lines } = model;
  const columnAt = (position: CellPosition): Column | undefined => columns[position.column - lead.length];
  const indexOf = (key: string) => columns.findIndex((column) => columnKey(column) === key);
  const goTo = (position: CellPosition) => focusCell.current?.(position);
  const isRow = (line: number) => line >= 0 && line < lines.count && lines.kind(line) === 'row';

  /** Opens the control of a cell, or flips its yes or no. False: the cell cannot be edited. */
  function edit(row: number, column: Column, text: string | null = null): boolean {
    if (!editing.isEditable(column, row)) return false;
    if (column.edit?.kind === 'boolean') {
      const raw = view.raw(indexOf(columnKey(column)), row);
      void editing.save(view.keyOf(row), column, opposite(raw));
    } else editing.open(view.keyOf(row), column, text);
    return true;
  }

  /** Position of the next cell of the row that can be edited, else of the cell beside. */
  function cellBeside({ line, column }: CellPosition, by: 1 | -1): CellPosition {
    const row = lines.rowOf(line);
    for (let at = column + by; at >= lead.length && at < lead.length + columns.length; at += by) {
      const next = columnAt({ line, column: at });
      if (next && editing.isEditable(next, row)) return { line, column: at };
    }
    return { line, column: Math.max(0, column + by) };
  }

  function finishEdit(row: number, column: Column, typed: string | ChosenValue | null, exit: EditExit): void {
    const key = view.keyOf(row);
    const position = positionOf(cellOf(document.activeElement));
    flushSync(() => editing.close(key));
    const raw = view.raw(indexOf(columnKey(column)), row);
    if (typed === null || typed === editText(column, raw)) editing.clearError(key, column);
    else {
      const parsed = typeof typed === 'string' ? parseEdit(column, typed, raw) : checkChosen(column, typed);
      if ('error' in parsed) editing.refuse(key, column, parsed.error, parsed.limit);
      else void editing.save(key, column, parsed.value);
    }
    if (!position || exit === 'none') return;
    if (exit === 'down') goTo({ ...position, line: Math.min(lines.count - 1, position.line + 1) });
    else if (exit === 'cell') goTo(position);
    else goTo(cellBeside(position, exit === 'next' ? 1 : -1));
  }

  /** Undoes the last change and moves the focus to its cell. */
  async function undo(): Promise<void> {
    const last = await editing.undo();
    if (!last) return;
    for (let line = 0; line < lines.count; line++) {
      if (!isRow(line) || view.keyOf(lines.rowOf(line)) !== last.key) continue;
      goTo({ line, column: lead.length + Math.max(0, indexOf(last.column)) });
      return;
    }
  }

  /** Alt and an arrow make a column wider or narrower, Shift and an arrow move it. */
  function onHeadKey(event: KeyboardEvent, position: CellPosition): boolean {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : null;
    const column = columnAt(position);
    if (!setup || !column || by === null || event.altKey === event.shiftKey) return false;
    const key = columnKey(column);
    const head = cellOf(event.target);
    flushSync(() => {
      if (event.shiftKey) setup.move(key, by);
      else if (head) setup.resize(key, by, head);
    });
    // The focus follows the column, which passes locked ones.
    const moved = positionOf(head);
    if (event.shiftKey && moved) goTo(moved);
    return true;
  }

  /** The arrows open and close groups and branches, and move from a row to its parent. */
  function onBranchKey(event: KeyboardEvent, position: CellPosition): boolean {
    const { line } = position;
    const opens = event.key === 'ArrowRight';
    if (!opens && event.key !== 'ArrowLeft') return false;
    if (lines.kind(line) === 'group') {
      const key = model.grouped?.groups[lines.rowOf(line)]?.key ?? '';
      if (model.isGroupOpen(key) !== opens) model.toggleGroup(key);
      return true;
    }
    if (!inTree || position.column !== lead.length || !isRow(line)) return false;
    const flags = model.flagsOf(lines.rowOf(line));
    const isOpen = (flags & rowFlags.expanded) !== 0;
    if (flags & rowFlags.expandable && isOpen !== opens) {
      model.toggleTree(lines.rowOf(line));
      return true;
    }
    const levelAt = (at: number) => Math.floor(model.flagsOf(lines.rowOf(at)) / rowFlags.level);
    const level = levelAt(line);
    if (opens || level <= 1) return false;
    let parent = line - 1;
    while (parent >= 0 && !(isRow(parent) && levelAt(parent) < level)) parent--;
    if (parent >= 0) goTo({ line: parent, column: position.column });
    return true;
  }

  function onSelectKey(event: KeyboardEvent, position: CellPosition): boolean {
    if (!selection) return false;
    const { key, target, shiftKey } = event;
    const onControl = target instanceof Element && target.matches('button, a, input');
    if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === 'a') {
      selection.toggleAll();
      return true;
    }
    if (!isRow(position.line)) return false;
    const row = lines.rowOf(position.line);
    if (key === ' ' && (shiftKey || !onControl)) {
      if (shiftKey) selection.extend(row);
      else selection.toggle(row);
      return true;
    }
    const by = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
    if (by !== 0 && shiftKey) {
      const to = position.line + by;
      if (!selection.isSelected(view.keyOf(row))) selection.toggle(row);
      if (isRow(to)) selection.extend(lines.rowOf(to));
      goTo({ line: Math.max(0, Math.min(lines.count - 1, to)), column: position.column });
      return true;
    }
    return false;
  }

  function onEditKey(event: KeyboardEvent, position: CellPosition): boolean {
    if (!editing.active) return false;
    const { key, target } = event;
    const control = event.ctrlKey || event.metaKey;
    if (control && key.toLowerCase() === 'z' && !event.shiftKey && editing.canUndo) {
      void undo();
      return true;
    }
    const column = columnAt(position);
    if (!column || !isRow(position.line) || control || event.altKey) return false;
    const onCell = target === cellOf(target);
    const row = lines.rowOf(position.line);
    if (key === 'F2' || (key === 'Enter' && onCell)) return edit(row, column);
    const types = key.length === 1 && key !== ' ' && onCell && column.edit?.kind !== 'boolean';
    return types && edit(row, column, column.edit?.kind === 'select' ? null : key);
  }

  /** Text of a cell for the clipboard. */
  function textOf(row: number, at: number): string {
    const column = columns[at];
    const raw = view.raw(at, row);
    return !column || isBlank(raw) ? '' : (itemsText(column, raw) ?? view.text(at, row));
  }

  return {
    finishEdit,
    undo,
    onKey(event: KeyboardEvent<HTMLTableElement>, position: CellPosition): boolean {
      if (takesTyping(event.target)) return false;
      if (position.line < 0) return onHeadKey(event, position) || onSelectKey(event, position);
      return onBranchKey(event, position) || onSelectKey(event, position) || onEditKey(event, position);
    },
    onDoubleClick(event: MouseEvent<HTMLTableElement>): void {
      const position = positionOf(cellOf(event.target));
      const column = position && columnAt(position);
      if (!position || !column || !isRow(position.line)) return;
      if (edit(lines.rowOf(position.line), column)) globalThis.getSelection?.()?.removeAllRanges();
    },
    /** Copies the selected rows, else the cell that has the focus. */
    onCopy(event: ClipboardEvent<HTMLTableElement>): void {
      if (takesTyping(event.target) || globalThis.getSelection?.()?.toString()) return;
      const cells: string[][] = [];
      if (selection && selection.count > 0) {
        for (const row of model.order) {
          if (cells.length >= maxCopied) break;
          if (selection.isSelected(view.keyOf(row))) cells.push(columns.map((_, at) => textOf(row, at)));
        }
      } else {
        const position = positionOf(cellOf(document.activeElement));
        if (!position || !isRow(position.line) || !columnAt(position)) return;
        cells.push([textOf(lines.rowOf(position.line), position.column - lead.length)]);
      }
      event.clipboardData.setData('text/plain', toTsv(cells));
      event.preventDefault();
    },
  };
}
