import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useLayoutEffect, useRef, type ComponentType } from 'react';
import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import { useText } from '../../../engine/react/index.ts';
import { Icon } from '../../../ui/index.ts';
import { freeId } from '../../commands/insert.ts';
import { plainProperty, type PlainKind } from '../../panel-schema.ts';
import type { FieldProps } from './field-props.ts';
import { PickedText } from './PickedText.tsx';
import { useColumnValues } from './useColumnValues.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '4px', minWidth: 0 },
  name: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr) 32px',
    gap: '4px',
    alignItems: 'start',
    '& .fui-Input': { minWidth: 0 },
  },
  caption: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  remove: { minWidth: '32px' },
  add: { alignSelf: 'flex-start', marginTop: '4px' },
});

/** Setting for each value of a column: its text, its tone. The values of the node's rows are offered. */
export function ByValueField({
  property,
  value,
  path,
  root,
  onChange,
  of,
  Field,
}: FieldProps & {
  of: PlainKind;
  /** The field of what stands for a value. */ Field: ComponentType<FieldProps>;
}) {
  const styles = useStyles();
  const t = useText();
  const known = useColumnValues(path, root);
  const list = useRef<HTMLDivElement>(null);
  const added = useRef(false);
  // A person who adds a value names it first, in place of the one that stands there.
  useLayoutEffect(() => {
    if (!added.current) return;
    added.current = false;
    const rows = list.current?.querySelectorAll<HTMLElement>('[data-row]');
    const field = rows?.[rows.length - 1]?.querySelector('input');
    field?.focus();
    field?.select();
  });
  const own: JsonObject = isObject(value) ? value : {};
  const entries = Object.entries(own);
  const unused = known.filter((one) => !Object.hasOwn(own, one));
  const put = (next: [string, Json][]) =>
    onChange(path, next.length === 0 && !property.required ? undefined : Object.fromEntries(next));
  const errorOf = (name: string, text: string): string | undefined => {
    if (text !== name && Object.hasOwn(own, text)) return t('panel.byValue.taken');
    return text === '' || text === '__proto__' ? t('panel.byValue.empty') : undefined;
  };
  const add = () => {
    const name = unused[0] ?? freeId('value', (one) => Object.hasOwn(own, one));
    const first = of.kind === 'choice' ? (of.options[0] ?? '') : of.kind === 'number' ? (of.min ?? 0) : name;
    added.current = true;
    put([...entries, [name, first]]);
  };
  const caption = t(of.kind === 'choice' ? 'panel.byValue.choice' : 'panel.byValue.text');
  return (
    <div className={styles.root} role="group" aria-label={property.title} ref={list}>
      <h4 className={styles.name}>{property.title}</h4>
      {entries.length > 0 && (
        <div className={styles.row} aria-hidden="true">
          <span className={styles.caption}>{t('panel.byValue.value')}</span>
          <span className={styles.caption}>{caption}</span>
        </div>
      )}
      {entries.map(([name, one], at) => (
        // A value changes while it is typed; its position does not.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at} className={styles.row} data-row="">
          <PickedText
            label={t('panel.byValue.valueAt', { number: at + 1 })}
            quietLabel
            required
            value={name}
            choices={known.map((choice) => ({ value: choice, title: choice }))}
            errorOf={(text) => errorOf(name, text)}
            onChange={(text) => put(entries.map((entry, place) => (place === at ? [text, one] : entry)))}
          />
          <Field
            property={plainProperty({
              title: t('panel.byValue.of', { title: caption, name }),
              required: true,
              control: of,
            })}
            value={one}
            path={[...path, name]}
            root={root}
            quietLabel
            onChange={onChange}
          />
          <Button
            className={styles.remove}
            appearance="subtle"
            icon={<Icon name="delete" size={16} />}
            aria-label={t('panel.actions.removeName', { name })}
            onClick={() => {
              put(entries.filter((_, place) => place !== at));
              list.current?.querySelector<HTMLElement>('[data-add]')?.focus();
            }}
          />
        </div>
      ))}
      <Button
        className={styles.add}
        size="small"
        icon={<Icon name="add" size={16} />}
        onClick={add}
        data-add=""
      >
        {t('panel.actions.addName')}
      </Button>
    </div>
  );
}
