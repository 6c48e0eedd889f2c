import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';

const useStyles = makeStyles({
  section: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', rowGap: '8px', minWidth: 0 },
  head: { display: 'flex', alignItems: 'center', columnGap: '8px', minHeight: '24px' },
  title: {
    flexGrow: 1,
    minWidth: 0,
    margin: 0,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
  },
  count: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums',
  },
});

/** A part of the panel under its heading. */
export function Section({
  id,
  title,
  count,
  action,
  children,
}: {
  /** DOM id of the part; its heading is `{id}-label`, and `{id}-text-label` too, for the text that it names. */
  id: string;
  title: string;
  count?: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  const styles = useStyles();
  return (
    <section className={styles.section} aria-labelledby={`${id}-label`}>
      <div className={styles.head}>
        <h3 id={`${id}-label`} className={styles.title}>
          <span id={`${id}-text-label`}>{title}</span>
        </h3>
        {count !== undefined && <span className={styles.count}>{count}</span>}
        {action}
      </div>
      <div>{children}</div>
    </section>
  );
}
