import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ObjectFieldTemplateProps } from '@rjsf/utils';
import { valueAt } from '../../../../contracts/json-pointer.ts';
import { isObject, type Json } from '../../../../contracts/json.ts';
import { Icon } from '../../../../ui/index.ts';
import type { JsonSchema } from '../../../core/index.ts';
import { mainType } from '../../../core/form/shape.ts';
import { useText } from '../../hooks.ts';
import { useForm } from '../context.ts';
import { LabelContext, partsOf, useFocusRequest, usePart } from './context.ts';
import { Entries } from './Entries.tsx';
import { ClosedValue, StructuredNote, useStructuredStyles } from './shared.tsx';
import { entriesIn } from './schema-utils.ts';
import { useRow } from './ListTemplate.tsx';
import { RowCells } from './TableTemplate.tsx';

const useStyles = makeStyles({
  group: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    columnGap: '24px',
    rowGap: '8px',
    alignItems: 'start',
    margin: 0,
    minWidth: 0,
    border: 'none',
    padding: 0,
    // A field without options to choose from leaves no gap.
    '& > :empty': { display: 'none' },
  },
  two: { '@container form (min-width: 640px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
  framed: {
    padding: '12px 16px 4px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    marginBottom: '12px',
  },
  whole: { gridColumn: '1 / -1' },
});

/** Optional objects stay closed from this depth on, so that a schema that refers to itself ends. */
const openDepth = 2;
const maxDepth = 8;

export function ObjectTemplate(props: ObjectFieldTemplateProps) {
  const row = useRow(props.fieldPathId);
  return row === null ? <ObjectParts {...props} /> : <RowCells {...row} contents={props.properties} />;
}

/** The properties of an object; an optional one is opened by a button. */
function ObjectParts(props: ObjectFieldTemplateProps) {
  const styles = useStyles();
  const shared = useStructuredStyles();
  const t = useText();
  const { model, readOnly } = useForm();
  const { schema, required, disabled } = props;
  const { path, id, own, label, isQuiet, hint, error } = usePart(props);
  const focusLater = useFocusRequest();
  const replace = (next: Json | undefined) => {
    focusLater(id);
    model.set(path, next);
  };
  const depth = path.length - 1;
  const value = props.formData as Json | undefined;
  const isOpen = value !== undefined && value !== null;
  const mayClose = depth >= maxDepth || (required !== true && depth >= openDepth);
  if (!isOpen && mayClose && !readOnly && !isQuiet) {
    const seed = () => model.form.reader().seed({ ...(schema as JsonSchema), type: 'object' }) ?? {};
    return <ClosedValue {...{ id, label, disabled, error }} onOpen={() => replace(seed())} />;
  }
  const entries = entriesIn(schema);
  const record = isObject(value) ? value : {};
  const order = [...partsOf(own).keys()];
  const placeIn = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  const inOrder = props.properties.toSorted((a, b) => placeIn(a.name) - placeIn(b.name));
  const parts = inOrder.flatMap(({ name, content }) => {
    if (entries !== null && !entries.properties.has(name)) return [];
    const read = model.form.reader().read(valueAt(schema, ['properties', name]) as Json, record[name]);
    // A value that can be nothing else, and is that already, needs no control.
    if (read['const'] !== undefined && read['const'] === record[name]) return [];
    return [{ name, content, isWide: ['object', 'array', undefined].includes(mainType(read)) }];
  });
  return (
    <div
      role="group"
      id={id === '' ? undefined : id}
      tabIndex={-1}
      aria-label={label === '' ? undefined : label}
      className={mergeClasses(depth <= 0 || isQuiet ? undefined : styles.framed)}
    >
      {label !== '' && !isQuiet && (
        <div className={shared.head}>
          <h3 className={shared.title}>{label}</h3>
          {isOpen && mayClose && !readOnly && (
            <Button
              size="small"
              appearance="subtle"
              icon={<Icon name="delete" />}
              aria-label={t('structured.removeOne', { field: label })}
              disabled={disabled}
              onClick={() => replace(undefined)}
            />
          )}
        </div>
      )}
      <StructuredNote id={id} hint={depth <= 0 ? undefined : hint} error={error} />
      <LabelContext value={null}>
        <div className={mergeClasses(styles.group, parts.length > 1 && styles.two)}>
          {parts.map(({ name, content, isWide }) => (
            <div key={name} className={mergeClasses(isWide && styles.whole)}>
              {content}
            </div>
          ))}
        </div>
      </LabelContext>
      {entries !== null && (
        <Entries
          {...{ path, label }}
          schemas={entries}
          rows={props.properties.filter(({ name }) => !entries.properties.has(name))}
          disabled={disabled === true}
        />
      )}
    </div>
  );
}
