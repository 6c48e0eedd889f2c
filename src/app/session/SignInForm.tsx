import { makeStyles } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { notify } from '../../ui/index.ts';
import { useApp, useI18n } from '../app-context.ts';
import type { SignInFailure } from './account.ts';
import { PasswordField, SubmitButton, UsernameField } from './CredentialFields.tsx';

const useStyles = makeStyles({ form: { display: 'flex', flexDirection: 'column', gap: '4px' } });

interface SignInFormProps {
  size: 'medium' | 'large';
  /** Login of the person expected to sign in; the focus then starts at the password. */
  expected?: string;
  /** Rendered above the fields. */
  children?: ReactNode;
  /** Called when a new attempt starts. */
  onAttempt(): void;
  onFailure(text: string, reason: SignInFailure['reason']): void;
  onSuccess?(): void;
}

/** Username and password, for the sign-in page and for the dialog over an expired session. */
export function SignInForm({
  size,
  expected = '',
  children,
  onAttempt,
  onFailure,
  onSuccess,
}: SignInFormProps) {
  const styles = useStyles();
  const { account, session } = useApp();
  const { t } = useI18n();
  const [username, setUsername] = useState(expected);
  const [password, setPassword] = useState('');
  const [checked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const usernameField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    (expected === '' ? usernameField : passwordField).current?.focus();
  }, [expected]);

  function textOf(failure: SignInFailure): string {
    if (failure.reason === 'other') return failure.message || t('login.failed');
    return t(failure.reason === 'denied' ? 'login.denied' : 'login.wrong');
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setChecked(true);
    if (username.trim() === '') return usernameField.current?.focus();
    if (password === '') return passwordField.current?.focus();
    onAttempt();
    setBusy(true);
    try {
      const failure = await account.signIn(username.trim(), password);
      if (failure === null) {
        // A person who must choose a new password first is not greeted before.
        if (account.getState().me?.isChangePwd !== 'Y') notify('success', t('login.success'));
        if (!session.isKept()) notify('warning', t('login.notKept'));
        onSuccess?.();
        return;
      }
      onFailure(textOf(failure), failure.reason);
    } catch {
      onFailure(t('failure.generic'), 'other');
    } finally {
      setBusy(false);
    }
    passwordField.current?.select();
  }

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      {children}
      <UsernameField
        ref={usernameField}
        size={size}
        label={t('login.username')}
        placeholder={t('login.usernameHint')}
        value={username}
        onChange={setUsername}
        error={checked && username.trim() === '' ? t('login.usernameHint') : undefined}
      />
      <PasswordField
        ref={passwordField}
        size={size}
        name="password"
        autoComplete="current-password"
        label={t('login.password')}
        placeholder={t('login.passwordHint')}
        value={password}
        onChange={setPassword}
        error={checked && password === '' ? t('login.passwordHint') : undefined}
      />
      <SubmitButton size={size} busy={busy} text={t(busy ? 'login.entering' : 'login.enter')} />
    </form>
  );
}
