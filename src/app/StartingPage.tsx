import { makeStyles, Spinner } from '@fluentui/react-components';
import { useI18n } from './app-context.ts';

const useStyles = makeStyles({ root: { display: 'grid', placeItems: 'center', height: '100%' } });

/** While the first page's code and answers are under way. */
export function StartingPage() {
  const styles = useStyles();
  const { t } = useI18n();
  return (
    <main className={styles.root}>
      <Spinner label={t('login.welcome')} labelPosition="below" />
    </main>
  );
}
