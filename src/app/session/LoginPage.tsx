import { makeStyles } from '@fluentui/react-components';
import { LockClosed20Regular } from '@fluentui/react-icons/svg/lock-closed';
import { useState } from 'react';
import { dismissErrors, moldeToken, notify, statusToken } from '../../ui/index.ts';
import { useI18n } from '../app-context.ts';
import { SignInForm } from './SignInForm.tsx';
import { SignInPage } from './SignInPage.tsx';

const useStyles = makeStyles({
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

/** The sign-in page. After a success AppRoot renders the signed-in person's pages. */
export default function LoginPage() {
  const styles = useStyles();
  const { t } = useI18n();
  const [denied, setDenied] = useState(false);
  return (
    <SignInPage name={t('login.enter')} title={t('login.title')} subtitle={t('login.subtitle')}>
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
        {denied && (
          <div className={styles.denied} role="alert">
            <LockClosed20Regular className={styles.deniedIcon} />
            <div>
              <p className={styles.deniedText}>{t('login.denied')}</p>
              <p className={styles.deniedHint}>{t('login.deniedHint')}</p>
            </div>
          </div>
        )}
      </SignInForm>
    </SignInPage>
  );
}
