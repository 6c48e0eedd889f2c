import {
  Button,
  Checkbox,
  Field,
  Input,
  Popover,
  PopoverSurface,
  PopoverTrigger,
  Select,
} from '@fluentui/react-components';
import { Calendar20Regular } from '@fluentui/react-icons/svg/calendar';
import { lazy, memo, Suspense, useState } from 'react';
import { Choice, FieldFrame, RequiredMark } from '../../../src/ui/index.ts';
import { selectOptions } from './cases.ts';
import type { BenchField } from './cases.ts';

interface TwinFieldProps {
  field: BenchField;
  /** Stands in a bar, without room for hint and error. */
  bare?: boolean;
}

const options = selectOptions.map((text) => ({ value: text, label: text }));

/** A field with the controls that the engine's screens have, and a state of its own. */
export const TwinField = memo(function TwinField({ field, bare = false }: TwinFieldProps) {
  const [value, setValue] = useState('');
  const [ticked, setTicked] = useState(false);
  const { name, label, kind } = field;
  const required = field.required && !bare;
  if (kind === 'checkbox') {
    return (
      <div className="field">
        <FieldFrame id={name} label={null} selfLabelled>
          <Checkbox
            id={name}
            label={
              <>
                {label}
                {required && <RequiredMark />}
              </>
            }
            checked={ticked}
            onChange={(_, data) => setTicked(data.checked === true)}
          />
        </FieldFrame>
      </div>
    );
  }
  const state = { id: name, value, 'aria-required': required || undefined };
  return (
    <div className="field">
      <FieldFrame id={name} {...{ label, required, bare }}>
        {kind === 'select' ? (
          <Choice {...state} options={options} placeholder="Selecione" onChange={setValue} />
        ) : kind === 'date' ? (
          <DateInput {...state} label={label} onChange={setValue} />
        ) : (
          <Input
            {...state}
            {...(kind === 'number' ? { inputMode: 'decimal' } : { maxLength: 250 })}
            onChange={(_, data) => setValue(data.value)}
          />
        )}
      </FieldFrame>
    </div>
  );
});

const Calendar = lazy(async () => ({
  default: (await import('@fluentui/react-calendar-compat')).Calendar,
}));

/** DD/MM/YYYY as far as it is typed. */
const masked = (text: string) =>
  text
    .replace(/\D/g, '')
    .slice(0, 8)
    .replace(/^(\d\d)(\d)/, '$1/$2')
    .replace(/^(\d\d\/\d\d)(\d)/, '$1/$2');

/** A date, typed or chosen in a calendar, which is loaded when it is opened. */
function DateInput({
  label,
  onChange,
  ...input
}: {
  id: string;
  label: string;
  value: string;
  'aria-required': true | undefined;
  onChange(value: string): void;
}) {
  const [opened, setOpened] = useState(false);
  const button = (
    <Button
      appearance="transparent"
      size="small"
      icon={<Calendar20Regular aria-hidden />}
      aria-label={`Abrir calendário: ${label}`}
      aria-haspopup="dialog"
      aria-expanded={opened}
      onClick={() => setOpened(true)}
    />
  );
  return (
    <Input
      {...input}
      inputMode="numeric"
      placeholder="DD/MM/AAAA"
      onChange={(_, data) => onChange(masked(data.value))}
      contentAfter={
        opened ? (
          <Popover open trapFocus positioning="below-end" onOpenChange={(_, data) => setOpened(data.open)}>
            <PopoverTrigger disableButtonEnhancement>{button}</PopoverTrigger>
            <PopoverSurface aria-label={label}>
              <Suspense>
                <Calendar
                  onSelectDate={(date) => {
                    onChange(date.toLocaleDateString('pt-BR'));
                    setOpened(false);
                  }}
                />
              </Suspense>
            </PopoverSurface>
          </Popover>
        ) : (
          button
        )
      }
    />
  );
}

/** A field with the browser's own select and date, as Fluent's ordinary components render them. */
export const NativeField = memo(function NativeField({ field }: TwinFieldProps) {
  const [value, setValue] = useState('');
  const [ticked, setTicked] = useState(false);
  const { name, label, kind, required } = field;
  if (kind === 'checkbox') {
    return (
      <div className="field">
        <Checkbox
          id={name}
          label={label}
          checked={ticked}
          onChange={(_, data) => setTicked(data.checked === true)}
        />
      </div>
    );
  }
  return (
    <Field className="field" label={label} required={required}>
      {kind === 'select' ? (
        <Select id={name} value={value} onChange={(_, data) => setValue(data.value)}>
          {selectOptions.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </Select>
      ) : (
        <Input
          id={name}
          type={kind}
          value={value}
          {...(kind === 'text' ? { maxLength: 250 } : {})}
          onChange={(_, data) => setValue(data.value)}
        />
      )}
    </Field>
  );
});
