import { makeStyles } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { HttpFailure } from '../../client/index.ts';
import { passwordErrors, passwordLength } from '../../contracts/person.ts';
import { dismissErrors } from '../../ui/index.ts';
import { useApp, useI18n } from '../app-context.ts';
import { PasswordField, SubmitButton } from './CredentialFields.tsx';
import { StrengthMeter } from './StrengthMeter.tsx';

const useStyles = makeStyles({ form: { display: 'flex', flexDirection: 'column', gap: '4px' } });

export interface PasswordValues {
  current: string;
  password: string;
  confirmation: string;
}
type Errors = { [field in keyof PasswordValues]?: string | undefined };

const fieldAt: ReadonlyMap<string, keyof Errors> = new Map([
  ['/currentPassword', 'current'],
  ['/password', 'password'],
  ['/confirm_password', 'confirmation'],
] as const);

/** The server's errors by field; each stays until its field is edited. */
function errorsOf(error: unknown): Errors {
  const errors: Errors = {};
  if (!(error instanceof HttpFailure)) return errors;
  for (const { path, message } of error.errors) {
    const field = fieldAt.get(path);
    if (field) errors[field] = message;
  }
  return errors;
}

interface NewPasswordFormProps {
  /** Whether the password until now is asked for: not of who comes with a link. */
  asksCurrent: boolean;
  /** Names that would be tried first. */
  known: readonly string[];
  /** Saves the password. A rejection with errors of fields leaves the form open. */
  save(values: PasswordValues): Promise<void>;
  onFailure(error: unknown): void;
  /** Below the button. */
  children?: ReactNode;
}

/** A new password, twice. */
export function NewPasswordForm({ asksCurrent, known, save, onFailure, children }: NewPasswordFormProps) {
  const styles = useStyles();
  const { i18n } = useApp();
  const { t } = useI18n();
  const [values, setValues] = useState<PasswordValues>({ current: '', password: '', confirmation: '' });
  const [checked, setChecked] = useState(false);
  const [refused, setRefused] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const fields = {
    current: useRef<HTMLInputElement>(null),
    password: useRef<HTMLInputElement>(null),
    confirmation: useRef<HTMLInputElement>(null),
  };
  const names = asksCurrent
    ? (['current', 'password', 'confirmation'] as const)
    : (['password', 'confirmation'] as const);
  const first = fields[names[0]];

  useEffect(() => void i18n.need(['forms']), [i18n]);
  useEffect(() => first.current?.focus(), [first]);

  function errorOf(field: keyof PasswordValues): string | undefined {
    if (values[field] === '') return t('validation.required');
    if (field === 'confirmation' && values.confirmation !== values.password)
      return t('validation.person.passwordConfirmation');
    if (field !== 'password') return undefined;
    if (asksCurrent && values.password === values.current) return t('validation.password.same');
    const error = passwordErrors(values.password)[0];
    return error && t(error.key, error.values);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setChecked(true);
    const wrong = names.find((field) => errorOf(field) !== undefined);
    if (wrong) return fields[wrong].current?.focus();
    dismissErrors();
    setRefused({});
    setBusy(true);
    try {
      await save(values);
    } catch (error) {
      setBusy(false);
      const errors = errorsOf(error);
      setRefused(errors);
      onFailure(error);
      (fields[names.find((name) => errors[name] !== undefined) ?? names[0]].current ?? null)?.select();
    }
  }

  const field = (name: keyof PasswordValues, label: string) => (
    <PasswordField
      ref={fields[name]}
      size="large"
      name={name}
      autoComplete={name === 'current' ? 'current-password' : 'new-password'}
      label={label}
      hint={name === 'password' ? t('password.rule', passwordLength) : undefined}
      value={values[name]}
      onChange={(value) => {
        setValues({ ...values, [name]: value });
        setRefused({ ...refused, [name]: undefined });
      }}
      error={checked ? (errorOf(name) ?? refused[name]) : undefined}
    >
      {name === 'password' && <StrengthMeter password={values.password} known={known} />}
    </PasswordField>
  );
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      {asksCurrent && field('current', t('password.current'))}
      {field('password', t('password.new'))}
      {field('confirmation', t('password.confirm'))}
      <SubmitButton size="large" busy={busy} text={t(busy ? 'password.saving' : 'password.save')} />
      {children}
    </form>
  );
}
