import { Link, makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { openPublic } from './public-address.ts';

const useStyles = makeStyles({
  root: {
    alignSelf: 'center',
    marginTop: '12px',
    minHeight: '24px',
    padding: '4px 8px',
    '@media (pointer: coarse)': { minHeight: '44px', lineHeight: '36px' },
  },
});

/** A link between the pages before the sign-in. */
export function PublicLink({ to, children }: { to: string; children: ReactNode }) {
  const styles = useStyles();
  return (
    <Link
      className={styles.root}
      href={to}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        openPublic(to);
      }}
    >
      {children}
    </Link>
  );
}
