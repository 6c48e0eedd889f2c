import { Button, Field, Input, makeStyles } from '@fluentui/react-components';
import { EyeOff20Regular } from '@fluentui/react-icons/svg/eye-off';
import { Eye20Regular } from '@fluentui/react-icons/svg/eye';
import { LockClosed20Regular } from '@fluentui/react-icons/svg/lock-closed';
import { Person20Regular } from '@fluentui/react-icons/svg/person';
import { useState } from 'react';
import type { Ref } from 'react';
import { useI18n } from '../app-context.ts';

interface FieldProps {
  label: string;
  hint?: string;
  value: string;
  onChange(value: string): void;
  error?: string;
  size: 'medium' | 'large';
  ref?: Ref<HTMLInputElement>;
}

const useStyles = makeStyles({
  // An input wishes for twenty letters and what stands beside them; it takes the room there is.
  field: { gridTemplateColumns: 'minmax(0, 1fr)' },
  input: { width: '100%', minWidth: 0 },
  reveal: { minWidth: 'auto', marginRight: '-6px' },
});

export function UsernameField({ label, hint, value, onChange, error, size, ref }: FieldProps) {
  const styles = useStyles();
  return (
    <Field
      className={styles.field}
      label={label}
      required
      validationMessage={error}
      size={size === 'large' ? 'medium' : size}
    >
      <Input
        ref={ref}
        className={styles.input}
        size={size}
        value={value}
        placeholder={hint}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        contentBefore={<Person20Regular />}
        onChange={(_, { value: next }) => onChange(next)}
      />
    </Field>
  );
}

/** A password that can be looked at; hidden again when the field is left to be sent. */
export function PasswordField(
  props: FieldProps & {
    autoComplete: 'current-password' | 'new-password';
    name: string;
    rule?: string | undefined;
  },
) {
  const { label, hint, rule, value, onChange, error, size, autoComplete, name, ref } = props;
  const styles = useStyles();
  const { t } = useI18n();
  const [shown, setShown] = useState(false);
  return (
    <Field
      className={styles.field}
      label={label}
      required
      hint={rule}
      validationMessage={error}
      size={size === 'large' ? 'medium' : size}
    >
      <Input
        ref={ref}
        className={styles.input}
        size={size}
        type={shown ? 'text' : 'password'}
        value={value}
        placeholder={hint}
        name={name}
        autoComplete={autoComplete}
        contentBefore={<LockClosed20Regular />}
        contentAfter={
          <Button
            className={styles.reveal}
            appearance="transparent"
            size="small"
            aria-pressed={shown}
            aria-label={t(shown ? 'login.hide' : 'login.reveal')}
            title={t(shown ? 'login.hide' : 'login.reveal')}
            icon={shown ? <EyeOff20Regular /> : <Eye20Regular />}
            onClick={() => setShown(!shown)}
          />
        }
        onChange={(_, { value: next }) => onChange(next)}
      />
    </Field>
  );
}
