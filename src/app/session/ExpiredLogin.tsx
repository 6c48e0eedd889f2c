import {
  Button,
  Dialog,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  Spinner,
  tokens,
} from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { moldeToken, notify, useFocusReturn } from '../../ui/index.ts';
import { useApp, useI18n } from '../app-context.ts';
import { PasswordField, UsernameField } from './Credentials.tsx';

const useStyles = makeStyles({
  surface: { width: 'min(384px, calc(100vw - 32px))' },
  body: { display: 'flex', flexDirection: 'column', gap: '4px' },
  title: { margin: 0 },
  text: { margin: '0 0 16px', color: tokens.colorNeutralForeground3 },
  form: { display: 'flex', flexDirection: 'column', gap: '16px' },
  enter: { '@media (pointer: coarse)': { minHeight: '44px' } },
  fault: { margin: 0, color: moldeToken('errorForeground') },
});

/**
 * Over the page whose session ended: sign in again and everything goes on where it stood. Whoever signs in as somebody
 * else starts at the home page, with nothing left of the first person's screen.
 */
export default function ExpiredLogin({ onOtherUser }: { onOtherUser(): void }) {
  const styles = useStyles();
  const { account, session } = useApp();
  const { t } = useI18n();
  // Signed out in another tab, the stored values are gone.
  const [before] = useState(() => ({
    user: session.owner(),
    username: session.get()?.username ?? account.getState().me?.login ?? '',
  }));
  const [username, setUsername] = useState(before.username);
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const usernameField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  useFocusReturn();

  useEffect(() => {
    (before.username ? passwordField : usernameField).current?.focus();
  }, [before]);

  async function enter(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (username.trim() === '') return usernameField.current?.focus();
    if (password === '') return passwordField.current?.focus();
    setBusy(true);
    setError('');
    try {
      const failure = await account.signIn(username.trim(), password);
      if (failure === null) {
        notify('success', t('login.success'));
        if (session.get()?.user !== before.user) onOtherUser();
        else account.resume(true);
        return;
      }
      if (failure.reason === 'other') setError(failure.message || t('login.failed'));
      else setError(t(failure.reason === 'denied' ? 'login.denied' : 'login.wrong'));
    } catch {
      setError(t('failure.generic'));
    }
    setBusy(false);
    passwordField.current?.select();
  }

  return (
    <Dialog open modalType="alert">
      <DialogSurface className={styles.surface}>
        <DialogBody className={styles.body}>
          <DialogTitle className={styles.title} action={null}>
            {t('session.expiredTitle')}
          </DialogTitle>
          <DialogContent>
            <p className={styles.text}>{t('session.expiredText')}</p>
            <form className={styles.form} noValidate onSubmit={(event) => void enter(event)}>
              <UsernameField
                ref={usernameField}
                size="medium"
                label={t('login.username')}
                hint={t('login.usernameHint')}
                value={username}
                onChange={setUsername}
              />
              <PasswordField
                ref={passwordField}
                size="medium"
                name="password"
                autoComplete="current-password"
                label={t('login.password')}
                hint={t('login.passwordHint')}
                value={password}
                onChange={setPassword}
              />
              <p className={styles.fault} role="alert" hidden={error === ''}>
                {error}
              </p>
              <Button
                className={styles.enter}
                appearance="primary"
                type="submit"
                disabledFocusable={busy}
                icon={busy ? <Spinner size="tiny" aria-hidden /> : undefined}
              >
                {t(busy ? 'login.entering' : 'login.enter')}
              </Button>
            </form>
          </DialogContent>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
