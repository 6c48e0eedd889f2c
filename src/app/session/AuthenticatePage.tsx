import { Button, makeStyles, Spinner } from '@fluentui/react-components';
import { useCallback, useEffect, useRef, useState } from 'react';
import { HttpFailure, readReturnAddress, writeReturnAddress } from '../../client/index.ts';
import { moldeToken, notify } from '../../ui/index.ts';
import { useApp, useI18n } from '../app-context.ts';
import type { I18n } from '../i18n/i18n.ts';
import { paths } from '../paths.ts';
import type { SignedInReply } from './account.ts';
import { Denied } from './Denied.tsx';
import { rememberDestination, wantedAddress } from './destination.ts';
import { openPublic } from './public-address.ts';
import { PublicLink } from './PublicLink.tsx';
import { SignInPage } from './SignInPage.tsx';

const startCall = (link: string | null): string =>
  `/adm/v2/sec/oidc/start${link === null ? '' : `?link=${encodeURIComponent(link)}`}`;
const exchangeCall = '/adm/v2/sec/oidc/exchange';
const accountsCall = '/adm/v2/sec/me/accounts';

const useStyles = makeStyles({
  state: { display: 'flex', flexDirection: 'column', gap: '16px' },
  text: { margin: 0 },
  button: { width: '100%', minHeight: '40px' },
  links: { display: 'flex', justifyContent: 'center', margin: 0 },
  working: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    color: moldeToken('colorNeutralForeground3'),
  },
});

/** Stored instead of an address by a window that was opened from the dialog of an expired session. */
const ownWindow = 'window';

/** Why the page was opened. */
type Purpose =
  | { is: 'sign-in' }
  /** In a window of its own, beside a page whose session ended. */
  | { is: 'window' }
  /** A signed-in person links an account. */
  | { is: 'link' }
  /** With an administrator's link. */
  | { is: 'invited'; token: string }
  /** The provider has sent the browser back. */
  | { is: 'return'; answer: Record<'code' | 'state', string> & { iss?: string } }
  | { is: 'error'; code: string };

type State =
  | { is: 'working' | 'leaving' | 'invited' | 'done' }
  /** With the code and message of our server. */
  | { is: 'failed'; code: string; message: string }
  /** With the code of the provider. */
  | { is: 'refused'; code: string };

function firstState(purpose: Purpose): State {
  if (purpose.is === 'invited') return { is: 'invited' };
  if (purpose.is === 'error') return { is: 'refused', code: purpose.code };
  return { is: purpose.is === 'return' ? 'working' : 'leaving' };
}

interface FailureTexts {
  title: string;
  text: string;
  /** Whether another try can help. */
  again: boolean;
}

function failureTexts(state: State, t: I18n['t']): FailureTexts | null {
  if (state.is === 'refused') {
    const code = state.code.replaceAll(/[^\w-]/g, '').slice(0, 60);
    return code === 'access_denied'
      ? { title: t('authenticate.cancelled'), text: t('authenticate.cancelledText'), again: true }
      : { title: t('authenticate.failed'), text: t('authenticate.providerError', { code }), again: true };
  }
  if (state.is !== 'failed') return null;
  const text = state.message || t('failure.generic');
  switch (state.code) {
    case 'SIGN_IN_NOT_ALLOWED':
      return { title: t('login.denied'), text: t('login.deniedHint'), again: false };
    case 'UNKNOWN_ACCOUNT':
      return { title: t('authenticate.unknown'), text, again: true };
    case 'SIGN_IN_EXPIRED':
      return { title: t('authenticate.expired'), text, again: true };
    default:
      return { title: t('authenticate.failed'), text, again: state.code !== 'NOT_FOUND' };
  }
}

function purposeOf(search: string): Purpose {
  const parameters = new URLSearchParams(search);
  const read = (name: string) => parameters.get(name) ?? '';
  if (read('error') !== '') return { is: 'error', code: read('error') };
  if (read('code') !== '' && read('state') !== '') {
    const iss = read('iss');
    return { is: 'return', answer: { code: read('code'), state: read('state'), ...(iss && { iss }) } };
  }
  if (read('link') !== '') return { is: 'invited', token: read('link') };
  if (read('for') === 'profile') return { is: 'link' };
  return read('for') === ownWindow ? { is: 'window' } : { is: 'sign-in' };
}

/** Purpose for which the person went to the provider, when the provider has sent them back. */
function firstPurpose(signedIn: boolean): Purpose {
  const to = readReturnAddress();
  if (to === ownWindow) return { is: 'window' };
  return { is: to === '' && signedIn ? 'link' : 'sign-in' };
}

/** Leaves for a page of who is signed in, as after a sign-in. */
function openProfile(user: string): void {
  rememberDestination(`/profile/${user}`);
  openPublic(paths.login, true);
}

function failureOf(error: unknown): State {
  const { code, message } = error instanceof HttpFailure ? error : { code: '', message: '' };
  return { is: 'failed', code, message };
}

interface Linked {
  linked: true;
  account: string;
}

/**
 * The way to the tenant's provider and the point of return (specification 1, section 2). Errors, there or here, are
 * shown here, with the way to try again.
 */
export default function AuthenticatePage() {
  const styles = useStyles();
  const { account, http, session } = useApp();
  const { t } = useI18n();
  const [purpose] = useState(() => purposeOf(window.location.search));
  const [state, setState] = useState<State>(() => firstState(purpose));
  // An effect can run twice, a code only once.
  const started = useRef(false);

  /** Goes to the provider. @returns what to show instead of its page */
  const leave = useCallback(
    async (to: Purpose): Promise<State> => {
      try {
        const isLink = to.is === 'link';
        const reply = (await http.request({
          method: isLink ? 'post' : 'get',
          address: isLink ? accountsCall : startCall(to.is === 'invited' ? to.token : null),
          ...(isLink ? { unauthorized: 'throw' } : { public: true }),
        })) as { data: { address: string } };
        if (to.is === 'window') writeReturnAddress(ownWindow);
        else if (to.is === 'sign-in')
          writeReturnAddress(wantedAddress() ?? (readReturnAddress() || paths.home));
        else writeReturnAddress('');
        // The browser's back leads to the page before this one.
        window.location.replace(reply.data.address);
        return { is: 'leaving' };
      } catch (error) {
        return failureOf(error);
      }
    },
    [http],
  );

  /** Signs in with the provider's answer, or links the account. @returns what to show */
  const finish = useCallback(
    async (answer: object): Promise<State> => {
      // The code is of no use twice, and stays in no history.
      window.history.replaceState(null, '', paths.authenticate);
      const was = account.getState();
      const to = readReturnAddress();
      try {
        const call = { method: 'post', address: exchangeCall, public: true } as const;
        const reply = await http.request({ ...call, body: { ...answer } });
        const { data } = reply as { data: SignedInReply | Linked };
        if ('linked' in data) {
          openProfile(session.get()?.user ?? '');
          notify('success', t('authenticate.linked', { account: data.account }));
          return { is: 'working' };
        }
        await account.enter(data, '');
        writeReturnAddress('');
        if (to === ownWindow) {
          window.close();
          return { is: 'done' };
        }
        if (was.signedIn) {
          // Nothing of who was signed in here before stays in memory.
          window.location.replace(paths.home);
        } else {
          if (to !== '') rememberDestination(to);
          openPublic(paths.login, true);
        }
        return { is: 'working' };
      } catch (error) {
        return failureOf(error);
      }
    },
    [account, http, session, t],
  );

  useEffect(() => {
    if (started.current) return;
    started.current = true;
    if (purpose.is === 'return') void finish(purpose.answer).then(setState);
    else if (purpose.is !== 'invited' && purpose.is !== 'error') void leave(purpose).then(setState);
  }, [purpose, finish, leave]);

  const go = (to: Purpose) => () => {
    setState({ is: 'leaving' });
    void leave(to).then(setState);
  };
  const user = session.get()?.user;
  const again =
    purpose.is === 'return' || purpose.is === 'error' ? firstPurpose(user !== undefined) : purpose;
  const failure = failureTexts(state, t);
  const title =
    state.is === 'done'
      ? t('authenticate.done')
      : t(again.is === 'invited' || again.is === 'link' ? 'authenticate.invited' : 'authenticate.title');
  return (
    <SignInPage name={title} title={title} subtitle="">
      {(home) => (
        <div className={styles.state}>
          {(state.is === 'working' || state.is === 'leaving') && (
            <div className={styles.working} role="status">
              <Spinner size="small" />
              {t(state.is === 'working' ? 'authenticate.working' : 'authenticate.leaving')}
            </div>
          )}
          {state.is === 'invited' && (
            <>
              <p className={styles.text}>
                {t('authenticate.invitedText', {
                  provider: home.thirdPartyName ?? '',
                  tenant: home.tenant.name,
                })}
              </p>
              <Button className={styles.button} appearance="primary" onClick={go(purpose)}>
                {t('authenticate.continue', { provider: home.thirdPartyName ?? '' })}
              </Button>
            </>
          )}
          {state.is === 'done' && (
            <p className={styles.text} role="status">
              {t('authenticate.doneText')}
            </p>
          )}
          {failure && (
            <>
              <Denied title={failure.title} text={failure.text} />
              {failure.again && (
                <Button className={styles.button} appearance="primary" onClick={go(again)}>
                  {t('authenticate.again')}
                </Button>
              )}
            </>
          )}
          {(failure || state.is === 'invited') && (
            <p className={styles.links}>
              {user ? (
                <Button appearance="transparent" onClick={() => openProfile(user)}>
                  {t('authenticate.toProfile')}
                </Button>
              ) : (
                <PublicLink to={paths.login}>{t('authenticate.toLogin')}</PublicLink>
              )}
            </p>
          )}
        </div>
      )}
    </SignInPage>
  );
}
