import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Fragment } from 'react';
import { isObject, type Json } from '../../../contracts/json.ts';
import type { CompiledField } from '../../core/form/field.ts';
import type { FieldView } from '../../core/form/views.ts';
import { LazyComponent, lazyComponent, FieldFrame, Icon, noteId } from '../../../ui/index.ts';
import type { RemoteOptions } from '../../core/index.ts';
import { useForm } from './context.ts';
import { labelInList } from './controls/record-label.ts';
import { useOptions } from './controls/useOptions.ts';
import { useOptionLabel } from './controls/useServerOptions.ts';
import { useValueFormat } from './value-format.ts';
import { lazyReadRichText } from './lazy-read-rich-text.ts';

const useStyles = makeStyles({
  root: { margin: '0 0 12px' },
  label: { fontSize: tokens.fontSizeBase200, lineHeight: tokens.lineHeightBase200 },
  value: {
    margin: '2px 0 0',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    color: tokens.colorNeutralForeground1,
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-line',
  },
  quiet: { color: tokens.colorNeutralForeground3 },
  // As high as a control, so that it stands on the line of its neighbours.
  output: {
    display: 'flex',
    alignItems: 'center',
    minHeight: '32px',
    overflowWrap: 'anywhere',
    outlineStyle: 'none',
  },
  icon: { display: 'inline-flex', alignItems: 'center', gap: '8px' },
  glyph: { display: 'inline-flex' },
  number: { fontVariantNumeric: 'tabular-nums' },
});

const numeric: ReadonlySet<CompiledField['widget']> = new Set(['number', 'money', 'slider'] as const);

const readFiles = lazyComponent(() => import('./controls/ReadFiles.tsx'));

/** A read-only field: its label and its value as text. */
export function ReadField({ field, view }: { field: CompiledField; view: FieldView }) {
  const { text, idOf } = useForm();
  return <ReadValue field={field} id={idOf([field.name])} label={text(field.label)} value={view.value} />;
}

/** A computed value: like a field, with an output in the control's place. */
export function OutputField({
  quietLabel = false,
  ...value
}: {
  field: CompiledField;
  id: string;
  label: string;
  value: Json | undefined;
  hint?: string | undefined;
  error: string | undefined;
  /** The label is for screen readers only. */
  quietLabel?: boolean;
  /** No room is reserved for hint and error. */
  bare?: boolean;
}) {
  const styles = useStyles();
  const { field, id, label, hint, error, bare = false } = value;
  return (
    <FieldFrame {...{ id, label, quietLabel, bare, hint, error }}>
      <output
        id={id}
        tabIndex={-1}
        className={mergeClasses(styles.output, numeric.has(field.widget) && styles.number)}
        aria-describedby={error !== undefined || hint !== undefined ? noteId(id) : undefined}
      >
        <ReadValue field={field} id={`${id}-value`} label={null} value={value.value} />
      </output>
    </FieldFrame>
  );
}

/** @param label null: a table's head shows it already. */
export function ReadValue({
  field,
  id,
  label,
  value,
}: {
  field: CompiledField;
  id: string;
  label: string | null;
  value: Json | undefined;
}) {
  const styles = useStyles();
  const { model } = useForm();
  const shown = useValueFormat();
  const written = shown(field, value, model.loaded);
  const isEmpty = written === null;
  const content = isEmpty ? '–' : <Content field={field} value={value} written={written} />;
  if (label === null) return <span id={id}>{content}</span>;
  return (
    <dl className={styles.root}>
      <dt className={mergeClasses(styles.label, styles.quiet)}>{label}</dt>
      <dd id={id} className={mergeClasses(styles.value, isEmpty && styles.quiet)}>
        {content}
      </dd>
    </dl>
  );
}

function Content({
  field,
  value,
  written,
}: {
  field: CompiledField;
  value: Json | undefined;
  written: string;
}) {
  const styles = useStyles();
  if (field.widget === 'richtext') {
    return <LazyComponent source={lazyReadRichText}>{(Rich) => <Rich html={String(value)} />}</LazyComponent>;
  }
  if (field.widget === 'file' || field.widget === 'image') {
    return <LazyComponent source={readFiles}>{(Files) => <Files value={value} />}</LazyComponent>;
  }
  if (field.widget === 'icon' && isObject(value)) {
    const { color } = value;
    return (
      <span className={styles.icon}>
        <span className={styles.glyph} style={typeof color === 'string' ? { color } : undefined}>
          <Icon name={written} size={20} />
        </span>
        {written}
      </span>
    );
  }
  if (field.options !== null && !Array.isArray(field.options))
    return <ReadChoice field={field} value={value} written={written} />;
  return written;
}

/** The labels of values whose options are not written in the form. */
function ReadChoice({
  field,
  value,
  written,
}: {
  field: CompiledField;
  value: Json | undefined;
  written: string;
}) {
  const { list, remote } = useOptions(field.options, null);
  const values = Array.isArray(value) ? value : [value];
  // The record itself may bring the label of its value.
  if (written !== values.map(String).join(', ')) return written;
  return values.map((one, at) => (
    <Fragment key={String(one)}>
      {at > 0 && ', '}
      {remote === null ? (
        (list.find((option) => option.value === one)?.label ?? String(one))
      ) : (
        <RemoteLabel remote={remote} value={one} />
      )}
    </Fragment>
  ));
}

function RemoteLabel({ remote, value }: { remote: RemoteOptions; value: Json | undefined }) {
  const { model } = useForm();
  const known = labelInList(model.loaded, remote, value);
  const isAsked = known === null && (typeof value === 'string' || typeof value === 'number');
  const answered = useOptionLabel(remote, isAsked ? value : null);
  return known ?? answered ?? String(value);
}
