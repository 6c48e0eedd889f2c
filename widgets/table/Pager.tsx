import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useId } from 'react';
import { useFormat, useText } from '../../src/engine/react/index.ts';
import { Choice, Icon } from '../../src/ui/index.ts';

export interface PagerProps {
  page: number;
  perPage: number;
  total: number;
  options: readonly number[];
  narrow: boolean;
  onPage(page: number): void;
  onPerPage(perPage: number): void;
}

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexShrink: 0,
    alignItems: 'center',
    gap: '12px',
    minHeight: '44px',
    padding: '0 12px 0 16px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    color: tokens.colorNeutralForeground2,
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
    '@media (pointer: coarse)': { minHeight: '52px' },
  },
  narrow: { justifyContent: 'center' },
  range: { marginInlineEnd: 'auto' },
  perPage: { display: 'flex', alignItems: 'center', gap: '8px' },
  pages: { display: 'flex', alignItems: 'center', gap: '2px' },
  page: {
    display: 'grid',
    placeItems: 'center',
    minWidth: '28px',
    height: '28px',
    padding: '0 4px',
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: 'inherit',
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    fontVariantNumeric: 'inherit',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
    ':disabled': {
      color: tokens.colorNeutralForegroundDisabled,
      cursor: 'default',
      backgroundColor: 'transparent',
    },
    '@media (pointer: coarse)': { minWidth: '44px', height: '44px' },
  },
  current: {
    backgroundColor: tokens.colorNeutralBackground1Selected,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorBrandForegroundLink,
  },
  gap: { minWidth: '20px', textAlign: 'center' },
});

/** Page numbers to offer: first, last, the current one and its neighbours; null is a gap. */
export function pageNumbers(page: number, last: number): (number | null)[] {
  const wanted = new Set([1, last, page - 1, page, page + 1]);
  if (page <= 3) [2, 3, 4].forEach((number) => wanted.add(number));
  if (page >= last - 2) [last - 3, last - 2, last - 1].forEach((number) => wanted.add(number));
  const numbers = [...wanted].filter((number) => number >= 1 && number <= last).sort((a, b) => a - b);
  return numbers.flatMap((number, index) => {
    const before = numbers[index - 1];
    if (before === undefined || number === before + 1) return [number];
    // A gap of one page is replaced by that page.
    return number === before + 2 ? [before + 1, number] : [null, number];
  });
}

/** Range (`1–50 de 104`), and rows per page and pages where there are more. On narrow screens only the pages: the range is above the cards. */
export function Pager({ page, perPage, total, options, narrow, onPage, onPerPage }: PagerProps) {
  const styles = useStyles();
  const t = useText();
  const perPageId = useId();
  const last = Math.max(1, Math.ceil(total / perPage));
  const choices = [...new Set([...options, perPage])].sort((a, b) => a - b);
  // A single page is counted, and nothing leads anywhere; its length is set where another one would part the rows.
  const hasPages = last > 1 || page > 1;
  const hasLengths = hasPages || total > Math.min(...choices);
  if (narrow && !hasPages) return null;
  return (
    <div className={mergeClasses(styles.root, narrow && styles.narrow)}>
      {!narrow && (
        <>
          <span className={styles.range} role="status">
            <Range page={page} perPage={perPage} total={total} />
          </span>
          {hasLengths && (
            <span className={styles.perPage}>
              <label htmlFor={perPageId}>{t('widgets.table.perPage')}</label>
              <Choice
                id={perPageId}
                small
                value={String(perPage)}
                options={choices.map((choice) => ({ value: choice, label: String(choice) }))}
                onChange={(value) => onPerPage(Number(value))}
              />
            </span>
          )}
        </>
      )}
      {hasPages && (
        <nav className={styles.pages} aria-label={t('widgets.table.pages')}>
          <button
            type="button"
            className={styles.page}
            disabled={page <= 1}
            aria-label={t('widgets.table.previous')}
            onClick={() => onPage(page - 1)}
          >
            <Icon name="chevron-left" size={16} />
          </button>
          {pageNumbers(page, last).map((number, index) =>
            number === null ? (
              <span key={`gap${index}`} className={styles.gap} aria-hidden="true">
                …
              </span>
            ) : (
              <button
                key={number}
                type="button"
                className={mergeClasses(styles.page, number === page && styles.current)}
                aria-label={t('widgets.table.page', { page: number })}
                aria-current={number === page ? 'page' : undefined}
                onClick={() => {
                  if (number !== page) onPage(number);
                }}
              >
                {number}
              </button>
            ),
          )}
          <button
            type="button"
            className={styles.page}
            disabled={page >= last}
            aria-label={t('widgets.table.next')}
            onClick={() => onPage(page + 1)}
          >
            <Icon name="chevron-right" size={16} />
          </button>
        </nav>
      )}
    </div>
  );
}

/** Range of the rows on the page, and their total. */
export function Range({ page, perPage, total }: { page: number; perPage: number; total: number }) {
  const t = useText();
  const format = useFormat();
  const from = total === 0 ? 0 : (page - 1) * perPage + 1;
  const to = Math.min(total, page * perPage);
  return t('widgets.table.range', {
    from: format.number(from),
    to: format.number(to),
    total: format.number(total),
  });
}
