import { valueAt } from '../../../src/contracts/json-pointer.ts';
import type { ReactNode } from 'react';
import { pictureUrl, safeUrl } from '../../../src/contracts/url.ts';
import { PersonAvatar } from '../../../src/ui/index.ts';
import { isPlainClick } from '../cell.tsx';
import type { CellTools } from '../cell.tsx';
import type { Column } from '../view.ts';
import type { FullStyles } from './styles.ts';

type LinkTools = Pick<CellTools, 'styles' | 'navigate'>;

/** Faces beside one another before the rest is a number. */
const mostFaces = 4;
const mostLinks = 5;

const textAt = (item: unknown, path: string | undefined): string => {
  const value = path === undefined ? item : valueAt(item, path.split('.'));
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

function Faces({ column, items, styles }: { column: Column; items: readonly unknown[]; styles: FullStyles }) {
  const { item } = column;
  const shown = items.slice(0, items.length > mostFaces + 1 ? mostFaces : mostFaces + 1);
  const names = items.map((one) => textAt(one, item?.text));
  return (
    <span className={styles.avatars} role="img" aria-label={names.join(', ')} title={names.join(', ')}>
      {shown.map((one, index) => (
        <span key={index} className={styles.avatar}>
          <PersonAvatar
            decorative
            size={24}
            name={names[index] ?? ''}
            image={item?.image === undefined ? null : pictureUrl(textAt(one, item.image))}
          />
        </span>
      ))}
      {shown.length < items.length && <span className={styles.more}>+{items.length - shown.length}</span>}
    </span>
  );
}

function Links({
  column,
  items,
  styles,
  tools,
  stop,
}: {
  column: Column;
  items: readonly unknown[];
  styles: FullStyles;
  tools: LinkTools;
  stop: CellTools['stop'];
}) {
  return (
    <span className={styles.links}>
      {items.slice(0, mostLinks).map((one, index) => {
        const text = textAt(one, column.item?.text);
        const url = safeUrl(textAt(one, column.item?.link));
        return url === null ? (
          <span key={index}>{text}</span>
        ) : (
          <a
            key={index}
            tabIndex={stop}
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
      {items.length > mostLinks && <span className={styles.second}>+{items.length - mostLinks}</span>}
    </span>
  );
}

function Progress({ column, value, styles }: { column: Column; value: number; styles: FullStyles }) {
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

/** What a cell of a list or a progress shows; undefined: it is none of those, or has no value. */
export function drawSpecial(
  column: Column,
  raw: unknown,
  styles: FullStyles,
  tools: LinkTools,
  stop: CellTools['stop'],
): ReactNode | undefined {
  if (column.cell === 'progress') {
    const value = typeof raw === 'string' && raw !== '' ? Number(raw) : raw;
    return typeof value === 'number' && Number.isFinite(value) ? (
      <Progress column={column} value={value} styles={styles} />
    ) : undefined;
  }
  if (!Array.isArray(raw) || raw.length === 0) return undefined;
  if (column.cell === 'avatar-group') return <Faces column={column} items={raw} styles={styles} />;
  if (column.cell === 'link-list')
    return <Links column={column} items={raw} styles={styles} tools={tools} stop={stop} />;
  return undefined;
}

/** The words of a list's items, for sorting and copying. */
export const itemWords = (column: Column, raw: unknown): string | null =>
  Array.isArray(raw) && ['avatar-group', 'link-list'].includes(column.cell ?? '')
    ? raw.map((one) => textAt(one, column.item?.text)).join(', ')
    : null;
