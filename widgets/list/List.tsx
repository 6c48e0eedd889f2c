import { Button, mergeClasses } from '@fluentui/react-components';
import { useMemo, useRef } from 'react';
import type { MouseEvent } from 'react';
import type { ListProps } from '../../src/engine/core/index.ts';
import {
  NodeScope,
  RowsFrame,
  useBinding,
  useCan,
  useEvaluateRows,
  useFields,
  useFormat,
  useListFilters,
  useScreenTitle,
  useText,
  withColumnValues,
} from '../../src/engine/react/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';
import { useMeasuredRows, useRoving } from '../../src/ui/index.ts';
import { RowContent } from './RowContent.tsx';
import { rowHeight, useListStyles } from './styles.ts';
import { usePages } from './usePages.ts';
import { createListView, listFields } from './view.ts';

/** Height of a list that declares none, at most, in pixels. */
const defaultHeight = 480;

/** Rows of a source one below the other, rendered from declared fields or by the nodes of its slot row. */
export default function List({ id, props, data, slots, fire, listens }: WidgetProps<ListProps>) {
  const styles = useListStyles();
  const t = useText();
  const title = useScreenTitle();
  const format = useFormat();
  const can = useCan();
  const scroller = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const [selected, select] = useBinding(props.selected);
  const pages = usePages(props, data, end);
  const filters = useListFilters(props.filters, props.page);
  const { rows } = data;
  const declared = useMemo(() => listFields(props), [props]);
  const settings = useMemo(() => withColumnValues(declared, data.record), [declared, data.record]);
  const fields = useFields(settings, rows);
  const actions = useMemo(
    () => (props.actions ?? []).filter((action) => !action.access || can(action.access)),
    [props.actions, can],
  );
  const conditions = useMemo(() => actions.map((action) => action.visible), [actions]);
  const visible = useEvaluateRows(conditions, rows, (at) => actions[at]?.text);
  const view = useMemo(
    () => createListView({ settings: props, rows, fields, actions, visible }),
    [props, rows, fields, actions, visible],
  );
  const window = useMeasuredRows({ count: rows.length, rowHeight, scroller, keyOf: view.keyOf });
  const roving = useRoving(scroller, rows.length, window);
  const template = slots.row?.map(({ element }) => element);
  // A template has buttons of its own; a row with fields is pressed by its title.
  const pressable = template === undefined && (props.selected !== undefined || listens('rowPress'));

  function press(index: number): void {
    const row = rows[index];
    if (!row) return;
    const key = view.keyOf(index);
    roving.onRowFocus(index);
    if (props.selected !== undefined) select(key);
    void fire('rowPress', key, row);
  }
  function onClick(event: MouseEvent, index: number): void {
    const control = (event.target as Element).closest('button, a');
    if (control === null || control.hasAttribute('data-stop')) press(index);
  }

  const linked = template === undefined && (props.linkField ?? props.link) !== undefined;
  const reachable = linked || pressable || actions.length > 0 || template !== undefined;
  return (
    <RowsFrame
      id={id}
      data={data}
      empty={props.empty}
      emptyTitle={t('widgets.list.empty')}
      rowHeight={rowHeight}
      filters={filters}
      emptyContent={slots.empty?.map(({ element }) => element)}
      {...(props.card ? { className: styles.card } : {})}
    >
      <div
        ref={scroller}
        className={styles.scroller}
        style={{ maxHeight: props.height ?? defaultHeight }}
        // The keyboard reaches the part that scrolls.
        {...(reachable ? {} : { tabIndex: 0 })}
      >
        <ul
          aria-label={props.label || title}
          className={styles.list}
          style={{ height: window.height }}
          onKeyDown={roving.onKeyDown}
        >
          {window.rows.map(({ index, start }) => {
            const row = rows[index];
            if (!row) return null;
            const key = view.keyOf(index);
            const current = props.selected !== undefined && selected === key;
            return (
              // eslint-disable-next-line jsx-a11y/click-events-have-key-events -- the title's button takes the keys
              <li
                key={key}
                ref={window.measure}
                data-line={index}
                aria-setsize={pages.more ? data.total : rows.length}
                aria-posinset={index + 1}
                className={mergeClasses(
                  styles.row,
                  template && styles.template,
                  index === rows.length - 1 && !pages.more && styles.last,
                  (pressable || linked) && styles.pressable,
                  current && styles.selected,
                )}
                style={{ transform: `translateY(${start}px)` }}
                {...(pressable ? { onClick: (event: MouseEvent) => onClick(event, index) } : {})}
              >
                {template ? (
                  <NodeScope names={{ row }} scopeKey={key}>
                    {template}
                  </NodeScope>
                ) : (
                  <RowContent
                    settings={props}
                    view={view}
                    index={index}
                    press={pressable ? { tabIndex: index === roving.tabStop ? 0 : -1, current } : null}
                  />
                )}
              </li>
            );
          })}
        </ul>
        {pages.more && (
          <div ref={end} className={styles.end}>
            <span>
              {t('widgets.list.count', {
                shown: format.number(rows.length),
                total: format.number(data.total),
              })}
            </span>
            <Button size="small" disabledFocusable={data.refreshing} onClick={pages.next}>
              {t('widgets.list.more')}
            </Button>
          </div>
        )}
      </div>
      {slots.footer && <div className={styles.footer}>{slots.footer.map(({ element }) => element)}</div>}
    </RowsFrame>
  );
}
