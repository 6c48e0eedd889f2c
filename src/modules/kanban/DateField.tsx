import { isDay } from '../../contracts/periods.ts';
import { lazyDate, useTexts } from '../../engine/react/index.ts';
import { FieldFrame, LazyComponent, noteId, SkeletonItem } from '../../ui/index.ts';

/** Whether a typed text is a date that exists; nothing typed is none, and right. */
export const isDayOrEmpty = (value: string): boolean => value === '' || isDay(value);

/** A date in the order of days that the language has, typed or chosen in a calendar. */
export function DateField({
  id,
  label,
  value,
  error,
  required = false,
  bare = false,
  onChange,
  onLeave = () => undefined,
}: {
  id: string;
  label: string;
  /** YYYY-MM-DD, or what is typed so far. */
  value: string;
  error?: string | undefined;
  required?: boolean;
  /** No room is reserved for the error. */
  bare?: boolean;
  onChange(value: string): void;
  onLeave?(): void;
}) {
  useTexts('forms');
  return (
    <FieldFrame {...{ id, label, error, required, bare }}>
      <LazyComponent source={lazyDate} fallback={<SkeletonItem height={32} />}>
        {(DateControl) => (
          <DateControl
            {...{ id, label, value, required, onChange, onLeave }}
            invalid={error !== undefined}
            describedBy={bare && error === undefined ? undefined : noteId(id)}
          />
        )}
      </LazyComponent>
    </FieldFrame>
  );
}
