import { Spinner } from '@fluentui/react-components';
import { useCallback, useEffect, useState } from 'react';
import { HttpFailure } from '../../client/index.ts';
import { ErrorNotice, notify } from '../../ui/index.ts';
import { useApp, useI18n } from '../app-context.ts';
import { paths } from '../paths.ts';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { openPublic, resetToken, usePublicAddress } from './public-address.ts';
import { PublicLink } from './PublicLink.tsx';
import { SignInPage } from './SignInPage.tsx';

const tokenCall = (token: string): string => `/adm/v2/sec/pwd/t?token=${encodeURIComponent(token)}`;
const passwordCall = (token: string): string => `/adm/v2/sec/pwd/s?token=${encodeURIComponent(token)}`;

const isRefused = (error: unknown): error is HttpFailure =>
  error instanceof HttpFailure && error.status === 400 && !error.errors.some(({ path }) => path !== '/token');

/** Sets a new password for who comes with the link of a mail. */
export default function ResetPasswordPage() {
  const { account, http, session } = useApp();
  const { t } = useI18n();
  const token = resetToken(usePublicAddress()) ?? '';
  const [userId, setUserId] = useState<number | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);

  const leave = useCallback(() => {
    notify('error', t('password.invalidToken'));
    openPublic(paths.login, true);
  }, [t]);

  useEffect(() => {
    let unmounted = false;
    http
      .request({ method: 'get', address: tokenCall(token), public: true })
      .then((reply) => {
        if (!unmounted) setUserId((reply as { data: { id: number } }).data.id);
      })
      .catch((error: unknown) => {
        if (unmounted) return;
        if (isRefused(error)) leave();
        else setFailed(true);
      });
    return () => {
      unmounted = true;
    };
  }, [http, token, leave, attempt]);

  async function save(id: number, password: string): Promise<void> {
    const body = { id, password: await account.seal(password) };
    await http.request({ method: 'put', address: passwordCall(token), body, public: true });
    notify('success', t('password.success'));
    // Every session of the person has ended, this browser's too if it was theirs.
    if (session.get()?.user === String(id)) account.forget();
    openPublic(paths.login, true);
  }

  function retry(): void {
    setFailed(false);
    setAttempt(attempt + 1);
  }

  const title = t('password.title');
  return (
    <SignInPage name={title} title={title} subtitle={t('password.byLink')}>
      {userId !== null ? (
        <NewPasswordForm
          asksCurrent={false}
          known={[]}
          save={({ password }) => save(userId, password)}
          onFailure={(error) => (isRefused(error) ? leave() : notify('error', t('password.failure')))}
        >
          <PublicLink to={paths.login}>{t('forgot.back')}</PublicLink>
        </NewPasswordForm>
      ) : failed ? (
        <ErrorNotice title={t('failure.generic')} retry={{ text: t('failure.retry'), onRetry: retry }} />
      ) : (
        <Spinner aria-label={t('shell.loading')} />
      )}
    </SignInPage>
  );
}
