import { makeStyles } from '@fluentui/react-components';
import { MailCheckmark20Regular } from '@fluentui/react-icons/svg/mail-checkmark';
import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { HttpFailure } from '../../client/index.ts';
import { dismissErrors, moldeToken, notify, statusToken } from '../../ui/index.ts';
import { useApp, useI18n } from '../app-context.ts';
import { paths } from '../paths.ts';
import { SubmitButton, UsernameField } from './CredentialFields.tsx';
import { PublicLink } from './PublicLink.tsx';
import { SignInPage } from './SignInPage.tsx';

const forgotCall = '/adm/v2/sec/pwd/t';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: '4px' },
  sent: {
    display: 'flex',
    gap: '12px',
    margin: '0 0 16px',
    padding: '12px 16px 12px 12px',
    borderRadius: moldeToken('borderRadiusMedium'),
    backgroundColor: moldeToken(statusToken('concluded', 'Background')),
    color: moldeToken(statusToken('concluded', 'Foreground')),
  },
  icon: { flexShrink: 0, width: '24px', height: '24px' },
});

/** Asks for the mail with a link that sets a new password. */
export default function ForgotPasswordPage() {
  const styles = useStyles();
  const { http } = useApp();
  const { t } = useI18n();
  const [login, setLogin] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  const [sent, setSent] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const name = login.trim();
    if (name === '') {
      setError(t('forgot.empty'));
      return field.current?.focus();
    }
    dismissErrors();
    setBusy(true);
    setSent(null);
    try {
      const body = { login: name };
      const reply = await http.request({ method: 'post', address: forgotCall, body, public: true });
      const { message } = reply as { message: string };
      setSent(message);
      notify('success', message);
    } catch (failure) {
      const isKnown = failure instanceof HttpFailure && failure.message !== '';
      notify('error', isKnown ? failure.message : t('failure.generic'));
      if (failure instanceof HttpFailure) setError(failure.errors[0]?.message);
      field.current?.select();
    } finally {
      setBusy(false);
    }
  }

  const title = t('forgot.title');
  return (
    <SignInPage name={title} title={title} subtitle={t('forgot.subtitle')}>
      {sent !== null && (
        <p className={styles.sent}>
          <MailCheckmark20Regular className={styles.icon} aria-hidden />
          {sent}
        </p>
      )}
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <UsernameField
          ref={field}
          size="large"
          label={t('login.username')}
          placeholder={t('login.usernameHint')}
          value={login}
          onChange={(value) => {
            setLogin(value);
            setError(undefined);
          }}
          error={error}
        />
        <SubmitButton size="large" busy={busy} text={t(busy ? 'forgot.sending' : 'forgot.send')} />
        <PublicLink to={paths.login}>{t('forgot.back')}</PublicLink>
      </form>
    </SignInPage>
  );
}
