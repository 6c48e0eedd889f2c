import { Button, makeStyles } from '@fluentui/react-components';
import { useNavigate } from 'react-router-dom';
import { notify } from '../../ui/index.ts';
import { useAccount, useApp, useI18n } from '../app-context.ts';
import { paths } from '../paths.ts';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { SignInPage } from './SignInPage.tsx';
import { signOut } from './sign-out.ts';

const useStyles = makeStyles({ leave: { width: '100%', minHeight: '40px' } });

/** The forced password change (forcedReset=Y): a person flagged isChangePwd=Y can open no other page before. */
export default function PasswordPage() {
  const styles = useStyles();
  const { account, session } = useApp();
  const { me } = useAccount();
  const { t } = useI18n();
  const navigate = useNavigate();
  const title = t('password.title');
  return (
    <SignInPage name={title} title={title} subtitle={t('password.forced')}>
      <NewPasswordForm
        asksCurrent
        known={me ? [me.name, me.login, me.email] : []}
        save={async ({ current, password }) => {
          const username = session.get()?.username ?? '';
          await account.changePassword(current, password);
          notify('success', t('password.success'));
          // The change ended every session of this person, so the new password opens the next one.
          const failure = await account.signIn(username, password).catch(() => 'failed' as const);
          if (failure === null) await navigate(paths.home, { replace: true });
          else account.forget();
        }}
        onFailure={() => notify('error', t('password.failure'))}
      >
        <Button
          className={styles.leave}
          appearance="subtle"
          size="large"
          onClick={() => void signOut(account)}
        >
          {t('shell.logout')}
        </Button>
      </NewPasswordForm>
    </SignInPage>
  );
}
