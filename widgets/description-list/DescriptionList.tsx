import { useMemo } from 'react';
import type { DescriptionListProps } from '../../src/engine/core/index.ts';
import { useFields, Value } from '../../src/engine/react/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';
import { DescriptionList as Pairs } from '../../src/ui/index.ts';

const noRows: readonly never[] = [];

/** Pairs of a label and its value. */
export default function DescriptionList({ id, props, data }: WidgetProps<DescriptionListProps>) {
  const { record } = data;
  const rows = useMemo(() => (record ? [record] : noRows), [record]);
  // Values of the definition itself are computed with the node's props, not per row.
  const settings = useMemo(
    () => props.items.map(({ value, ...field }) => ({ ...field, given: value })),
    [props.items],
  );
  const { fields, raw } = useFields(settings, rows);
  return (
    <Pairs
      id={id}
      columns={props.columns ?? 2}
      layout={props.layout ?? 'stacked'}
      pairs={fields.map((field, index) => ({
        key: `${index} ${field.label}`,
        label: field.label,
        wide: field.wide === true,
        content: (
          <Value
            settings={field}
            raw={field.given === undefined ? raw(index, 0) : field.given}
            row={record}
          />
        ),
      }))}
    />
  );
}
