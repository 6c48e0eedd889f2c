import { mergeClasses } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { Icon, noteId } from '../../../../ui/index.ts';
import type { ControlProps } from '../context.ts';
import { usePanelStyles } from './panel-styles.ts';

/** Props of a control that is a card's whole content, or has a box of its own beside other fields. */
export interface PanelProps extends ControlProps {
  error: string | undefined;
  hint: string | undefined;
  /** The card around it is its box. */
  fills: boolean;
}

/** The title of such a control with what stands beside it, its error, its body and its foot. */
export function Panel({
  id,
  label,
  error,
  hint,
  fills,
  badge,
  head,
  foot,
  children,
}: PanelProps & { badge?: ReactNode; head?: ReactNode; foot?: ReactNode; children: ReactNode }) {
  const styles = usePanelStyles();
  return (
    <div
      id={id}
      role="group"
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      className={mergeClasses(styles.root, !fills && styles.boxed)}
    >
      <div className={styles.head}>
        <h2 id={`${id}-title`} className={styles.title}>
          {label}
        </h2>
        {badge}
        <div className={styles.rest}>{head}</div>
      </div>
      {error !== undefined && (
        <div id={noteId(id)} className={styles.error}>
          <Icon name="error-circle" />
          {error}
        </div>
      )}
      {children}
      {(foot !== undefined && foot !== false) || (hint !== undefined && error === undefined) ? (
        <div className={styles.foot}>
          {hint !== undefined && error === undefined && <span id={noteId(id)}>{hint}</span>}
          {foot}
        </div>
      ) : null}
    </div>
  );
}
