import { isObject } from '../../../../contracts/json.ts';
import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Icon } from '../../../../ui/index.ts';
import { useText } from '../../hooks.ts';
import { useForm } from '../context.ts';
import { idOf } from '../focus.ts';
import type { JsonSchema } from '../../../core/index.ts';
import { mainType } from '../../../core/form/shape.ts';
import { MapEntries, mapSchemas } from './MapEntries.tsx';
import { Part } from './Part.tsx';
import { NestedNote, useNestedStyles } from './parts.tsx';
import {
  asObject,
  errorsAt,
  keyUnder,
  ownError,
  partsOf,
  pathOfKey,
  requiredOf,
  type NestedProps,
} from './nested.ts';

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

/** Objects that may be left out stay closed from here on, so that a schema that leads back to itself ends. */
const openDepth = 2;
const deepest = 8;

/** The fields of a nested object; one that may be left out is opened by a button. */
export function ObjectValue(props: NestedProps) {
  const styles = useStyles();
  const nested = useNestedStyles();
  const t = useText();
  const { model, text, readOnly } = useForm();
  const { path: key, schema, value, label, errors, required, disabled, depth, own } = props;
  const path = pathOfKey(key);
  const isOpen = value !== undefined && value !== null;
  const mayClose = depth >= deepest || (!required && depth >= openDepth);
  if (!isOpen && mayClose && !readOnly && props.quietLabel !== true) {
    return (
      <div className={nested.closed}>
        <Button
          id={idOf(path)}
          icon={<Icon name="add" />}
          disabled={disabled}
          onClick={() => model.set(path, model.form.reader().seed({ ...schema, type: 'object' }) ?? {})}
        >
          {t('form.nested.addOne', { field: label })}
        </Button>
        <NestedNote id={idOf(path)} error={ownError(errors, key)} />
      </div>
    );
  }
  const record = asObject(value);
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const laidOut = partsOf(own);
  const names = [
    ...[...laidOut.keys()].filter((name) => Object.hasOwn(properties, name)),
    ...Object.keys(properties).filter((name) => !laidOut.has(name)),
  ];
  const needed = requiredOf(schema);
  const entries = mapSchemas(schema, names.length > 0, model.form.interpreter().matchesPattern);
  const reader = model.form.reader();
  return (
    <div
      role="group"
      id={idOf(path)}
      tabIndex={-1}
      aria-label={label === '' ? undefined : label}
      className={mergeClasses(depth === 0 || props.quietLabel === true ? undefined : styles.framed)}
    >
      {label !== '' && props.quietLabel !== true && (
        <div className={nested.head}>
          <h3 className={nested.title}>{label}</h3>
          {isOpen && mayClose && !readOnly && (
            <Button
              size="small"
              appearance="subtle"
              icon={<Icon name="delete" />}
              aria-label={t('form.nested.removeOne', { field: label })}
              disabled={disabled}
              onClick={() => model.set(path, undefined)}
            />
          )}
        </div>
      )}
      <NestedNote
        id={idOf(path)}
        hint={
          depth === 0 || typeof schema['description'] !== 'string' ? undefined : text(schema['description'])
        }
        error={ownError(errors, key)}
      />
      <div className={mergeClasses(styles.group, names.length > 1 && styles.two)}>
        {names.map((name) => {
          const part = properties[name] as JsonSchema;
          const at = keyUnder(key, name);
          const read = reader.read(part, record[name]);
          // What can be nothing else and is that already needs nobody.
          if (read['const'] !== undefined && read['const'] === record[name]) return null;
          const title = read['title'];
          const isWide = ['object', 'array', undefined].includes(mainType(read));
          return (
            <div key={name} className={mergeClasses(isWide && styles.whole)}>
              <Part
                path={at}
                schema={part}
                own={laidOut.get(name)}
                value={record[name]}
                errors={errorsAt(errors, at)}
                label={typeof title === 'string' && title !== '' ? text(title) : name}
                required={needed.includes(name)}
                disabled={disabled}
                depth={depth + 1}
              />
            </div>
          );
        })}
      </div>
      {entries !== null && <MapEntries {...props} record={record} named={names} entries={entries} />}
    </div>
  );
}
