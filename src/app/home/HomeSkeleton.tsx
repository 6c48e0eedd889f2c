import { makeStyles } from '@fluentui/react-components';
import { SkeletonGroup, SkeletonItem } from '../../ui/index.ts';
import { useI18n } from '../app-context.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    padding: '20px 24px',
    '@media (max-width: 767.98px)': { padding: '20px 16px' },
  },
  cards: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 1fr)',
    gap: '16px',
    paddingTop: '12px',
    '@media (max-width: 767.98px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
});

/** The home page while the person or its definition loads, and while the login has expired. */
export default function HomeSkeleton() {
  const styles = useStyles();
  const { t } = useI18n();
  return (
    <SkeletonGroup label={t('shell.loading')} className={styles.root}>
      <SkeletonItem width={320} height={36} />
      <SkeletonItem width={240} height={18} />
      <div className={styles.cards}>
        <SkeletonItem height={220} />
        <SkeletonItem height={220} />
      </div>
    </SkeletonGroup>
  );
}
