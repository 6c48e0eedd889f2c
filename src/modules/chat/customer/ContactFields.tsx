import { Input } from '@fluentui/react-components';
import { useEffect, useId, useRef } from 'react';
import type { Ref } from 'react';
import { useText } from '../../../engine/react/index.ts';
import { FieldFrame } from '../../../ui/index.ts';

interface ContactValues {
  name: string;
  surname: string;
  company: string;
}

/** A field of a contact. */
export function ContactField({
  label,
  hint,
  value,
  onChange,
  ref,
}: {
  label: string;
  hint?: string;
  value: string;
  onChange(value: string): void;
  ref?: Ref<HTMLInputElement>;
}) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} bare={hint === undefined}>
      <Input
        ref={ref}
        id={id}
        value={value}
        maxLength={200}
        onChange={(_, { value: next }) => onChange(next)}
      />
    </FieldFrame>
  );
}

/** Names and company of a contact, new or known; the first one has the focus. */
export function ContactFields({
  values,
  onChange,
}: {
  values: ContactValues;
  onChange(change: Partial<ContactValues>): void;
}) {
  const t = useText();
  const first = useRef<HTMLInputElement>(null);
  // The button that was pressed for them is gone, with the focus.
  useEffect(() => first.current?.focus(), []);
  return (
    <>
      <ContactField
        ref={first}
        label={t('chat.name')}
        value={values.name}
        onChange={(name) => onChange({ name })}
      />
      <ContactField
        label={t('chat.surname')}
        value={values.surname}
        onChange={(surname) => onChange({ surname })}
      />
      <ContactField
        label={t('chat.companyName')}
        value={values.company}
        onChange={(company) => onChange({ company })}
      />
    </>
  );
}
