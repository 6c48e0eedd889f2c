import { valueAt } from '../../../src/contracts/json-pointer.ts';
import { mergeClasses } from '@fluentui/react-components';
import { useCallback } from 'react';
import type { ReactNode, RefObject } from 'react';
import { Icon } from '../../../src/ui/index.ts';
import { isPlainClick } from '../cell.tsx';
import type { CellTools } from '../cell.tsx';
import { marks } from '../Line.tsx';
import type { DrawMore } from '../Line.tsx';
import { columnKey } from '../view.ts';
import type { Column, TableSettings } from '../view.ts';
import { Chevron } from './blocks.tsx';
import { drawSpecial } from './cells.tsx';
import { Editor } from './Editor.tsx';
import type { Leave } from './Editor.tsx';
import { untouched } from './edits.ts';
import type { RowEdits } from './edits.ts';
import type { FullStyles } from './styles.ts';

/** What drawn cells call; read when it happens, so that a row need not be drawn again for it. */
export interface DrawCalls {
  toggleTree(row: number): void;
  isEditable(column: Column, row: number): boolean;
  /** The letter that opened the control, if one did. */
  begun(): string | null;
  done(row: number, column: Column, typed: string | null, leave: Leave): void;
}

function EditedValue({
  edits,
  name,
  children,
  styles,
}: {
  edits: RowEdits;
  name: string;
  children: ReactNode;
  styles: FullStyles;
}) {
  const error = edits.errors.get(name);
  const saving = edits.saving.has(name);
  return (
    <span
      className={mergeClasses(styles.editable, saving && styles.saving, error !== undefined && styles.wrong)}
      data-editable=""
      aria-busy={saving || undefined}
    >
      <span className={styles.lines}>{children}</span>
      {error !== undefined && (
        <span role="alert" className={styles.fault} title={error}>
          <Icon name="error-circle" size={14} /> {error}
        </span>
      )}
    </span>
  );
}

/** Draws what the lean table cannot: lists, bars, second lines, the indentation of trees, values that can be changed. */
export function useDraw(
  settings: TableSettings,
  styles: FullStyles,
  link: Pick<CellTools, 'styles' | 'navigate'>,
  calls: RefObject<DrawCalls>,
  expandText: string,
): DrawMore {
  const inTree = settings.tree !== undefined;
  return useCallback<DrawMore>(
    ({ view, column: at, index, mark, patch, stop, usual }) => {
      const column = view.columns[at];
      if (!column) return usual();
      const edits = (patch as RowEdits | undefined) ?? untouched;
      const name = columnKey(column);
      if (edits.open === name) {
        return (
          <Editor
            column={column}
            raw={view.raw(at, index)}
            begun={calls.current.begun()}
            fault={edits.errors.get(name)}
            styles={styles}
            onDone={(typed, leave) => calls.current.done(index, column, typed, leave)}
          />
        );
      }
      let content = drawSpecial(column, view.raw(at, index), styles, link, stop) ?? usual();
      if (column.secondField !== undefined) {
        const second = valueAt(view.rows[index], column.secondField.split('.'));
        content = (
          <span className={styles.lines}>
            {content}
            {typeof second === 'string' && second !== '' && <span className={styles.second}>{second}</span>}
          </span>
        );
      }
      if (column.edit && calls.current.isEditable(column, index)) {
        content = (
          <EditedValue edits={edits} name={name} styles={styles}>
            {content}
          </EditedValue>
        );
      }
      if (at > 0 || !inTree) return content;
      const level = Math.floor(mark / marks.level);
      return (
        <span className={styles.indented} style={{ paddingInlineStart: (level - 1) * 20 }}>
          {(mark & marks.opens) !== 0 ? (
            <button
              type="button"
              tabIndex={-1}
              data-toggle=""
              className={styles.toggle}
              aria-label={expandText}
              onClick={(event) => {
                if (isPlainClick(event)) calls.current.toggleTree(index);
              }}
            >
              <Chevron open={(mark & marks.open) !== 0} />
            </button>
          ) : (
            <span className={styles.noToggle} />
          )}
          <span className={link.styles.ellipsis}>{content}</span>
        </span>
      );
    },
    [styles, link, calls, inTree, expandText],
  );
}
