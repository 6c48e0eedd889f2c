import { Button, Link, makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { fromControl } from './fields.tsx';
import type { FilterField } from './fields.tsx';
import { Segments } from './Segments.tsx';
import type { useFilters } from './useFilters.ts';
import { useText } from '../../src/engine/react/index.ts';
import { BottomSheet, CountBadge } from '../../src/ui/index.ts';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: '16px' },
  clear: { minHeight: '44px', whiteSpace: 'nowrap' },
  submit: { display: 'none' },
});

/** Most options that stand side by side; more are a field. */
const mostSegments = 3;

/** The filters of narrow screens in a sheet at the bottom edge. Its code is loaded when it is first opened. */
export default function FilterSheet({
  id,
  count,
  applying,
  fields,
  filters,
  renderField,
  onApply,
  onClear,
  onClose,
}: {
  id: string;
  /** Number of active filters. */
  count: number;
  /** Number of filters once the edits are applied. */
  applying: number;
  fields: readonly FilterField[];
  filters: Pick<ReturnType<typeof useFilters>, 'valueOf' | 'edit'>;
  renderField(field: FilterField): ReactNode;
  onApply(): void;
  onClear(): void;
  onClose(): void;
}) {
  const styles = useStyles();
  const t = useText();
  return (
    <BottomSheet
      half
      title={t('widgets.filter-bar.filters')}
      onClose={onClose}
      action={
        <>
          {count > 0 && <CountBadge count={count} title={t('widgets.filter-bar.active', { count })} />}
          <Link as="button" type="button" className={styles.clear} onClick={onClear}>
            {t('widgets.filter-bar.clear')}
          </Link>
        </>
      }
      footer={
        <Button appearance="primary" onClick={onApply}>
          {t('widgets.filter-bar.apply')}
          {applying > 0 && ` · ${applying}`}
        </Button>
      }
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          onApply();
        }}
      >
        {fields.map((field) => {
          const { control, options } = field;
          return control === 'select' && Array.isArray(options) && options.length <= mostSegments ? (
            <Segments
              key={field.field}
              name={`${id}-${field.field}`}
              label={field.label}
              options={options}
              value={String(filters.valueOf(field) ?? '')}
              onChange={(value) => filters.edit(field, fromControl(field, value))}
            />
          ) : (
            <div key={field.field}>{renderField(field)}</div>
          );
        })}
        {/* Enter in a field submits. */}
        <button type="submit" className={styles.submit} aria-hidden="true" tabIndex={-1} />
      </form>
    </BottomSheet>
  );
}
