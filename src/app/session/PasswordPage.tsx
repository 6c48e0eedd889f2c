import { Button, makeStyles } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { HttpFailure } from '../../client/index.ts';
import { passwordErrors, passwordLength } from '../../contracts/person.ts';
import { dismissErrors, notify } from '../../ui/index.ts';
import { useApp, useI18n } from '../app-context.ts';
import { paths } from '../paths.ts';
import { PasswordField, SubmitButton } from './CredentialFields.tsx';
import { SignInPage } from './SignInPage.tsx';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: '4px' },
  leave: { width: '100%', minHeight: '40px' },
});

const fieldAt: ReadonlyMap<string, keyof Errors> = new Map([
  ['/currentPassword', 'current'],
  ['/password', 'password'],
  ['/confirm_password', 'confirmation'],
] as const);
type Errors = { [field in 'current' | 'password' | 'confirmation']?: string | undefined };

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

/** The forced password change (forcedReset=Y): a person flagged isChangePwd=Y can open no other page before. */
export default function PasswordPage() {
  const { t } = useI18n();
  const title = t('password.title');
  return (
    <SignInPage name={title} title={title} subtitle={t('password.forced')}>
      <PasswordForm />
    </SignInPage>
  );
}

function PasswordForm() {
  const styles = useStyles();
  const { account, session, i18n } = useApp();
  const { t } = useI18n();
  const navigate = useNavigate();
  const [values, setValues] = useState({ current: '', password: '', confirmation: '' });
  const [checked, setChecked] = useState(false);
  const [refused, setRefused] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const currentField = useRef<HTMLInputElement>(null);
  const fields = {
    current: currentField,
    password: useRef<HTMLInputElement>(null),
    confirmation: useRef<HTMLInputElement>(null),
  };

  useEffect(() => void i18n.need(['forms']), [i18n]);
  useEffect(() => currentField.current?.focus(), []);

  function errorOf(field: keyof typeof values): string | undefined {
    if (values[field] === '') return t('validation.required');
    if (field === 'confirmation' && values.confirmation !== values.password)
      return t('validation.person.passwordConfirmation');
    if (field !== 'password') return undefined;
    if (values.password === values.current) return t('validation.password.same');
    const error = passwordErrors(values.password)[0];
    return error && t(error.key, error.values);
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setChecked(true);
    const wrong = (['current', 'password', 'confirmation'] as const).find(
      (field) => errorOf(field) !== undefined,
    );
    if (wrong) return fields[wrong].current?.focus();
    dismissErrors();
    setRefused({});
    setBusy(true);
    const username = session.get()?.username ?? '';
    try {
      await account.changePassword(values.current, values.password);
    } catch (error) {
      setBusy(false);
      notify('error', t('password.failure'));
      setRefused(errorsOf(error));
      fields.current.current?.select();
      return;
    }
    notify('success', t('password.success'));
    // The change ended every session of this person, so the new password opens the next one.
    const failure = await account.signIn(username, values.password).catch(() => 'failed' as const);
    if (failure === null) await navigate(paths.home, { replace: true });
    else account.forget();
  }

  const field = (name: keyof typeof values, label: string) => (
    <PasswordField
      ref={fields[name]}
      size="large"
      name={name}
      autoComplete={name === 'current' ? 'current-password' : 'new-password'}
      label={t(label)}
      hint={name === 'password' ? t('password.rule', passwordLength) : undefined}
      value={values[name]}
      onChange={(value) => {
        setValues({ ...values, [name]: value });
        setRefused({ ...refused, [name]: undefined });
      }}
      error={checked ? (errorOf(name) ?? refused[name]) : undefined}
    />
  );
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void save(event)}>
      {field('current', 'password.current')}
      {field('password', 'password.new')}
      {field('confirmation', 'password.confirm')}
      <SubmitButton size="large" busy={busy} text={t(busy ? 'password.saving' : 'password.save')} />
      <Button
        className={styles.leave}
        appearance="subtle"
        size="large"
        onClick={() => void account.signOut()}
      >
        {t('shell.logout')}
      </Button>
    </form>
  );
}
