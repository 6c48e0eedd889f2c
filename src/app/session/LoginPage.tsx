import { makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { dismissErrors, notify } from '../../ui/index.ts';
import { useI18n } from '../app-context.ts';
import { paths } from '../paths.ts';
import { Denied } from './Denied.tsx';
import { ProviderButton } from './ProviderButton.tsx';
import { openPublic } from './public-address.ts';
import { PublicLink } from './PublicLink.tsx';
import { SignInForm } from './SignInForm.tsx';
import { SignInPage } from './SignInPage.tsx';

const useStyles = makeStyles({ forgot: { display: 'flex', justifyContent: 'center', margin: 0 } });

/** The sign-in page. After a success AppRoot renders the signed-in person's pages. */
export default function LoginPage() {
  const styles = useStyles();
  const { t } = useI18n();
  const [denied, setDenied] = useState(false);
  return (
    <SignInPage name={t('login.enter')} title={t('login.title')} subtitle={t('login.subtitle')}>
      {({ thirdPartyName }) => (
        <>
          <SignInForm
            size="large"
            onAttempt={() => {
              dismissErrors();
              setDenied(false);
            }}
            onFailure={(text, reason) => {
              setDenied(reason === 'denied');
              notify('error', text);
            }}
          >
            {denied && <Denied title={t('login.denied')} text={t('login.deniedHint')} />}
          </SignInForm>
          <p className={styles.forgot}>
            <PublicLink to={paths.forgotPassword}>{t('login.forgot')}</PublicLink>
          </p>
          {thirdPartyName !== null && (
            <ProviderButton provider={thirdPartyName} onPress={() => openPublic(paths.authenticate)} />
          )}
        </>
      )}
    </SignInPage>
  );
}
