import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ErrorCircle16Regular } from '@fluentui/react-icons/svg/error-circle';
import type { ReactNode } from 'react';
import { moldeToken } from './theme/tokens.ts';

const useStyles = makeStyles({
  root: { position: 'relative', display: 'flex', flexDirection: 'column', minWidth: 0 },
  label: {
    display: 'block',
    fontSize: tokens.fontSizeBase300,
    lineHeight: '18px',
    color: tokens.colorNeutralForeground1,
    overflowWrap: 'anywhere',
  },
  // As high as a control. Removes the margin of Fluent's switch, which breaks the rhythm of the rows and the left edge.
  unlabelled: {
    display: 'flex',
    alignItems: 'center',
    minHeight: '32px',
    '@media (pointer: coarse)': { minHeight: '44px' },
    '& > .fui-Switch, & > .fui-Checkbox': { margin: '-8px' },
  },
  spoken: {
    position: 'absolute',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  },
  mark: { color: moldeToken('errorForeground'), paddingInlineStart: '3px' },
  dot: {
    display: 'inline-block',
    flexShrink: 0,
    width: '6px',
    height: '6px',
    marginInlineStart: '6px',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: moldeToken('statusBlockedSolid'),
    verticalAlign: 'middle',
    // Browsers that replace colours keep borders.
    '@media (forced-colors: active)': { border: '3px solid' },
  },
  // One line, and four pixels before the next label: the message reads as its own field's.
  note: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '4px',
    minHeight: '14px',
    paddingBottom: '4px',
    fontSize: tokens.fontSizeBase200,
    lineHeight: '14px',
    color: tokens.colorNeutralForeground3,
    overflowWrap: 'anywhere',
  },
  error: { color: moldeToken('errorForeground') },
  legend: {
    margin: 0,
    paddingTop: '8px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    // The mark starts at the left edge of the labels.
    '& > span': { paddingInlineStart: 0 },
  },
  icon: { flexShrink: 0, width: '14px', height: '14px' },
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

/** Explains the mark of required fields, once at a form's end. */
export function RequiredLegend({ text }: { text: string }) {
  return (
    <p className={useStyles().legend}>
      <RequiredMark /> {text}
    </p>
  );
}

/** Marks a value that differs from the saved one, for the eye; the page header counts them for a screen reader. */
function ChangedDot() {
  return <span className={useStyles().dot} aria-hidden="true" data-changed="" />;
}

/**
 * Label, control, and below it the error or else the hint. Their room is reserved, so that nothing moves when an error
 * appears.
 */
export function FieldFrame({
  id,
  label,
  required = false,
  changed = false,
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
  /** The value differs from the saved one. */
  changed?: boolean;
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
          {changed && <ChangedDot />}
        </Label>
      )}
      {label === null && selfLabelled ? (
        <div className={styles.unlabelled}>
          {children}
          {changed && <ChangedDot />}
        </div>
      ) : (
        children
      )}
      {(!bare || error !== undefined) && (
        <div id={noteId(id)} className={mergeClasses(styles.note, error !== undefined && styles.error)}>
          {error === undefined ? (
            hint
          ) : (
            <>
              <ErrorCircle16Regular className={styles.icon} aria-hidden />
              <span>{error}</span>
            </>
          )}
        </div>
      )}
    </div>
  );
}
