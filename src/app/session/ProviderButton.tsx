import { Button, makeStyles } from '@fluentui/react-components';
import { moldeToken } from '../../ui/index.ts';
import { useI18n } from '../app-context.ts';

const useStyles = makeStyles({
  or: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    margin: '12px 0',
    color: moldeToken('colorNeutralForeground3'),
    '::before': {
      content: '""',
      flexGrow: 1,
      height: '1px',
      backgroundColor: moldeToken('colorNeutralStroke2'),
    },
    '::after': {
      content: '""',
      flexGrow: 1,
      height: '1px',
      backgroundColor: moldeToken('colorNeutralStroke2'),
    },
  },
  button: {
    width: '100%',
    minHeight: '40px',
    '@media (pointer: coarse)': { minHeight: '44px' },
  },
});

/** The other way of signing in: an account of the tenant's provider. */
export function ProviderButton({ provider, onPress }: { provider: string; onPress(): void }) {
  const styles = useStyles();
  const { t } = useI18n();
  return (
    <>
      <div className={styles.or} role="presentation">
        {t('login.or')}
      </div>
      <Button className={styles.button} onClick={onPress}>
        {t('login.provider', { provider })}
      </Button>
    </>
  );
}
