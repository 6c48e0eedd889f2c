import ArrayField from '@rjsf/core/lib/components/fields/ArrayField.js';
import ObjectField from '@rjsf/core/lib/components/fields/ObjectField.js';
import SchemaField from '@rjsf/core/lib/components/fields/SchemaField.js';
import type { FieldProps, Registry, RJSFSchema } from '@rjsf/utils';
import { useMemo, useSyncExternalStore, type ComponentType, type ReactNode } from 'react';
import { isObject, type Json } from '../../../../contracts/json.ts';
import { valueAt } from '../../../../contracts/json-pointer.ts';
import type { Path } from '../../../core/index.ts';
import { entriesName, type CompiledForm } from '../../../core/form/compile.ts';
import { isStructured, type CompiledField } from '../../../core/form/field.ts';
import type { FormModel } from '../../../core/form/form-model.ts';
import type { FieldView } from '../../../core/form/views.ts';
import { useTexts } from '../../screen/useTexts.ts';
import { useForm } from '../context.ts';
import { ChoiceField } from './ChoiceField.tsx';
import {
  EditingContext,
  oncePer,
  ownOf,
  partsOf,
  toUiSchema,
  type StructuredEditing,
  type WrittenField,
} from './context.ts';
import { compiledOf, LeafField } from './LeafField.tsx';
import { ListItemTemplate, ListTemplate } from './ListTemplate.tsx';
import { ObjectTemplate } from './ObjectTemplate.tsx';
import { createSchemaUtils } from './schema-utils.ts';

const uiSchemaOfObject = oncePer((own: WrittenField) => ({
  ...toUiSchema(own),
  ...Object.fromEntries([...partsOf(own)].map(([name, part]) => [name, toUiSchema(part)])),
}));

/** An object's properties, or the control that the layout gives the object. */
function PropertiesField(props: FieldProps) {
  if (!isStructured(compiledOf(props))) return <LeafField {...props} />;
  return <ObjectField {...props} uiSchema={uiSchemaOfObject(ownOf(props.uiSchema))} />;
}

const uiSchemaOfList = oncePer((own: WrittenField) => ({
  ...toUiSchema(own),
  ...(own.fields && { items: toUiSchema({ field: own.field, fields: own.fields }) }),
}));

const RjsfArrayField: ComponentType<FieldProps> = ArrayField;

/** A list item by item, or as one control. */
function ItemsField(props: FieldProps) {
  const value = props.formData as Json | undefined;
  const positions = Array.isArray(props.schema.items) ? props.schema.items.length : 0;
  // rjsf mounts all items anew when their number changes, so it always has one for each position.
  const items = useMemo(
    () =>
      Array.isArray(value) && value.length < positions
        ? [...(value as Json[]), ...Array<null>(positions - value.length).fill(null)]
        : value,
    [value, positions],
  );
  if (!isStructured(compiledOf(props))) return <LeafField {...props} />;
  return <RjsfArrayField {...props} formData={items} uiSchema={uiSchemaOfList(ownOf(props.uiSchema))} />;
}

const Unframed = ({ children }: { children?: ReactNode }) => children;
const Nothing = () => null;

const theme = {
  fields: {
    SchemaField,
    ObjectField: PropertiesField,
    ArrayField: ItemsField,
    OneOfField: ChoiceField,
    StringField: LeafField,
    NumberField: LeafField,
    BooleanField: LeafField,
    NullField: LeafField,
    FallbackField: LeafField,
  },
  templates: {
    FieldTemplate: Unframed,
    ObjectFieldTemplate: ObjectTemplate,
    ArrayFieldTemplate: ListTemplate,
    ArrayFieldItemTemplate: ListItemTemplate,
    // Labels, hints and errors stand with their controls, which follow the model by themselves.
    DescriptionFieldTemplate: Nothing,
    FieldHelpTemplate: Nothing,
    FieldErrorTemplate: Nothing,
  },
  widgets: {},
  formContext: {},
  translateString: (text: string) => text,
  globalFormOptions: { idPrefix: '', idSeparator: '/', experimental_componentUpdateStrategy: 'shallow' },
} as const;

const registryOf = oncePer(
  (form: CompiledForm) =>
    ({
      ...theme,
      rootSchema: form.reader().schema as RJSFSchema,
      schemaUtils: createSchemaUtils(form),
    }) as unknown as Registry,
);

/**
 * The value of a structured field as rjsf has it. Text typed into a control does not replace it: the control follows
 * the model by itself, so a key renders one field however large the value is.
 */
class RenderedValue implements StructuredEditing {
  private readonly model: FormModel;
  private readonly name: string;
  /** Path of the whole value; the root's entries have no name of their own. */
  readonly path: Path;
  private value: Json | undefined;
  private isTyping = false;
  private arrangement: { order: readonly (number | null)[]; fresh: Json | undefined } | null = null;

  constructor(model: FormModel, name: string) {
    this.model = model;
    this.name = name;
    this.path = name === entriesName && model.form.entries !== null ? [] : [name];
    this.value = this.current();
  }

  private current(): Json | undefined {
    return this.path.length === 0 ? this.model.entries : this.model.record[this.name];
  }

  readonly get = (): Json | undefined => this.value;

  readonly subscribe = (listener: () => void): (() => void) =>
    this.model.subscribeField(this.name, () => {
      const { isTyping } = this;
      // Values that rules set after a key are notified after the key itself.
      this.isTyping = false;
      if (isTyping) return;
      this.value = this.current();
      listener();
    });

  readonly edit = (path: Path, value: Json | undefined): void => {
    const parent = valueAt(this.model.record, path.slice(0, -1));
    const hasPlace = isObject(parent) || Array.isArray(parent);
    this.isTyping = hasPlace && path.length > this.path.length && !this.model.form.reader().decides(path);
    this.model.set(path, value);
    this.isTyping = false;
  };

  readonly arrange = (order: readonly (number | null)[], handler: () => void, fresh?: Json): void => {
    this.arrangement = { order, fresh };
    handler();
    this.arrangement = null;
  };

  /** rjsf's handlers say which list changes; its items' values are the model's. */
  readonly onChange = (items: unknown, path: readonly (string | number)[]): void => {
    if (this.arrangement === null) return;
    const { order, fresh } = this.arrangement;
    const made = Array.isArray(items) ? (items[order.indexOf(null)] as Json | undefined) : undefined;
    this.model.arrange(path.map(String), order, fresh ?? made ?? null);
  };
}

const ignore = () => undefined;

/** A root field that is an object, a list or alternatives. rjsf renders its parts with the templates and fields above. */
export default function StructuredField(props: { field: CompiledField; view: FieldView }) {
  return useTexts('structured') && <Value {...props} />;
}

function Value({ field, view }: { field: CompiledField; view: FieldView }) {
  const { model } = useForm();
  const editing = useMemo(() => new RenderedValue(model, field.name), [model, field]);
  const value = useSyncExternalStore(editing.subscribe, editing.get);
  const reader = model.form.reader();
  const schema = useMemo(() => {
    const { properties } = reader.read(reader.schema, model.record);
    return ((isObject(properties) && properties[field.name]) || field.schema) as RJSFSchema;
    // oxlint-disable-next-line react/exhaustive-deps -- the record's own conditions may decide the schema
  }, [reader, field, model, value]);
  const fieldPathId = useMemo(() => ({ path: [...editing.path], $id: field.name }), [editing, field]);
  return (
    <EditingContext value={editing}>
      <SchemaField
        name={field.name}
        schema={schema}
        uiSchema={toUiSchema(field.own)}
        fieldPathId={fieldPathId}
        formData={value}
        required={view.required}
        disabled={view.disabled || field.readOnly}
        onChange={editing.onChange}
        onBlur={ignore}
        onFocus={ignore}
        registry={registryOf(model.form)}
      />
    </EditingContext>
  );
}
