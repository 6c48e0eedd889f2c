import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useEffect, useEffectEvent, useState } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import type { PublicHome } from '../../contracts/session.ts';
import { isHexColor, moldeToken, textOn } from '../../ui/index.ts';
import { useApp, useAppearance, useI18n } from '../app-context.ts';
import { MoldeLogo, TenantLogo } from '../appearance/Logo.tsx';
import { LoadingPage } from '../LoadingPage.tsx';
import { Arches } from './Arches.tsx';
import { LanguageSelect } from './LanguageSelect.tsx';

const narrow = '@media (max-width: 767.98px)';

const useStyles = makeStyles({
  page: { position: 'relative', minHeight: '100%', display: 'flex', overflow: 'hidden' },
  centred: { backgroundColor: moldeToken('colorNeutralBackground3'), isolation: 'isolate' },
  split: { backgroundColor: moldeToken('colorNeutralBackground1') },
  main: {
    position: 'relative',
    flexGrow: 1,
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    boxSizing: 'border-box',
    minWidth: 0,
    padding: '64px 16px 72px',
  },
  card: {
    boxSizing: 'border-box',
    width: '100%',
    maxWidth: '400px',
    padding: '40px',
    borderRadius: moldeToken('borderRadius2XLarge'),
    backgroundColor: moldeToken('colorNeutralBackground1'),
    color: moldeToken('colorNeutralForeground1'),
    boxShadow: moldeToken('shadow8'),
    [narrow]: { padding: '28px 20px' },
  },
  bare: { boxSizing: 'border-box', width: '100%', maxWidth: '360px' },
  language: { position: 'absolute', top: '10px', right: '12px' },
  foot: {
    position: 'absolute',
    bottom: '20px',
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    fontSize: moldeToken('fontSizeBase200'),
    lineHeight: moldeToken('lineHeightBase200'),
  },
  quiet: { color: moldeToken('colorNeutralForeground3') },
  cover: {
    position: 'relative',
    flexBasis: '61%',
    flexShrink: 0,
    overflow: 'hidden',
    display: 'flex',
    alignItems: 'flex-end',
    backgroundColor: moldeToken('menuBackground'),
    color: moldeToken('menuForeground'),
    '@media (max-width: 959.98px)': { display: 'none' },
  },
  image: { position: 'absolute', inset: 0, width: '100%', height: '100%', objectFit: 'cover' },
  coverText: {
    position: 'relative',
    margin: 0,
    maxWidth: '14em',
    padding: '56px',
    fontSize: moldeToken('fontSizeHero900'),
    lineHeight: moldeToken('lineHeightHero900'),
    fontWeight: moldeToken('fontWeightSemibold'),
    textWrap: 'balance',
    whiteSpace: 'pre-line',
  },
  // Over a picture of unknown brightness the text has its own background.
  onImage: {
    margin: '24px',
    padding: '24px 32px',
    borderRadius: moldeToken('borderRadiusXLarge'),
    backgroundColor: moldeToken('menuBackground'),
  },
  brand: { display: 'block', marginBottom: '32px' },
  title: {
    margin: 0,
    fontSize: moldeToken('fontSizeBase600'),
    lineHeight: moldeToken('lineHeightBase600'),
    fontWeight: moldeToken('fontWeightSemibold'),
  },
  subtitle: { margin: '4px 0 24px', color: moldeToken('colorNeutralForeground3') },
});

/** The sign-in page's configuration. Its colours and language apply to the page as soon as they are loaded. */
function usePublicHome(): { home: PublicHome | null; failed: boolean; retry(): void } {
  const { account, appearance, i18n, connection } = useApp();
  const [attempt, setAttempt] = useState(0);
  const [home, setHome] = useState<PublicHome | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let unmounted = false;
    async function load() {
      const loaded = await account.publicHome();
      await i18n.suggest(loaded.languageSelected);
      if (unmounted) return;
      const { colors, loginLayout } = loaded;
      appearance.setColors({ ...colors, actionColor: loginLayout.actionColor ?? colors.actionColor });
      setHome(loaded);
    }
    load().catch(() => {
      if (!unmounted) setFailed(true);
    });
    return () => {
      unmounted = true;
    };
  }, [account, appearance, i18n, attempt]);
  const retry = () => {
    setFailed(false);
    setAttempt(attempt + 1);
  };
  const returned = useEffectEvent(retry);
  // A person who signs out without a network stands here until it is back.
  useEffect(() => {
    if (!failed) return undefined;
    return connection.subscribe(({ online }, before) => {
      if (online && !before.online) returned();
    });
  }, [failed, connection]);
  return { home, failed, retry };
}

/**
 * A page before the sign-in: `children` below a title, in the tenant's colours and layout, mounted after its configuration
 * is loaded. `name` names the page in the window's title.
 */
export function SignInPage({
  name,
  title,
  subtitle,
  children,
}: Record<'name' | 'title' | 'subtitle', string> & {
  children: ReactNode | ((home: PublicHome) => ReactNode);
}) {
  const styles = useStyles();
  const { t } = useI18n();
  const { home, failed, retry } = usePublicHome();
  useEffect(() => {
    document.title = home ? `${name} · ${home.tenant.name}` : t('shell.product');
  });
  if (!home) return <LoadingPage onRetry={failed ? retry : undefined} />;
  return (
    <SignInLayout home={home}>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.subtitle}>{subtitle}</p>
      {typeof children === 'function' ? children(home) : children}
    </SignInLayout>
  );
}

/** The two layouts of the sign-in pages (loginLayout.selectedLayout): 1 a card over the arches, 2 a cover beside it. */
function SignInLayout({ home, children }: { home: PublicHome; children: ReactNode }) {
  const styles = useStyles();
  const { t } = useI18n();
  const { mode } = useAppearance();
  const layout = home.loginLayout;
  const split = layout.selectedLayout === 2;
  const chosen = layout.backgroundColor && isHexColor(layout.backgroundColor) ? layout.backgroundColor : null;
  // The dark theme keeps its own background; the cover has the tenant's colour in both themes.
  const ground: CSSProperties =
    chosen && (split || mode === 'light') ? { backgroundColor: chosen, color: textOn(chosen) } : {};
  const brand = (
    <span className={styles.brand}>
      <TenantLogo logo={home.images.LAYOUT_LOGIN_LOGO} name={home.tenant.name} />
    </span>
  );
  const foot = (
    <span className={mergeClasses(styles.foot, (split || !chosen) && styles.quiet)}>
      <MoldeLogo size={14} frame="currentColor" hole={moldeToken('colorNeutralBackground1')} />
      {t('shell.madeWith')}
    </span>
  );
  return (
    <div
      className={mergeClasses(styles.page, split ? styles.split : styles.centred)}
      style={split ? {} : ground}
    >
      {split && (
        <div className={styles.cover} style={ground}>
          {layout.coverImage ? (
            <img className={styles.image} src={layout.coverImage} alt="" />
          ) : (
            <Arches variant="cover" />
          )}
          <p className={mergeClasses(styles.coverText, layout.coverImage !== null && styles.onImage)}>
            {layout.coverText ?? t('login.cover')}
          </p>
        </div>
      )}
      {!split &&
        (layout.coverImage ? (
          <img className={styles.image} src={layout.coverImage} alt="" />
        ) : (
          <Arches variant="page" />
        ))}
      <main className={styles.main}>
        <div className={split ? styles.bare : styles.card}>
          {brand}
          {children}
        </div>
        <div className={styles.language}>
          <LanguageSelect />
        </div>
        {foot}
      </main>
    </div>
  );
}
