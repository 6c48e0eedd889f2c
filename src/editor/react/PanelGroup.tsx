import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';

const useStyles = makeStyles({
  group: {
    display: 'flex',
    flexDirection: 'column',
    gap: '10px',
    minWidth: 0,
    padding: '12px 16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  head: { display: 'flex', alignItems: 'center', gap: '4px', minHeight: '24px' },
  title: {
    flex: '1 1 0',
    minWidth: 0,
    margin: 0,
    fontSize: tokens.fontSizeBase300,
    fontWeight: tokens.fontWeightSemibold,
  },
});

/** A titled part of the panel, with buttons beside its title. */
export function PanelGroup({
  title,
  tools,
  children,
}: {
  title: string;
  tools?: ReactNode;
  children: ReactNode;
}) {
  const styles = useStyles();
  return (
    <div className={styles.group} role="group" aria-label={title}>
      <div className={styles.head}>
        <h3 className={styles.title}>{title}</h3>
        {tools}
      </div>
      {children}
    </div>
  );
}
