import { makeStyles, tokens } from '@fluentui/react-components';
import { useEffect } from 'react';
import { localeOf } from '../../contracts/language.ts';
import { SkeletonItem, SkeletonGroup } from '../../ui/index.ts';
import { useAccount, useI18n } from '../app-context.ts';
import { useShell } from '../shell-context.ts';

const useStyles = makeStyles({
  root: {
    boxSizing: 'border-box',
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    minHeight: '100%',
    padding: '24px',
    '@media (max-width: 767.98px)': { padding: '24px 16px' },
  },
  skeleton: { display: 'flex', flexDirection: 'column', gap: '12px' },
  greeting: {
    margin: 0,
    fontSize: tokens.fontSizeHero800,
    lineHeight: tokens.lineHeightHero800,
    fontWeight: tokens.fontWeightSemibold,
    overflowWrap: 'anywhere',
  },
  date: { margin: 0, fontSize: tokens.fontSizeBase400, color: tokens.colorNeutralForeground3 },
});

/** Formats a date as "sexta-feira, 20 de novembro de 2026", in the tenant's time zone. */
export function longDate(at: Date, locale: string, timeZone: string): string {
  return new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone,
  }).format(at);
}

/** The page at '/': a greeting with the person's name and the date. */
export default function HomePage() {
  const styles = useStyles();
  const { me, home, expired } = useAccount();
  const i18n = useI18n();
  const { host, setCrumbs } = useShell();
  const ready = me !== null && home !== null && !expired;
  useEffect(() => setCrumbs([]), [setCrumbs]);
  useEffect(() => {
    document.title = `${i18n.t('shell.home')} · ${host.tenant.name}`;
  });
  return (
    <div className={styles.root}>
      {ready ? (
        <>
          <h1 className={styles.greeting}>{i18n.t('shell.greeting', { name: me.name })}</h1>
          <p className={styles.date}>{longDate(host.now(), localeOf[i18n.language()], home.timeZone)}</p>
        </>
      ) : (
        <SkeletonGroup label={i18n.t('shell.loading')} className={styles.skeleton}>
          <SkeletonItem width={320} height={36} />
          <SkeletonItem width={240} height={18} />
        </SkeletonGroup>
      )}
    </div>
  );
}
