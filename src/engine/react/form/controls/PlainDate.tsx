import { compileField } from '../../../core/form/field.ts';
import type { ControlProps } from '../context.ts';
import { DateControl } from './DateControl.tsx';

const field = compileField({ field: 'date', widget: 'date' }, { type: 'string', format: 'date' }, {}, false);

/** The date control beside a label, for surfaces that are no forms. A text that is no date is the value as typed. */
export default function PlainDate({
  onChange,
  ...props
}: Pick<ControlProps, 'id' | 'label' | 'onLeave' | 'invalid' | 'required' | 'describedBy'> & {
  value: string;
  /** Gets the date as YYYY-MM-DD, or the text that is none; empty without one. */
  onChange(value: string): void;
}) {
  return (
    <DateControl
      {...props}
      field={field}
      disabled={false}
      readOnly={false}
      placeholder={undefined}
      allowed={null}
      onChange={(value) => onChange(typeof value === 'string' ? value : '')}
    />
  );
}
