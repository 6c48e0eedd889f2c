import { makeStyles } from '@fluentui/react-components';
import { useEffect } from 'react';
import { moldeToken } from '../../ui/index.ts';
import { Home20Regular } from '@fluentui/react-icons/svg/home';
import { LockClosed20Regular } from '@fluentui/react-icons/svg/lock-closed';
import { useAccount, useI18n } from '../app-context.ts';
import { paths } from '../paths.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '4px',
    minHeight: '100%',
    padding: '16px',
    boxSizing: 'border-box',
    textAlign: 'center',
    color: moldeToken('colorNeutralForeground1'),
    backgroundColor: moldeToken('colorNeutralBackground2'),
  },
  tile: {
    display: 'grid',
    placeItems: 'center',
    width: '56px',
    height: '56px',
    marginBottom: '12px',
    borderRadius: moldeToken('borderRadiusXLarge'),
    backgroundColor: moldeToken('colorNeutralBackground4'),
    color: moldeToken('colorNeutralForeground2'),
  },
  title: { margin: 0, fontSize: moldeToken('fontSizeBase500'), lineHeight: moldeToken('lineHeightBase500') },
  text: { margin: 0, maxWidth: '44ch' },
  home: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    height: '32px',
    padding: '0 12px',
    border: `1px solid ${moldeToken('colorNeutralStroke1')}`,
    borderRadius: moldeToken('borderRadiusMedium'),
    backgroundColor: moldeToken('colorNeutralBackground1'),
    color: moldeToken('colorNeutralForeground1'),
    fontWeight: moldeToken('fontWeightSemibold'),
    textDecorationLine: 'none',
    ':hover': { backgroundColor: moldeToken('colorNeutralBackground1Hover') },
    ':focus-visible': { outline: `2px solid ${moldeToken('colorStrokeFocus2')}`, outlineOffset: '1px' },
  },
  hint: { margin: '0 0 16px', maxWidth: '44ch', color: moldeToken('colorNeutralForeground3') },
});

/** Where the guard sends whoever may not read a page. */
export default function RestrictedPage() {
  const styles = useStyles();
  const { t } = useI18n();
  const { home } = useAccount();
  useEffect(() => {
    document.title = `${t('restricted.title')} · ${home?.tenant.name ?? t('shell.product')}`;
  });
  return (
    <main className={styles.root}>
      <span className={styles.tile}>
        <LockClosed20Regular />
      </span>
      <h1 className={styles.title}>{t('restricted.title')}</h1>
      <p className={styles.text}>{t('restricted.text')}</p>
      <p className={styles.hint}>{t('restricted.hint')}</p>
      <a className={styles.home} href={paths.home}>
        <Home20Regular />
        {t('restricted.home')}
      </a>
    </main>
  );
}
