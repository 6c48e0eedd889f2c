/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role, jsx-a11y/no-noninteractive-element-to-interactive-role -- display: grid takes the roles of table elements away */
import { mergeClasses } from '@fluentui/react-components';
import { memo, useMemo, useRef } from 'react';
import { countRender } from '../../../core/index.ts';
import { useRowWindow, SearchField } from '../../../../ui/index.ts';
import { useText } from '../../hooks.ts';
import { useControls } from '../context.ts';
import { OptionsState } from '../controls/OptionContent.tsx';
import { lineHeight, useMatrixStyles } from './matrix-styles.ts';
import { MatrixHead } from './MatrixHead.tsx';
import { blockSize, matrixBlocks } from './matrix-blocks.ts';
import { MatrixBlock } from './MatrixBlock.tsx';
import { showSame } from './matrix-rows.ts';
import type { CellTexts } from './MatrixLine.tsx';
import { Panel, type PanelProps } from './Panel.tsx';
import { usePanelStyles } from './panel-styles.ts';
import { useBlockCells } from './useBlockCells.ts';
import { useMatrix } from './useMatrix.ts';
import { useMatrixKeys } from './useMatrixKeys.ts';

/** Lines that are rendered whole; longer tables render those in view first. */
const wholeUpTo = 30;
/** Lines that are rendered in pauses, so that no scroll renders any. */
const growUpTo = 1000;

/** A table of checkboxes: a row for each option, a column for each value, set one by one or by row, column and group. */
export default function MatrixControl(props: PanelProps) {
  const styles = { ...useMatrixStyles(), panel: usePanelStyles() };
  const t = useText();
  const { text } = useControls();
  const matrix = useMatrix(props);
  const { lines, count, isLocked, matrix: own } = matrix;
  const scroller = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const hasTexts = matrix.rows.some((row) => row.text !== '');
  const layout = useMemo(
    () => ({
      count: lines.length,
      topOf: (line: number, height: number) => line * height,
      lineAt: (top: number, height: number) => Math.floor(top / height),
    }),
    [lines.length],
  );
  const switches = own.switches === true;
  const window = useRowWindow({
    scroller,
    layout,
    rowHeight: lineHeight + (hasTexts ? 17 : 0),
    wholeUpTo,
    growUpTo,
  });
  const keys = useMatrixKeys(table, matrix, window, !switches);
  const titles = own.columns.map(({ title }) => text(title));
  const cellTexts = useMemo((): CellTexts => {
    const columns = [...titles, t('form.matrix.all')];
    return {
      columns,
      name: (column, row, group) =>
        switches
          ? row
          : group
            ? t('form.matrix.group', { column: columns[column]!, row })
            : t('form.matrix.cell', { column: columns[column]!, row }),
      notAllowed: t('form.matrix.notAllowed'),
      implied: t('form.matrix.implied'),
    };
    // oxlint-disable-next-line react/exhaustive-deps -- the titles change with the language
  }, [titles.join('\n'), switches, t]);

  const blocks = matrixBlocks(window, lines.length, (line) => layout.topOf(line, window.rowHeight));
  const nearFrom = Math.floor(window.view.from / blockSize);
  const nearTo = Math.ceil(window.view.to / blockSize);
  const cellsOf = useBlockCells(
    matrix.cells,
    blocks.map(({ index }) => index),
    (block) => block >= nearFrom && block < nearTo,
    (block, a, b) => showSame(lines.slice(block * blockSize, (block + 1) * blockSize), a, b),
  );
  const isReady = matrix.found.status === 'ready';

  return (
    <Panel
      {...props}
      head={
        own.search !== undefined && (
          <MatrixSearch
            className={styles.panel.search}
            text={text(own.search)}
            value={matrix.wanted}
            onChange={matrix.search}
          />
        )
      }
      foot={
        (own.note !== undefined || matrix.isChanged) && (
          <>
            <span>{own.note !== undefined && text(own.note)}</span>
            {matrix.isChanged && <span className={styles.changed}>{t('form.matrix.changed')}</span>}
          </>
        )
      }
    >
      <div ref={scroller} className={mergeClasses(styles.panel.scroller, styles.box)}>
        {isReady && lines.length > 0 && (
          <table
            ref={table}
            role="grid"
            className={styles.table}
            data-switches={switches || undefined}
            style={
              {
                '--columns': switches ? 1 : count + 1,
                paddingBottom: layout.topOf(lines.length - (blocks.at(-1)?.to ?? 0), window.rowHeight),
              } as React.CSSProperties
            }
            aria-labelledby={`${props.id}-title`}
            aria-rowcount={lines.length + 1}
            aria-colcount={count + 2}
            aria-readonly={isLocked || undefined}
            aria-describedby={props.describedBy}
            onKeyDown={keys.onKeyDown}
            onClick={keys.onClick}
            onBlur={(event) => {
              if (!event.currentTarget.contains(event.relatedTarget)) props.onLeave();
            }}
          >
            {!switches && (
              <MatrixHead {...{ matrix, titles }} stop={keys.stop.line === -1 ? keys.stop.column : -1} />
            )}
            {blocks.map(({ index, from, to, before, height }) => {
              const hasStop = keys.stop.line >= from && keys.stop.line < to;
              return (
                <MatrixBlock
                  key={index}
                  {...{ lines, from, to, before, height, switches }}
                  cells={cellsOf(index)}
                  inner={own.group !== undefined && !switches}
                  locked={isLocked}
                  stopLine={hasStop ? keys.stop.line : -1}
                  stopColumn={hasStop ? keys.stop.column : -1}
                  texts={cellTexts}
                />
              );
            })}
          </table>
        )}
        {isReady && lines.length === 0 && (
          <p className={styles.panel.empty} role="status">
            {t(matrix.wanted === '' ? 'form.matrix.empty' : 'form.matrix.none')}
          </p>
        )}
        {!isReady && <OptionsState found={matrix.found} />}
      </div>
    </Panel>
  );
}

/** The field that searches the rows, which a change of a cell does not render. */
const MatrixSearch = memo(function MatrixSearch({
  className,
  text,
  value,
  onChange,
}: {
  className: string;
  text: string;
  value: string;
  onChange(value: string): void;
}) {
  countRender('matrix-search');
  return (
    <SearchField
      className={className}
      label={text}
      text={value}
      // Enter would submit the form around it.
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      onText={onChange}
    />
  );
});
