import { Button, Input, makeStyles, Spinner } from '@fluentui/react-components';
import type { InputProps } from '@fluentui/react-components';
import { EyeOff20Regular } from '@fluentui/react-icons/svg/eye-off';
import { Eye20Regular } from '@fluentui/react-icons/svg/eye';
import { LockClosed20Regular } from '@fluentui/react-icons/svg/lock-closed';
import { Person20Regular } from '@fluentui/react-icons/svg/person';
import { useId, useState } from 'react';
import type { ReactNode, Ref } from 'react';
import { FieldFrame, noteId, RequiredLegend } from '../../ui/index.ts';
import { useI18n } from '../app-context.ts';

const useStyles = makeStyles({
  input: { width: '100%', minWidth: 0 },
  reveal: { minWidth: 'auto', marginRight: '-6px' },
  submit: {
    marginTop: '8px',
    width: '100%',
    minHeight: '40px',
    '@media (pointer: coarse)': { minHeight: '44px' },
  },
});

interface CredentialFieldProps {
  label: string;
  value: string;
  onChange(value: string): void;
  placeholder?: string | undefined;
  /** The rule for the value, below the field. */
  hint?: string | undefined;
  error?: string | undefined;
  size: 'medium' | 'large';
  ref?: Ref<HTMLInputElement>;
  /** Below the field. */
  children?: ReactNode;
}

function CredentialField({
  label,
  hint,
  error,
  onChange,
  children,
  ...input
}: CredentialFieldProps & Omit<InputProps, 'onChange' | 'size' | 'children'>) {
  const styles = useStyles();
  const id = useId();
  return (
    <FieldFrame id={id} label={label} required hint={hint} error={error}>
      <Input
        {...input}
        id={id}
        className={styles.input}
        aria-required
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error !== undefined || hint !== undefined ? noteId(id) : undefined}
        onChange={(_, { value }) => onChange(value)}
      />
      {children}
    </FieldFrame>
  );
}

export function UsernameField(props: CredentialFieldProps) {
  return (
    <CredentialField
      {...props}
      name="username"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      contentBefore={<Person20Regular />}
    />
  );
}

/** A password field with a button that reveals the password. */
export function PasswordField(
  props: CredentialFieldProps & { autoComplete: 'current-password' | 'new-password'; name: string },
) {
  const styles = useStyles();
  const { t } = useI18n();
  const [revealed, setRevealed] = useState(false);
  const action = t(revealed ? 'login.hide' : 'login.reveal');
  return (
    <CredentialField
      {...props}
      type={revealed ? 'text' : 'password'}
      contentBefore={<LockClosed20Regular />}
      contentAfter={
        <Button
          className={styles.reveal}
          appearance="transparent"
          size="small"
          aria-pressed={revealed}
          aria-label={action}
          title={action}
          icon={revealed ? <EyeOff20Regular /> : <Eye20Regular />}
          onClick={() => setRevealed(!revealed)}
        />
      }
    />
  );
}

/** The submit button of a credentials form; `text` describes the progress while `busy`. */
export function SubmitButton({
  text,
  size,
  busy,
}: {
  text: string;
  size: 'medium' | 'large';
  busy: boolean;
}) {
  const styles = useStyles();
  const { t } = useI18n();
  return (
    <>
      <Button
        className={styles.submit}
        appearance="primary"
        size={size}
        type="submit"
        disabledFocusable={busy}
        icon={busy ? <Spinner size="tiny" aria-hidden /> : undefined}
      >
        {text}
      </Button>
      <RequiredLegend text={t('login.required')} />
    </>
  );
}
