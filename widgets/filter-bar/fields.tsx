import { isExact } from '../../src/contracts/exact-number.ts';
import { Input, makeStyles, tokens } from '@fluentui/react-components';
import { isObject, type Json } from '../../src/contracts/json.ts';
import type { FilterBarProps } from '../../src/engine/core/index.ts';
import type { Resolved } from '../../src/engine/react/index.ts';
import { isSet, useText, PartNotice } from '../../src/engine/react/index.ts';
import { Choice, FieldFrame, Icon, LazyComponent, lazyComponent } from '../../src/ui/index.ts';

export type FilterField = Resolved<FilterBarProps>['fields'][number];

const listed = ({ options }: FilterField) => (Array.isArray(options) ? options : []);

/** A filter's value as the text of its control. */
const asControl = (value: Json | undefined) => (isSet(value) ? String(value) : '');

/** A control's text as the filter's value: '' is no filter, a number field has a number, an option its own value. */
export function fromControl(field: FilterField, text: string): Json {
  if (field.control === 'select') {
    return listed(field).find((option) => String(option.value) === text)?.value ?? text;
  }
  if (text === '') return '';
  // Of a number with more digits than are kept, another one would be searched for.
  if (field.control === 'number')
    return Number.isNaN(Number(text)) ? '' : isExact(text) ? Number(text) : text;
  return text;
}

const filterField = lazyComponent(() => import('./FilterField.tsx'));
const emptinessField = lazyComponent(() => import('./EmptinessField.tsx'));

/** Whether a filter's value finds records without a value of the field (true) or with any (false); null for another one. */
export const emptinessOf = (value: Json | undefined): boolean | null =>
  isObject(value) && typeof value['empty'] === 'boolean' ? value['empty'] : null;

const inputType = ({ control }: FilterField) =>
  control === 'search' || control === 'number' ? control : 'text';

/** Filters whose controls come with the bar, as most bars have no others. */
const isPlain = ({ control, options }: FilterField) =>
  control === 'select'
    ? options === undefined || Array.isArray(options)
    : ['search', 'text', 'number'].includes(control);

const useStyles = makeStyles({
  search: { '& input::-webkit-search-cancel-button': { display: 'none' } },
  empty: {
    display: 'grid',
    padding: '4px',
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: 'inherit',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
  },
});

/** Characters of a text filter that servers take. */
const maxText = 200;

/** Whether a filter's text is longer than servers take. */
const isTooLong = (value: Json | undefined) => typeof value === 'string' && value.length > maxText;

const isDay = (value: Json | undefined) => {
  if (!isSet(value)) return true;
  const time = typeof value === 'string' ? Date.parse(`${value}T00:00:00Z`) : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(`${String(value)}T`);
};

/** Whether servers would refuse a filter's value: a text that is too long, a day that no calendar has. */
export function isInvalid({ control }: FilterField, value: Json | undefined): boolean {
  if (emptinessOf(value) !== null) return false;
  if (control === 'date') return !isDay(value);
  if (control !== 'daterange') return isTooLong(value);
  if (!isObject(value)) return false;
  return !(isDay(value['from']) && isDay(value['to'])) || isReversed(value['from'], value['to']);
}

const isReversed = (from: Json | undefined, to: Json | undefined) =>
  isSet(from) && isSet(to) && isDay(from) && isDay(to) && String(to) < String(from);

/** A reversed period of two dates that `field` is one of: the other one, and which end it is. */
export function reversedWith(
  field: FilterField,
  fields: readonly FilterField[],
  valueOf: (field: FilterField) => Json | undefined,
): { other: FilterField; end: 'from' | 'to' } | undefined {
  const first = fields.find((one) => one.field === field.notBefore);
  if (first && isReversed(valueOf(first), valueOf(field))) return { other: first, end: 'to' };
  const last = fields.find(
    (one) => one.notBefore === field.field && isReversed(valueOf(field), valueOf(one)),
  );
  return last && { other: last, end: 'from' };
}

interface FilterControlProps {
  id: string;
  field: FilterField;
  value: Json | undefined;
  /** False: the label is for screen readers alone (the search that stays visible on narrow screens). */
  labelled: boolean;
  /** Whether the filters were to be applied, and one of them is invalid. */
  refused: boolean;
  /** Error of the value beside another one's. */
  error: string | undefined;
  onChange(value: Json): void;
}

/** One filter's control, with the choice of records without a value where the field has it. */
export function FilterControl(props: FilterControlProps) {
  const { id, field, value, onChange } = props;
  if (field.emptiness !== true) return <ValueControl {...props} />;
  return (
    <LazyComponent source={emptinessField} renderFailed={(retry) => <PartNotice retry={retry} />}>
      {(EmptinessField) => (
        <EmptinessField {...{ id, label: field.label, empty: emptinessOf(value), onChange }}>
          <ValueControl {...props} />
        </EmptinessField>
      )}
    </LazyComponent>
  );
}

function ValueControl({ id, field, value, labelled, refused, error, onChange }: FilterControlProps) {
  const styles = useStyles();
  const t = useText();
  if (!isPlain(field)) {
    return (
      <LazyComponent source={filterField} renderFailed={(retry) => <PartNotice retry={retry} />}>
        {(Control) => <Control {...{ id, field, value, refused, error, onChange }} />}
      </LazyComponent>
    );
  }
  const tooLong = isTooLong(value);
  const control =
    field.control === 'select' ? (
      <Choice
        id={id}
        name={field.field}
        value={asControl(value)}
        options={listed(field)}
        aria-label={labelled ? undefined : field.label}
        onChange={(text) => onChange(fromControl(field, text))}
      />
    ) : (
      <Input
        id={id}
        name={field.field}
        type={inputType(field)}
        value={asControl(value)}
        placeholder={field.placeholder ?? (field.control === 'search' ? t('widgets.filter-bar.search') : '')}
        {...(tooLong && { 'aria-invalid': true, 'aria-describedby': `${id}-limit` })}
        aria-label={labelled ? undefined : field.label}
        {...(field.control === 'search'
          ? { className: styles.search, contentBefore: <Icon name="search" size={16} /> }
          : {})}
        {...(field.control === 'search' && isSet(value)
          ? {
              contentAfter: (
                <button
                  type="button"
                  // The keyboard clears the field by the browser's own Esc.
                  tabIndex={-1}
                  className={styles.empty}
                  aria-label={t('widgets.filter-bar.empty')}
                  onClick={(event) => {
                    onChange('');
                    event.currentTarget.closest('.fui-Input')?.querySelector('input')?.focus();
                  }}
                >
                  <Icon name="dismiss" size={16} />
                </button>
              ),
            }
          : {})}
        onChange={(_, change) => onChange(fromControl(field, change.value))}
      />
    );
  return (
    <div className="limited">
      {labelled ? (
        <FieldFrame bare {...{ id, label: field.label }}>
          {control}
        </FieldFrame>
      ) : (
        control
      )}
      {tooLong && (
        <span id={`${id}-limit`} className="limited-note" role="alert">
          {t('widgets.search-box.tooLong', { limit: maxText })}
        </span>
      )}
    </div>
  );
}
