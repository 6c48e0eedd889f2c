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
    overflowWrap: 'anywhere',
  },
  // Removes the margin of Fluent's switch, which breaks the rhythm of the rows and the left edge.
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

/** Id of the hint or error below a control. */
export function noteId(id: string): string {
  return `${id}-note`;
}

/** Marks a required field for the eye; its control says it to a screen reader. */
export function RequiredMark() {
  return (
    <span className={useStyles().mark} aria-hidden="true">
      **
    </span>
  );
}

/**
 * Label, control, and below it the error or else the hint. Their room is reserved, so that nothing moves when an error
 * appears.
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
  /** The control is a group (radio buttons), named by aria-labelledby. */
  group?: boolean;
  /** The control renders its label itself: a switch, a checkbox. */
  selfLabelled?: boolean;
  /** The label is for screen readers only. */
  quietLabel?: boolean;
  /** No room is reserved for hint and error. */
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
          {required && <RequiredMark />}
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
