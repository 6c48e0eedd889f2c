import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { moldeToken, useFocusReturn } from '../../ui/index.ts';
import { useApp, useI18n } from '../app-context.ts';
import { paths } from '../paths.ts';
import { ProviderButton } from './ProviderButton.tsx';
import { SignInForm } from './SignInForm.tsx';

const useStyles = makeStyles({
  surface: { width: 'min(384px, calc(100vw - 32px))' },
  body: { display: 'flex', flexDirection: 'column', gap: '4px' },
  title: { margin: 0 },
  text: { margin: '0 0 16px', color: tokens.colorNeutralForeground3 },
  error: { margin: 0, color: moldeToken('errorForeground') },
});

/**
 * The dialog over a page whose session ended. The same person signs in and continues on the page; for another person the
 * application starts over at the home page.
 */
export default function ExpiredLogin({ onOtherUser }: { onOtherUser(): void }) {
  const styles = useStyles();
  const { account, session } = useApp();
  const { t } = useI18n();
  // Another tab may have signed out and removed the stored values.
  const [before] = useState(() => ({
    user: session.owner(),
    username: session.get()?.username ?? account.getState().me?.login ?? '',
  }));
  const [error, setError] = useState('');
  const [provider, setProvider] = useState<string | null>(null);
  useEffect(() => {
    // Without it there is a button less.
    account.publicHome().then(
      (home) => setProvider(home.thirdPartyName),
      () => undefined,
    );
  }, [account]);
  useFocusReturn();
  return (
    <Dialog open modalType="alert">
      <DialogSurface className={styles.surface}>
        <DialogBody className={styles.body}>
          <DialogTitle className={styles.title} action={null}>
            {t('session.expiredTitle')}
          </DialogTitle>
          <DialogContent>
            <p className={styles.text}>{t('session.expiredText')}</p>
            <SignInForm
              size="medium"
              expected={before.username}
              onAttempt={() => setError('')}
              onFailure={setError}
              onSuccess={() => {
                if (session.get()?.user === before.user) account.resume();
                else onOtherUser();
              }}
            >
              <p className={styles.error} role="alert" hidden={error === ''}>
                {error}
              </p>
            </SignInForm>
            {provider !== null && (
              // The page stays as it is: its input would be lost on the way to the provider.
              <ProviderButton
                provider={provider}
                onPress={() => window.open(`${paths.authenticate}?for=window`)}
              />
            )}
          </DialogContent>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
