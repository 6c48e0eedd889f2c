import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { CSSProperties, FormEvent } from 'react';
import type { FilterBarProps } from '../../src/engine/core/index.ts';
import { useCan, useDependentFields, useFilterBarRoom, useText } from '../../src/engine/react/index.ts';
import type { OfferedResult, WidgetProps } from '../../src/engine/react/index.ts';
import {
  CountBadge,
  Icon,
  LazyComponent,
  lazyComponent,
  notify,
  onPrintOrFind,
  useNarrow,
} from '../../src/ui/index.ts';
import { FilterControl, reversedWith } from './fields.tsx';
import type { FilterField } from './fields.tsx';
import { useVisibleFields } from './folding.ts';
import { useFilters } from './useFilters.ts';

const dependentFields = lazyComponent(() => import('./DependentFields.tsx'));
const filterSheet = lazyComponent(() => import('./FilterSheet.tsx'));

/** Pixels of one unit of a field's `span`. */
const spanWidth = 150;
/** Spans of controls that do not fit into one unit: two dates, '2 selecionados', 'Digite para pesquisar'. */
const spans: Readonly<Record<string, number>> = {
  daterange: 2,
  choices: 1.2,
  combobox: 1.4,
  multiselect: 1.4,
};
const gap = 8;
/** In pixels: a search without a `span` shrinks to `least` before the bar wraps. */
const searchWidth = { least: 180, most: 340 };

const useStyles = makeStyles({
  // As high as a bar that takes its place, which stands over it.
  room: { position: 'relative', flexShrink: 0, minHeight: '56px', minWidth: 0 },
  hidden: { visibility: 'hidden' },
  root: { display: 'flex', flexShrink: 0, flexWrap: 'wrap', alignItems: 'flex-end', gap: '8px', margin: 0 },
  field: {
    minWidth: 0,
    maxWidth: '100%',
    '& .fui-Input, & :has(> select), & .fui-Combobox, & .fui-Dropdown': { width: '100%', minWidth: 0 },
    // Fields are touched in the sheet, and beside its button.
    '@media (max-width: 767.98px)': { '& .fui-Input, & select': { minHeight: '44px' } },
  },
  grow: { flexGrow: 1 },
  gone: {
    display: 'block',
    marginTop: '4px',
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
  },
  clear: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    minHeight: '32px',
    marginInlineStart: '8px',
  },
  clearLink: {
    padding: 0,
    border: 'none',
    background: 'none',
    color: tokens.colorBrandForegroundLink,
    font: 'inherit',
    cursor: 'pointer',
  },
  heading: { display: 'flex', alignItems: 'baseline', gap: '12px', marginBottom: '8px' },
  // Fluent's text components would add 2 KB to what every list loads first.
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  narrow: { flexWrap: 'nowrap' },
  opener: { position: 'relative', flexShrink: 0 },
  open: { minWidth: '44px', minHeight: '44px' },
  count: { position: 'absolute', top: '-6px', right: '-6px', pointerEvents: 'none' },
});

function fieldStyle(field: FilterField): CSSProperties {
  if (field.control === 'search' && field.span === undefined)
    return { flex: `1 1 ${searchWidth.least}px`, maxWidth: searchWidth.most };
  const span = field.span ?? spans[field.control] ?? 1;
  return { width: span * spanWidth + (span - 1) * gap };
}

/** Filters of a screen, edited as a draft until they are applied. Narrow screens show all but the search in a sheet. */
export default function FilterBar({ id, props, fire }: WidgetProps<FilterBarProps>) {
  const styles = useStyles();
  const t = useText();
  const can = useCan();
  const narrow = useNarrow();
  const [open, setOpen] = useState(false);
  const [unfolded, setUnfolded] = useState(false);
  const most = useVisibleFields();
  // Filters in force are printed, those that are folded away too.
  useEffect(() => onPrintOrFind(() => setUnfolded(true)), []);
  const { place, isTaken } = useFilterBarRoom();
  const opener = useRef<HTMLButtonElement>(null);
  const filters = useFilters(id, props, fire);
  const fields = useMemo(
    () => props.fields.filter((field) => !field.access || can(field.access)),
    [props, can],
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    filters.apply();
  };
  const errorOf = (field: FilterField) => {
    const reversed = reversedWith(field, props.fields, filters.valueOf);
    if (!reversed) return undefined;
    const { end, other } = reversed;
    const key = end === 'to' ? 'widgets.filter-bar.notBefore' : 'widgets.filter-bar.notAfter';
    return t(key, { field: other.label });
  };
  /** That a value was removed from a field because its options do not have it any more. */
  const goneOf = (field: FilterField) => {
    const value = filters.dropped[field.field];
    return value === undefined ? null : (
      <span key={field.field} className={styles.gone} role="status" data-dropped={field.field}>
        {narrow ? '' : `${field.label}: `}
        {t('widgets.filter-bar.dropped', { value })}
      </span>
    );
  };
  const control = (field: FilterField, labelled = true) => {
    // Beside other fields it would lift this one: it stands below the bar.
    const gone = narrow ? goneOf(field) : null;
    return (
      <>
        <FilterControl
          id={`${id}-${field.field}`}
          field={field}
          value={filters.valueOf(field)}
          labelled={labelled}
          refused={filters.refused}
          error={errorOf(field)}
          onChange={(value) => filters.edit(field, value)}
        />
        {gone}
      </>
    );
  };
  const { checked: check } = filters;
  const checked = useCallback(
    (field: FilterField, result: OfferedResult) => {
      check(field, result);
      const [first] = result.missing;
      // The sheet with the field may be closed.
      if (narrow && first) notify('info', t('widgets.filter-bar.dropped', { value: first.label }));
    },
    [check, narrow, t],
  );
  const names = useDependentFields(props.bind ?? 'state.filters');
  const dependent = fields.filter(({ field }) => names.has(field));
  const followed = dependent.length > 0 && (
    <LazyComponent source={dependentFields}>
      {(DependentFields) => (
        <DependentFields
          fields={dependent}
          valueOf={filters.valueOf}
          current={filters.isCurrent}
          onChecked={checked}
        />
      )}
    </LazyComponent>
  );

  const count = filters.active(fields);
  if (narrow) {
    const search = fields.find((field) => field.control === 'search');
    const rest = fields.filter((field) => field !== search);
    const close = () => {
      setOpen(false);
      opener.current?.focus();
    };
    return (
      <>
        {followed}
        <form id={id} role="search" className={mergeClasses(styles.root, styles.narrow)} onSubmit={submit}>
          {search && <div className={mergeClasses(styles.field, styles.grow)}>{control(search, false)}</div>}
          {rest.length > 0 && (
            <span className={styles.opener}>
              <Button
                ref={opener}
                className={styles.open}
                icon={<Icon name="filter" />}
                aria-haspopup="dialog"
                aria-expanded={open}
                aria-label={
                  count === 0
                    ? t('widgets.filter-bar.filters')
                    : `${t('widgets.filter-bar.filters')}: ${t('widgets.filter-bar.active', { count })}`
                }
                onClick={() => setOpen(true)}
              >
                {search ? null : t('widgets.filter-bar.filters')}
              </Button>
              {count > 0 && <CountBadge className={styles.count} count={count} />}
            </span>
          )}
        </form>
        {open && (
          <LazyComponent
            source={filterSheet}
            onFailed={() => {
              close();
              notify('error', t('widgets.frame.failed.title'), {
                action: { text: t('widgets.frame.retry'), run: () => setOpen(true) },
              });
            }}
          >
            {(FilterSheet) => (
              <FilterSheet
                id={id}
                count={count}
                applying={filters.applying(fields)}
                fields={rest}
                filters={filters}
                renderField={(field) => <div className={styles.field}>{control(field)}</div>}
                onApply={() => {
                  if (filters.apply()) close();
                }}
                onClear={() => {
                  filters.clear();
                  close();
                }}
                onClose={close}
              />
            )}
          </LazyComponent>
        )}
      </>
    );
  }

  const folds = props.fold === true && fields.length > most;
  const shown = folds && !unfolded ? fields.slice(0, most) : fields;
  return (
    <div ref={place} className={styles.room} data-filter-bar={count > 0 ? 'active' : ''}>
      {followed}
      {props.fold === true && (
        <div className={styles.heading}>
          <h2 className={styles.title}>{t('widgets.filter-bar.filters')}</h2>
          {folds && (
            <button
              type="button"
              className={styles.clearLink}
              aria-expanded={unfolded}
              aria-controls={id}
              onClick={() => setUnfolded(!unfolded)}
            >
              {t(unfolded ? 'widgets.filter-bar.fewer' : 'widgets.filter-bar.all')}
            </button>
          )}
        </div>
      )}
      <form
        id={id}
        role="search"
        className={mergeClasses(styles.root, isTaken && styles.hidden)}
        onSubmit={submit}
      >
        {shown.map((field) => (
          <div key={field.field} className={styles.field} style={fieldStyle(field)}>
            {control(field)}
          </div>
        ))}
        <Button type="submit">{t('widgets.filter-bar.apply')}</Button>
        <span className={styles.clear}>
          <button type="button" className={styles.clearLink} onClick={filters.clear}>
            {t('widgets.filter-bar.clear')}
          </button>
          {count > 0 && (
            <CountBadge look="quiet" count={count} title={t('widgets.filter-bar.active', { count })} />
          )}
        </span>
      </form>
      {fields.map(goneOf)}
    </div>
  );
}
