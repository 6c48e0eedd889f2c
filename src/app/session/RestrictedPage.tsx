import { makeStyles } from '@fluentui/react-components';
import { useEffect } from 'react';
import { EmptyState, Icon, moldeToken } from '../../ui/index.ts';
import { useAccount, useI18n } from '../app-context.ts';
import { paths } from '../paths.ts';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    alignContent: 'center',
    minHeight: '100%',
    boxSizing: 'border-box',
    color: moldeToken('colorNeutralForeground1'),
    backgroundColor: moldeToken('colorNeutralBackground2'),
  },
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
    '@media (pointer: coarse)': { height: '44px' },
    ':focus-visible': { outline: `2px solid ${moldeToken('colorStrokeFocus2')}`, outlineOffset: '1px' },
  },
});

/** The page that the guard opens instead of one that the person may not read. */
export default function RestrictedPage() {
  const styles = useStyles();
  const { t } = useI18n();
  const { home } = useAccount();
  useEffect(() => {
    document.title = `${t('restricted.title')} · ${home?.tenant.name ?? t('shell.product')}`;
  });
  return (
    <main className={styles.root}>
      <EmptyState
        icon="lock-closed"
        tone="neutral"
        heading={1}
        title={t('restricted.title')}
        reason={t('restricted.text')}
        text={t('restricted.hint')}
      >
        <a className={styles.home} href={paths.home}>
          <Icon name="home" />
          {t('restricted.home')}
        </a>
      </EmptyState>
    </main>
  );
}
