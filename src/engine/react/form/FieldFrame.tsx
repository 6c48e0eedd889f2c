import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { Icon, moldeToken } from '../../../ui/index.ts';

const useStyles = makeStyles({
  root: { position: 'relative', display: 'flex', flexDirection: 'column', minWidth: 0 },
  label: {
    display: 'block',
    paddingBottom: '4px',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    color: tokens.colorNeutralForeground1,
  },
  // A switch brings eight pixels of its own around it, which would break the rhythm of the rows and the left edge.
  unlabelled: { margin: '-8px' },
  spoken: {
    position: 'absolute',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  },
  mark: { color: moldeToken('errorForeground'), paddingInlineStart: '2px' },
  note: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '4px',
    minHeight: '20px',
    paddingTop: '4px',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
    overflowWrap: 'anywhere',
  },
  error: { color: moldeToken('errorForeground') },
  icon: { flexShrink: 0, width: '16px', height: '16px' },
});

/** Ids of what stands below a control. */
export function noteId(id: string): string {
  return `${id}-note`;
}

/**
 * Label above, control, and below it the hint or, in its place, the fault with an icon. The place is always there, so
 * nothing jumps when a fault comes or goes.
 */
export function FieldFrame({
  id,
  label,
  required = false,
  hint,
  error,
  group = false,
  selfLabelled = false,
  quietLabel = false,
  bare = false,
  children,
}: {
  id: string;
  label: string | null;
  required?: boolean;
  hint?: string | undefined;
  error?: string | undefined;
  /** The control is a group of its own (radio buttons): its label names it by aria-labelledby. */
  group?: boolean;
  /** The control carries its label itself: a switch, a checkbox. */
  selfLabelled?: boolean;
  /** The label is read out, not shown. */
  quietLabel?: boolean;
  /** No place is kept for a note: it stands below only while there is one. */
  bare?: boolean;
  children: ReactNode;
}) {
  const styles = useStyles();
  const Label = group ? 'span' : 'label';
  return (
    <div className={styles.root}>
      {label !== null && (
        <Label
          id={`${id}-label`}
          className={quietLabel ? styles.spoken : styles.label}
          {...(group ? {} : { htmlFor: id })}
        >
          {label}
          {required && (
            <span className={styles.mark} aria-hidden="true">
              **
            </span>
          )}
        </Label>
      )}
      {label === null && selfLabelled ? <div className={styles.unlabelled}>{children}</div> : children}
      {(!bare || error !== undefined) && (
        <div id={noteId(id)} className={mergeClasses(styles.note, error !== undefined && styles.error)}>
          {error === undefined ? (
            hint
          ) : (
            <>
              <Icon name="error-circle" size={16} className={styles.icon} />
              <span>{error}</span>
            </>
          )}
        </div>
      )}
    </div>
  );
}
