import { Button, makeStyles, Spinner } from '@fluentui/react-components';
import { LockClosed20Regular } from '@fluentui/react-icons/svg/lock-closed';
import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { dismissErrors, moldeToken, notify, statusToken } from '../../ui/index.ts';
import { useApp, useI18n } from '../app-context.ts';
import { PasswordField, UsernameField } from './Credentials.tsx';
import { SignInFrame } from './SignInFrame.tsx';
import { SignInLoading } from './SignInLoading.tsx';
import { usePublicHome } from './usePublicHome.ts';

const useStyles = makeStyles({
  title: {
    margin: 0,
    fontSize: moldeToken('fontSizeBase600'),
    lineHeight: moldeToken('lineHeightBase600'),
    fontWeight: moldeToken('fontWeightSemibold'),
  },
  subtitle: { margin: '4px 0 24px', color: moldeToken('colorNeutralForeground3') },
  form: { display: 'flex', flexDirection: 'column', gap: '16px' },
  enter: { marginTop: '8px', width: '100%', minHeight: '40px' },
  denied: {
    display: 'flex',
    gap: '12px',
    padding: '12px 16px 12px 12px',
    borderRadius: moldeToken('borderRadiusMedium'),
    backgroundColor: moldeToken(statusToken('late', 'Background')),
    color: moldeToken(statusToken('late', 'Foreground')),
  },
  deniedIcon: { flexShrink: 0, width: '28px', height: '28px' },
  deniedText: { margin: 0, fontWeight: moldeToken('fontWeightSemibold') },
  deniedHint: { margin: '4px 0 0' },
});

/** The sign-in page. Success needs no way out of it: the application shows the signed-in person's pages instead. */
export default function LoginPage() {
  const styles = useStyles();
  const { account } = useApp();
  const { t } = useI18n();
  const { home, failed, retry } = usePublicHome();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [checked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [denied, setDenied] = useState(false);
  const usernameField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const ready = home !== null;

  useEffect(() => {
    document.title = home ? `${t('login.enter')} · ${home.tenant.name}` : t('shell.product');
  });
  useEffect(() => {
    if (ready) usernameField.current?.focus();
  }, [ready]);

  async function enter(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setChecked(true);
    if (username.trim() === '') return usernameField.current?.focus();
    if (password === '') return passwordField.current?.focus();
    dismissErrors();
    setBusy(true);
    setDenied(false);
    try {
      const failure = await account.signIn(username.trim(), password);
      if (failure === null) {
        notify('success', t('login.success'));
        return;
      }
      setDenied(failure.reason === 'denied');
      if (failure.reason === 'other') notify('error', failure.message || t('login.failed'));
      else notify('error', t(failure.reason === 'denied' ? 'login.denied' : 'login.wrong'));
    } catch {
      notify('error', t('failure.generic'));
    } finally {
      setBusy(false);
    }
    passwordField.current?.select();
  }

  if (!home) return <SignInLoading failed={failed} retry={retry} />;
  return (
    <SignInFrame home={home}>
      <h1 className={styles.title}>{t('login.title')}</h1>
      <p className={styles.subtitle}>{t('login.subtitle')}</p>
      <form className={styles.form} noValidate onSubmit={(event) => void enter(event)}>
        {denied && (
          <div className={styles.denied} role="alert">
            <LockClosed20Regular className={styles.deniedIcon} />
            <div>
              <p className={styles.deniedText}>{t('login.denied')}</p>
              <p className={styles.deniedHint}>{t('login.deniedHint')}</p>
            </div>
          </div>
        )}
        <UsernameField
          ref={usernameField}
          size="large"
          label={t('login.username')}
          hint={t('login.usernameHint')}
          value={username}
          onChange={setUsername}
          error={checked && username.trim() === '' ? t('login.usernameHint') : undefined}
        />
        <PasswordField
          ref={passwordField}
          size="large"
          name="password"
          autoComplete="current-password"
          label={t('login.password')}
          hint={t('login.passwordHint')}
          value={password}
          onChange={setPassword}
          error={checked && password === '' ? t('login.passwordHint') : undefined}
        />
        <Button
          className={styles.enter}
          appearance="primary"
          size="large"
          type="submit"
          disabledFocusable={busy}
          icon={busy ? <Spinner size="tiny" aria-hidden /> : undefined}
        >
          {t(busy ? 'login.entering' : 'login.enter')}
        </Button>
      </form>
    </SignInFrame>
  );
}
