import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useContext, useState } from 'react';
import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import { useHost, useText } from '../../../engine/react/index.ts';
import { Icon, useTooltip } from '../../../ui/index.ts';
import type { ValueChoice } from '../../panel-schema.ts';
import { AddressField } from './AddressField.tsx';
import { ByValueField } from './ByValueField.tsx';
import { ColumnField } from './ColumnField.tsx';
import { ExpressionField } from './ExpressionField.tsx';
import { FieldPlaceContext, StepsFieldContext } from './field-place.ts';
import type { FieldProps } from './field-props.ts';
import { JsonField } from './JsonField.tsx';
import { ListField } from './ListField.tsx';
import { fieldsOf, type FieldEntry } from './object-fields.ts';
import { PathField } from './PathField.tsx';
import { PlainField } from './PlainField.tsx';
import { useExpressionPlace } from './useExpressionPlace.ts';
import { MapRows, ValueField } from './ValueField.tsx';
import { TargetField } from './TargetField.tsx';
import { VariantField } from './VariantField.tsx';

const useStyles = makeStyles({
  line: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '4px',
    minWidth: 0,
    '& > :first-child': { flex: '1 1 0', minWidth: 0 },
    // A short control fills the room before the button.
    '& .fui-Input': { maxWidth: 'none' },
    '& .fui-SpinButton': { maxWidth: 'none' },
  },
  // Beside the control, below the label.
  fx: { marginTop: '22px', minWidth: '32px', fontFamily: tokens.fontFamilyMonospace, fontStyle: 'italic' },
  more: { alignSelf: 'flex-start' },
  group: { display: 'flex', flexDirection: 'column', gap: '8px', minWidth: 0 },
  head: { display: 'flex', alignItems: 'center', gap: '4px', minHeight: '32px' },
  name: {
    flex: '1 1 0',
    minWidth: 0,
    margin: 0,
    fontSize: tokens.fontSizeBase300,
    fontWeight: tokens.fontWeightSemibold,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
});

const isExpression = (value: Json | undefined): value is { $expr: string } =>
  isObject(value) && typeof value['$expr'] === 'string';

/** One property, edited by the control that its schema asks for. */
export function PropertyField(given: FieldProps) {
  const { host } = useHost();
  const { nameKey } = useContext(FieldPlaceContext);
  const Steps = useContext(StepsFieldContext);
  // A property that has no name in the person's language has that of its declaration.
  const title = (given.property.name && host.translate(nameKey(given.property.name))) || given.property.title;
  const props = { ...given, property: { ...given.property, title } };
  const { property, value } = props;
  const { control } = property;
  if (control.kind === 'expression') return <ExpressionOnly {...props} />;
  if (
    property.takesExpression &&
    control.kind !== 'json' &&
    control.kind !== 'list' &&
    control.kind !== 'object'
  )
    return <ValueOrExpression {...props} />;
  if (isExpression(value)) return <ValueOrExpression {...props} />;
  switch (control.kind) {
    case 'object':
      return <ObjectField {...props} />;
    case 'address':
      return <AddressField {...props} />;
    case 'path':
      return <PathField {...props} />;
    case 'map':
      return <MapField {...props} paths={control.paths} choice={control.values} />;
    case 'value':
      return <ValueField {...props} label={title} choice={control.choice} optional={!property.required} />;
    case 'byValue':
      return <ByValueField {...props} of={control.of} Field={PropertyField} />;
    case 'target':
      return <TargetField {...props} of={control.of} several={control.several} />;
    case 'steps':
      return Steps && <Steps {...props} />;
    case 'list':
      return <ListField {...props} schema={control.schema} Field={PropertyField} />;
    case 'json':
      return <JsonField {...props} />;
    case 'column':
      return <ColumnField {...props} />;
    default:
      return <PlainField {...props} />;
  }
}

/** A property that nothing but an expression can be. An optional one goes when it is emptied. */
function ExpressionOnly({ property, value, path, onChange }: FieldProps) {
  const place = useExpressionPlace(path);
  return (
    <ExpressionField
      label={property.title}
      place={place}
      value={isExpression(value) ? value.$expr : ''}
      optional={!property.required}
      onChange={(source) => onChange(path, source === '' ? undefined : { $expr: source })}
    />
  );
}

function ValueOrExpression(props: FieldProps) {
  const styles = useStyles();
  const t = useText();
  const { property, value, path, onChange } = props;
  const place = useExpressionPlace(path);
  const isOn = isExpression(value);
  const { trigger, tooltip } = useTooltip(t(isOn ? 'editor.panel.plain' : 'editor.panel.expression'));
  const toggle = () => {
    if (!isOn)
      onChange(path, { $expr: typeof value === 'string' && value !== '' ? JSON.stringify(value) : 'null' });
    else onChange(path, property.required ? '' : undefined);
  };
  const isSwitch = property.control.kind === 'switch' && !isOn;
  return (
    <div className={styles.line}>
      {isOn ? (
        <ExpressionField
          label={property.title}
          place={place}
          value={value.$expr}
          onChange={(source) => onChange(path, { $expr: source })}
        />
      ) : (
        <PlainField {...props} />
      )}
      <Button
        className={styles.fx}
        style={isSwitch ? { marginTop: 0 } : undefined}
        appearance={isOn ? 'outline' : 'subtle'}
        aria-pressed={isOn}
        onClick={toggle}
        {...trigger}
      >
        fx
      </Button>
      {tooltip}
    </div>
  );
}

/** Values by names that the author gives. */
function MapField({
  property: { title, required },
  value,
  path,
  onChange,
  paths,
  choice,
}: FieldProps & { paths: boolean; choice: ValueChoice }) {
  const styles = useStyles();
  return (
    <div className={styles.group} role="group" aria-label={title}>
      <div className={styles.head}>
        <h4 className={styles.name}>{title}</h4>
      </div>
      <MapRows {...{ value, path, paths, choice, onChange }} least={required ? 1 : 0} removable={!required} />
    </div>
  );
}

function ObjectField(props: FieldProps) {
  const styles = useStyles();
  return (
    <div className={styles.group} role="group" aria-label={props.property.title}>
      <div className={styles.head}>
        <h4 className={styles.name}>{props.property.title}</h4>
      </div>
      <FieldList entries={fieldsOf(props)} root={props.root} />
    </div>
  );
}

/** Fields of an object. Where they are folded, optional ones without a value stand behind a button. */
export function FieldList({ entries, root }: { entries: readonly FieldEntry[]; root: JsonObject }) {
  const styles = useStyles();
  const t = useText();
  const { folds } = useContext(FieldPlaceContext);
  const [isOpen, setIsOpen] = useState(false);
  const isFolded = ({ property, value }: FieldEntry): boolean =>
    folds && !property.required && value === undefined;
  const fieldOf = ({ variant, ...entry }: FieldEntry) => {
    const field = <PropertyField key={entry.property.name} {...entry} root={root} />;
    return variant ? (
      <VariantField key={variant.names.join(' ')} variant={variant}>
        {field}
      </VariantField>
    ) : (
      field
    );
  };
  // Properties that got a value by this form stay where they are.
  const folded = entries.filter(isFolded);
  return (
    <>
      {entries.filter((entry) => isOpen || !isFolded(entry)).map(fieldOf)}
      {(isOpen ? folds && entries.some(({ property }) => !property.required) : folded.length > 0) && (
        <Button
          className={styles.more}
          size="small"
          appearance="subtle"
          aria-expanded={isOpen}
          icon={<Icon name={isOpen ? 'chevron-up' : 'chevron-down'} size={16} />}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t(isOpen ? 'panel.actions.less' : 'panel.actions.more')}
        </Button>
      )}
    </>
  );
}
