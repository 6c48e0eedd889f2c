import { useCallback } from 'react';
import type { ReactNode, RefObject } from 'react';
import { valueAt } from '../../../src/contracts/json-pointer.ts';
import { asList, isObject } from '../../../src/contracts/json.ts';
import { pictureUrl, safeUrl } from '../../../src/contracts/url.ts';
import { isPlainClick, useText } from '../../../src/engine/react/index.ts';
import { PersonAvatar } from '../../../src/ui/index.ts';
import type { CellTools } from '../cell-content.tsx';
import { columnKey } from '../columns.ts';
import type { Column, TableSettings } from '../columns.ts';
import { rowFlags } from '../Rows.tsx';
import type { CellRenderer } from '../Rows.tsx';
import { CellEditor, EditableValue, noEdits } from './editing.tsx';
import type { ChosenValue, EditExit } from './edit-values.ts';
import type { RowEdits } from './editing.tsx';
import { ExpandButton } from './expanding.tsx';
import { NodeCell, type CellNodes } from './node-cell.tsx';
import type { FeatureStyles } from './styles.ts';

type LinkTools = Pick<CellTools, 'styles' | 'navigate'>;

/** Specification 1, section 2: avatars side by side; further ones are a number. */
const maxAvatars = 4;
const maxLinks = 5;
/** Pixels that each level of a tree is indented. */
const indent = 20;

const textAt = (item: unknown, path: string | undefined): string => {
  const value = path === undefined ? item : valueAt(item, path.split('.'));
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** Texts of a list's items, for sorting and copying; null: the cell holds no list. */
export const itemsText = (column: Column, raw: unknown): string | null =>
  ['avatar-group', 'link-list'].includes(column.cell ?? '') && (Array.isArray(raw) || isObject(raw))
    ? asList(raw)
        .map((item) => textAt(item, column.item?.text))
        .join(', ')
    : null;

interface ListCellProps {
  column: Column;
  items: readonly unknown[];
  styles: FeatureStyles;
}

function AvatarGroup({ column, items, styles }: ListCellProps) {
  const t = useText();
  const { item } = column;
  const visible = items.slice(0, maxAvatars);
  const names = visible.map((one) => textAt(one, item?.text));
  const count = items.length - visible.length;
  const more = count > 0 ? t('widgets.table.moreMembers', { count }) : null;
  return (
    <span
      className={styles.avatars}
      role="img"
      aria-label={[...names, more].filter((text) => text !== null).join(', ')}
    >
      {visible.map((one, index) => (
        <span key={index} className={styles.avatar} title={names[index]}>
          <PersonAvatar
            decorative
            size={24}
            name={names[index] ?? ''}
            image={item?.image === undefined ? null : pictureUrl(textAt(one, item.image))}
          />
        </span>
      ))}
      {more !== null && (
        <span className={styles.more} title={more}>
          +{count}
        </span>
      )}
    </span>
  );
}

function LinkList({
  column,
  items,
  styles,
  tools,
  tabIndex,
}: ListCellProps & { tools: LinkTools; tabIndex: CellTools['tabIndex'] }) {
  return (
    <span className={styles.links}>
      {items.slice(0, maxLinks).map((one, index) => {
        const text = textAt(one, column.item?.text);
        const url = safeUrl(textAt(one, column.item?.link));
        return url === null ? (
          <span key={index}>{text}</span>
        ) : (
          <a
            key={index}
            tabIndex={tabIndex}
            className={`${tools.styles.link} ${tools.styles.brandLink}`}
            href={url.href}
            {...(url.kind !== 'own'
              ? { target: '_blank', rel: 'noreferrer noopener' }
              : {
                  onClick: (event) => {
                    if (!isPlainClick(event)) return;
                    event.preventDefault();
                    tools.navigate(url.href);
                  },
                })}
          >
            {text || url.href}
          </a>
        );
      })}
      {items.length > maxLinks && <span className={styles.second}>+{items.length - maxLinks}</span>}
    </span>
  );
}

function Progress({ column, value, styles }: { column: Column; value: number; styles: FeatureStyles }) {
  const max = column.max ?? 100;
  const share = Math.min(1, Math.max(0, value / max));
  const percent = `${Math.round(share * 100)}%`;
  return (
    <span className={styles.progress}>
      <span
        className={styles.track}
        role="progressbar"
        aria-valuenow={value}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-label={column.title}
      >
        <span style={{ display: 'block', width: percent }} className={styles.value} />
      </span>
      <span className={styles.percent}>{percent}</span>
    </span>
  );
}

/** Content of a list, progress or actions cell; undefined: the cell is none of these, or has no value. */
function renderRichCell(
  column: Column,
  raw: unknown,
  styles: FeatureStyles,
  tools: LinkTools,
  tabIndex: CellTools['tabIndex'],
): ReactNode | undefined {
  if (column.cell === 'progress') {
    const value = typeof raw === 'string' && raw !== '' ? Number(raw) : raw;
    return typeof value === 'number' && Number.isFinite(value) ? (
      <Progress column={column} value={value} styles={styles} />
    ) : undefined;
  }
  // The button stands there, which every row has at its end.
  if (column.cell === 'actions') return '';
  const items = asList(raw);
  if (items.length === 0) return undefined;
  if (column.cell === 'avatar-group') return <AvatarGroup column={column} items={items} styles={styles} />;
  if (column.cell === 'link-list')
    return <LinkList column={column} items={items} styles={styles} tools={tools} tabIndex={tabIndex} />;
  return undefined;
}

/** Functions that cells call through a ref, so that a row is not rendered again when they change. */
export interface CellHandlers {
  toggleTree(row: number): void;
  isEditable(column: Column, row: number): boolean;
  initialText(): string | null;
  finishEdit(row: number, column: Column, typed: string | ChosenValue | null, exit: EditExit): void;
}

/** Renderer of cells that have features: nodes, lists, progress, second lines, indentation of trees, editing. */
export function useCellRenderer(
  settings: TableSettings,
  styles: FeatureStyles,
  tools: LinkTools,
  handlers: RefObject<CellHandlers | null>,
  nodes: CellNodes,
): CellRenderer {
  const t = useText();
  const inTree = settings.tree !== undefined;
  return useCallback<CellRenderer>(
    ({ view, column: at, index, flags, state, tabIndex, plain }) => {
      const column = view.columns[at];
      if (!column) return plain();
      const edits = (state as RowEdits | undefined) ?? noEdits;
      const name = columnKey(column);
      if (edits.open === name) {
        return (
          <CellEditor
            column={column}
            raw={view.raw(at, index)}
            initialText={handlers.current?.initialText() ?? null}
            error={edits.errors.get(name)}
            styles={styles}
            onDone={(typed, exit) => handlers.current?.finishEdit(index, column, typed, exit)}
          />
        );
      }
      const node = column.child === undefined ? undefined : nodes.get(column.child);
      const row = view.rows[index];
      let content =
        node !== undefined && row !== undefined ? (
          <NodeCell
            row={row}
            scope={column.scope}
            scopeKey={`${view.keyOf(index)}-${name}`}
            inGrid={tabIndex === -1}
            styles={styles}
          >
            {node}
          </NodeCell>
        ) : (
          (renderRichCell(column, view.raw(at, index), styles, tools, tabIndex) ?? plain())
        );
      if (column.secondField !== undefined) {
        const second = valueAt(view.rows[index], column.secondField.split('.'));
        content = (
          <span className={styles.lines}>
            {content}
            {typeof second === 'string' && second !== '' && <span className={styles.second}>{second}</span>}
          </span>
        );
      }
      if (column.edit && handlers.current?.isEditable(column, index)) {
        content = (
          <EditableValue edits={edits} name={name} styles={styles}>
            {content}
          </EditableValue>
        );
      }
      if (at > 0 || !inTree) return content;
      const level = Math.floor(flags / rowFlags.level);
      return (
        <span className={styles.indented} style={{ paddingInlineStart: (level - 1) * indent }}>
          {flags & rowFlags.expandable ? (
            <ExpandButton
              data-toggle=""
              open={(flags & rowFlags.expanded) !== 0}
              label={t('widgets.table.tree.toggle')}
              styles={styles}
              onPress={(event) => {
                if (isPlainClick(event)) handlers.current?.toggleTree(index);
              }}
            />
          ) : (
            <span className={styles.noToggle} />
          )}
          <span className={tools.styles.ellipsis}>{content}</span>
        </span>
      );
    },
    [styles, tools, handlers, nodes, inTree, t],
  );
}
