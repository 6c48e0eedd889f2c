import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { CompiledField } from '../../core/form/compile.ts';
import type { FieldView } from '../../core/form/views.ts';
import { useForm } from './context.ts';
import { useShown } from './shown.ts';

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
});

/** A field that is there to be read: what it is called and its value, nothing that looks as if one could type. */
export function ReadField({
  field,
  view,
  className,
}: {
  field: CompiledField;
  view: FieldView;
  className: string;
}) {
  const styles = useStyles();
  const { model, text } = useForm();
  const shown = useShown();
  const value = shown(field, view.value, model.loaded);
  return (
    <dl className={mergeClasses(className, styles.root)} data-field={field.name}>
      <dt className={mergeClasses(styles.label, styles.quiet)}>{text(field.label)}</dt>
      <dd id={field.name} className={mergeClasses(styles.value, value === null && styles.quiet)}>
        {value ?? '–'}
      </dd>
    </dl>
  );
}
