import { Button, makeStyles, mergeClasses, Spinner, tokens } from '@fluentui/react-components';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { DragEvent, ReactNode } from 'react';
import type { FileListProps, Steps } from '../../src/engine/core/index.ts';
import {
  fireGesture,
  RowsFrame,
  useBusy,
  useFormat,
  useRun,
  useScreenTitle,
  useText,
} from '../../src/engine/react/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';
import { Icon, useTooltip, useMeasuredRows, useKeyboardScroll } from '../../src/ui/index.ts';
import { readFiles } from './files.ts';
import type { FileRow } from './files.ts';

const rowHeight = 48;

const useStyles = makeStyles({
  scroller: { position: 'relative', overflowY: 'auto', maxHeight: '480px', minWidth: 0, padding: '2px' },
  area: { minWidth: 0, borderRadius: tokens.borderRadiusMedium },
  over: { outline: `2px dashed ${tokens.colorBrandStroke1}`, backgroundColor: tokens.colorBrandBackground2 },
  list: { position: 'relative', margin: 0, padding: 0, listStyleType: 'none' },
  row: {
    position: 'absolute',
    insetInline: 0,
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    boxSizing: 'border-box',
    minHeight: `${rowHeight}px`,
    padding: '4px 4px 4px 12px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  last: { borderBottomStyle: 'none' },
  icon: { color: tokens.colorNeutralForeground3 },
  words: { flex: '1 1 0', minWidth: 0 },
  name: {
    display: 'block',
    maxWidth: '100%',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontWeight: tokens.fontWeightMedium,
  },
  open: {
    padding: 0,
    border: 'none',
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    fontSize: 'inherit',
    lineHeight: 'inherit',
    textAlign: 'start',
    cursor: 'pointer',
    borderRadius: tokens.borderRadiusSmall,
    ':hover': { textDecorationLine: 'underline' },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
  },
  meta: {
    display: 'block',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
    fontVariantNumeric: 'tabular-nums',
  },
  button: { '@media (pointer: coarse)': { minWidth: '44px', minHeight: '44px' } },
});

interface FileTools {
  open: ((file: FileRow) => void) | null;
  remove: ((file: FileRow) => void) | null;
  download: ((file: FileRow) => void) | null;
}

function RowButton({
  icon,
  text,
  busy,
  onPress,
}: {
  icon: string;
  text: string;
  busy?: boolean;
  onPress(): void;
}) {
  const styles = useStyles();
  const { trigger, tooltip } = useTooltip(text);
  return (
    <>
      <Button
        appearance="subtle"
        className={styles.button}
        icon={busy ? <Spinner size="tiny" aria-hidden /> : <Icon name={icon} />}
        {...trigger}
        disabledFocusable={busy === true}
        onClick={onPress}
      />
      {tooltip}
    </>
  );
}

function FileItem({ file, tools }: { file: FileRow; tools: FileTools }) {
  const styles = useStyles();
  const t = useText();
  const saving = useBusy('download', file.key);
  const removing = useBusy('remove');
  const name = file.name || t('widgets.file-list.unnamed');
  const meta = [file.size, file.date].filter((item) => item !== '').join(' · ');
  const { open, remove, download } = tools;
  return (
    <>
      <Icon name={file.icon} className={styles.icon} />
      <div className={styles.words}>
        {open ? (
          <button
            type="button"
            className={mergeClasses(styles.name, styles.open)}
            title={name}
            onClick={() => open(file)}
          >
            {name}
          </button>
        ) : (
          <span className={styles.name} title={name}>
            {name}
          </span>
        )}
        {meta !== '' && <span className={styles.meta}>{meta}</span>}
      </div>
      {download && (
        <RowButton
          icon="arrow-download"
          text={t('widgets.file-list.download', { name })}
          busy={saving}
          onPress={() => download(file)}
        />
      )}
      {remove && (
        <RowButton
          icon="delete"
          text={t('widgets.file-list.remove', { name })}
          busy={removing}
          onPress={() => remove(file)}
        />
      )}
    </>
  );
}

/** Takes files that are dropped on its children. Dropping needs a pointer, so a button offers the same with the keyboard. */
function DropArea({ onDrop, children }: { onDrop: (files: File[]) => void; children: ReactNode }) {
  const styles = useStyles();
  const [isOver, setOver] = useState(false);
  const onDragOver = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  return (
    <div
      className={mergeClasses(styles.area, isOver && styles.over)}
      onDragEnter={onDragOver}
      onDragOver={onDragOver}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
      }}
      onDrop={(event) => {
        setOver(false);
        const files = [...event.dataTransfer.files];
        if (files.length === 0) return;
        event.preventDefault();
        onDrop(files);
      }}
    >
      {children}
    </div>
  );
}

/** Files to open, download and remove, and a place to drop further ones. */
export default function FileList({ id, props, data, fire, listens }: WidgetProps<FileListProps>) {
  const styles = useStyles();
  const t = useText();
  const title = useScreenTitle();
  const format = useFormat();
  const run = useRun();
  const scroller = useRef<HTMLDivElement>(null);
  const stop = useKeyboardScroll(scroller);
  const files = useMemo(() => readFiles(data.rows, props, format), [data.rows, props, format]);
  const keyOf = useCallback((index: number) => files[index]?.key ?? index, [files]);
  const window = useMeasuredRows({ count: files.length, rowHeight, scroller, keyOf });
  const tools = useMemo<FileTools>(() => {
    const { download, name = 'name' } = props;
    const fires = (event: string) =>
      listens(event)
        ? (file: FileRow) => void fireGesture({ fire }, 'select', file.key, { event, row: file.row })
        : null;
    return {
      open: fires('open'),
      remove: fires('remove'),
      download:
        download === undefined
          ? null
          : ({ row, key, ...file }) => {
              const filename = file.name === '' ? String(key) : { $expr: `row.${name}` };
              const steps: Steps = [{ download: { get: download, filename } }];
              void run(steps, { id: 'download', row, rowKey: key });
            },
    };
  }, [props, listens, fire, run]);
  const list = (
    <RowsFrame
      id={id}
      data={data}
      empty={{ ...props.empty, icon: props.empty?.icon ?? 'attach' }}
      emptyTitle={t('widgets.file-list.empty')}
      rowHeight={rowHeight}
    >
      <div ref={stop} className={styles.scroller}>
        <ul aria-label={props.label || title} className={styles.list} style={{ height: window.height }}>
          {window.rows.map(({ index, start }) => {
            const file = files[index];
            return (
              file && (
                <li
                  key={file.key}
                  ref={window.measure}
                  data-line={index}
                  aria-setsize={files.length}
                  aria-posinset={index + 1}
                  className={mergeClasses(styles.row, index === files.length - 1 && styles.last)}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <FileItem file={file} tools={tools} />
                </li>
              )
            );
          })}
        </ul>
      </div>
    </RowsFrame>
  );
  if (!listens('drop')) return list;
  return (
    <DropArea onDrop={(dropped) => void fireGesture({ fire }, 'drop', { files: dropped })}>{list}</DropArea>
  );
}
