import { makeStyles } from '@fluentui/react-components';
import { LockClosed20Regular } from '@fluentui/react-icons/svg/lock-closed';
import { moldeToken, statusToken } from '../../ui/index.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    gap: '12px',
    padding: '12px 16px 12px 12px',
    borderRadius: moldeToken('borderRadiusMedium'),
    backgroundColor: moldeToken(statusToken('late', 'Background')),
    color: moldeToken(statusToken('late', 'Foreground')),
  },
  icon: { flexShrink: 0, width: '28px', height: '28px' },
  title: { margin: 0, fontWeight: moldeToken('fontWeightSemibold') },
  text: { margin: '4px 0 0', overflowWrap: 'anywhere' },
});

/** Says why nobody was signed in, above what can be done about it. */
export function Denied({ title, text }: Record<'title' | 'text', string>) {
  const styles = useStyles();
  return (
    <div className={styles.root} role="alert">
      <LockClosed20Regular className={styles.icon} />
      <div>
        <p className={styles.title}>{title}</p>
        <p className={styles.text}>{text}</p>
      </div>
    </div>
  );
}
