import { ErrorCircle16Regular } from '@fluentui/react-icons/svg/error-circle';
import type { ReactNode } from 'react';

/** Id of the hint or error below a control. */
export function noteId(id: string): string {
  return `${id}-note`;
}

/** Marks a required field for the eye; its control says it to a screen reader. */
export function RequiredMark() {
  return (
    <span className="field-mark" aria-hidden="true">
      **
    </span>
  );
}

/** Explains the mark of required fields, once at a form's end. */
export function RequiredLegend({ text }: { text: string }) {
  return (
    <p className="field-legend">
      <RequiredMark /> {text}
    </p>
  );
}

/** Marks a value that differs from the saved one, for the eye; the page header counts them for a screen reader. */
function ChangedDot() {
  return <span className="field-dot" aria-hidden="true" data-changed="" />;
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
  const Label = group ? 'span' : 'label';
  return (
    <div className="field-frame">
      {label !== null && (
        <Label
          id={`${id}-label`}
          className={quietLabel ? 'field-spoken' : bare ? 'field-label field-label-bare' : 'field-label'}
          {...(group ? {} : { htmlFor: id })}
        >
          {label}
          {required && <RequiredMark />}
          {changed && <ChangedDot />}
        </Label>
      )}
      {label === null && selfLabelled ? (
        <div className="field-unlabelled">
          {children}
          {changed && <ChangedDot />}
        </div>
      ) : (
        children
      )}
      {(!bare || error !== undefined) && (
        <div id={noteId(id)} className={error === undefined ? 'field-note' : 'field-note field-error'}>
          {error === undefined ? (
            hint
          ) : (
            <>
              <ErrorCircle16Regular aria-hidden />
              {/* Without a form there is no summary that says it. */}
              <span role={bare ? 'alert' : undefined}>{error}</span>
            </>
          )}
        </div>
      )}
    </div>
  );
}
