import { Button } from '@fluentui/react-components';
import { Icon } from '../../../../ui/index.ts';
import type { JsonSchema } from '../../../core/index.ts';
import { useForm } from '../context.ts';
import { useText } from '../../hooks.ts';
import { idOf } from '../focus.ts';
import { Part } from './Part.tsx';
import { NestedNote, useNestedStyles } from './parts.tsx';
import { asList, errorsAt, keyUnder, ownError, pathOfKey, type NestedProps } from './nested.ts';

/** A list whose places have a meaning of their own: one value for each. */
export function TupleValue(props: NestedProps) {
  const nested = useNestedStyles();
  const t = useText();
  const { model, text, readOnly } = useForm();
  const { path: key, schema, value, label, errors, depth } = props;
  const id = idOf(pathOfKey(key));
  const places = schema['items'] as JsonSchema[];
  const list = asList(value);
  if (value === undefined && !readOnly) {
    return (
      <div className={nested.closed}>
        <Button
          id={id}
          icon={<Icon name="add" />}
          disabled={props.disabled}
          onClick={() => model.set(pathOfKey(key), [])}
        >
          {t('form.nested.addOne', { field: label })}
        </Button>
        <NestedNote id={id} error={ownError(errors, key)} />
      </div>
    );
  }
  // A place can only be filled behind those before it.
  const shown = places.slice(0, list.length + 1);
  const least = typeof schema['minItems'] === 'number' ? schema['minItems'] : 0;
  return (
    <div role="group" id={id} tabIndex={-1} aria-label={label}>
      {props.quietLabel !== true && (
        <div className={nested.head}>
          <h3 className={nested.title}>{label}</h3>
        </div>
      )}
      <NestedNote id={id} error={ownError(errors, key)} />
      {shown.map((place, at) => {
        const own = keyUnder(key, at);
        const { title } = place;
        return (
          <Part
            key={at}
            path={own}
            schema={place}
            own={undefined}
            value={list[at]}
            errors={errorsAt(errors, own)}
            label={
              typeof title === 'string' ? text(title) : t('form.array.item', { title: label, index: at + 1 })
            }
            required={at < least}
            disabled={props.disabled}
            depth={depth + 1}
          />
        );
      })}
    </div>
  );
}
