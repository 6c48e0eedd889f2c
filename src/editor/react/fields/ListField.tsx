import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useContext, useState } from 'react';
import type { ComponentType } from 'react';
import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import { useLanguage, useText } from '../../../engine/react/index.ts';
import { Icon } from '../../../ui/index.ts';
import { columnNames } from '../../data/columns.ts';
import { shownText } from '../../names.ts';
import { newItem } from '../../new-item.ts';
import { isPlain, itemControl, itemSchema, plainProperty, propertiesOf } from '../../panel-schema.ts';
import { useEditor, useEditorState } from '../context.ts';
import { ColumnChoicesContext } from '../data/choices.ts';
import type { FieldProps } from './field-props.ts';

const useStyles = makeStyles({
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
  item: {
    display: 'flex',
    flexDirection: 'column',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  itemHead: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    minHeight: '32px',
    paddingInline: '8px 2px',
  },
  itemName: {
    flex: '1 1 0',
    minWidth: 0,
    justifyContent: 'flex-start',
    fontWeight: tokens.fontWeightRegular,
    paddingInline: 0,
  },
  itemField: { flex: '1 1 0', minWidth: 0, paddingBlock: '4px' },
  itemBody: { display: 'flex', flexDirection: 'column', gap: '4px', padding: '4px 8px 8px' },
});

const itemNames = ['title', 'label', 'text', 'field', 'id', 'name'];

/** Name of an item; texts that are keys are shown as people read them. */
function itemTitle(item: Json, at: number, shown: (text: string) => string): string {
  if (!isObject(item)) return typeof item === 'string' ? item : `${at + 1}`;
  const found = itemNames.map((name) => item[name]).find((one) => typeof one === 'string' && one !== '');
  return typeof found === 'string' ? shown(found) : `${at + 1}`;
}

/** Items in an order, of which one is open. */
export function ListField({
  property,
  value,
  path,
  root,
  onChange,
  schema,
  Field,
}: FieldProps & {
  schema: JsonObject;
  /** The field of a property of an item. */ Field: ComponentType<FieldProps>;
}) {
  const styles = useStyles();
  const t = useText();
  const lang = useLanguage();
  const document = useEditorState(({ model }) => model.document);
  const shown = (text: string): string => shownText(text, document, lang, t);
  const editor = useEditor();
  const choices = useContext(ColumnChoicesContext);
  const [open, setOpen] = useState<number | null>(null);
  const items = Array.isArray(value) ? value : [];
  const inner = itemSchema(schema, root);
  const properties = propertiesOf(inner, root);
  // Items that are no objects: a text or a number stands in its head, and what else there is opens as JSON.
  const single = properties.length === 0 ? itemControl(schema, root) : null;
  const isShort = (item: Json): boolean =>
    single !== null && isPlain(single) && (typeof item !== 'object' || item === null);
  const put = (next: Json[]) => onChange(path, next.length === 0 && !property.required ? undefined : next);
  const move = (from: number, to: number) => {
    const next = [...items];
    const [item] = next.splice(from, 1);
    next.splice(to, 0, item!);
    put(next);
    setOpen(null);
  };
  const add = () => {
    const { model, selection } = editor.store.getState();
    const label = t('editor.panel.newItem', { number: items.length + 1 });
    const columns = choices === null ? new Map<string, string>() : columnNames(choices.columns, lang, t);
    const nodes = selection.map((key) => model.nodes[key]);
    const empty: Json = single?.kind === 'number' ? (single.min ?? 0) : '';
    const item =
      single === null ? newItem(properties, { list: property.name, items, nodes, columns, label }) : empty;
    put([...items, item]);
    setOpen(items.length);
  };
  const itemField = (item: Json, at: number) => (
    <Field
      property={plainProperty({
        title: t('editor.panel.itemOf', { name: property.title, number: at + 1 }),
        required: true,
        control: isShort(item) && single !== null ? single : { kind: 'json' },
      })}
      value={item}
      path={[...path, at]}
      root={root}
      quietLabel
      onChange={onChange}
    />
  );
  return (
    <div className={styles.group} role="group" aria-label={property.title}>
      <div className={styles.head}>
        <h4 className={styles.name}>{property.title}</h4>
        <Button
          size="small"
          appearance="subtle"
          icon={<Icon name="add" size={16} />}
          aria-label={t('editor.panel.addItem', { name: property.title })}
          onClick={add}
        />
      </div>
      {items.map((item, at) => (
        // Items have no name of their own; their position is what a path names.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at} className={styles.item}>
          <div className={styles.itemHead}>
            {isShort(item) ? (
              <div className={styles.itemField}>{itemField(item, at)}</div>
            ) : (
              <Button
                size="small"
                appearance="transparent"
                className={styles.itemName}
                aria-expanded={open === at}
                icon={<Icon name={open === at ? 'chevron-down' : 'chevron-right'} size={16} />}
                onClick={() => setOpen(open === at ? null : at)}
              >
                {itemTitle(item, at, shown)}
              </Button>
            )}
            <Button
              size="small"
              appearance="subtle"
              disabled={at === 0}
              icon={<Icon name="arrow-up" size={16} />}
              aria-label={t('editor.panel.itemUp')}
              onClick={() => move(at, at - 1)}
            />
            <Button
              size="small"
              appearance="subtle"
              disabled={at === items.length - 1}
              icon={<Icon name="arrow-down" size={16} />}
              aria-label={t('editor.panel.itemDown')}
              onClick={() => move(at, at + 1)}
            />
            <Button
              size="small"
              appearance="subtle"
              icon={<Icon name="delete" size={16} />}
              aria-label={t('editor.panel.itemRemove')}
              onClick={() => put(items.filter((_, one) => one !== at))}
            />
          </div>
          {open === at && !isShort(item) && (
            <div className={styles.itemBody}>
              {single !== null
                ? itemField(item, at)
                : properties.map((one) => (
                    <Field
                      key={one.name}
                      property={one}
                      value={isObject(item) ? item[one.name] : undefined}
                      path={[...path, at, one.name]}
                      root={root}
                      onChange={onChange}
                    />
                  ))}
            </div>
          )}
        </div>
      ))}
    </div>
  );
}
