import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Templates } from '@rjsf/fluentui-rc';
import { TranslatableString } from '@rjsf/utils';
import type {
  ArrayFieldItemTemplateProps,
  FieldTemplateProps,
  IconButtonProps,
  ObjectFieldTemplateProps,
  TemplatesType,
  TitleFieldProps,
} from '@rjsf/utils';
import { Icon } from '../../../../ui/index.ts';
import { FieldFrame } from '../FieldFrame.tsx';

const useStyles = makeStyles({
  group: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    columnGap: '24px',
    rowGap: '8px',
    margin: 0,
    padding: '12px 16px',
    minWidth: 0,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    '@container form (min-width: 640px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  },
  item: { display: 'flex', gap: '8px', alignItems: 'flex-start' },
  itemBody: { flexGrow: 1, minWidth: 0 },
  title: { margin: '0 0 8px', fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
});

/** A value inside a structured field: the same frame as any field of the form. */
function NestedFieldTemplate(props: FieldTemplateProps) {
  const { id, label, required, displayLabel, hidden, rawErrors, rawDescription, schema, children } = props;
  if (hidden === true) return <div hidden>{children}</div>;
  const isContainer = schema.type === 'object' || schema.type === 'array' || schema.oneOf !== undefined;
  return (
    <FieldFrame
      id={id}
      label={displayLabel === true ? label : null}
      required={required === true}
      hint={isContainer ? undefined : rawDescription}
      error={rawErrors?.[0]}
    >
      {children}
    </FieldFrame>
  );
}

/** The fields of a nested object, in two columns where there is room. */
function NestedObjectTemplate(props: ObjectFieldTemplateProps) {
  const styles = useStyles();
  const { title, properties, fieldPathId } = props;
  return (
    <>
      {title !== '' && (
        <h3 id={`${fieldPathId.$id}-title`} className={styles.title}>
          {title}
        </h3>
      )}
      <div
        className={styles.group}
        role="group"
        {...(title === '' ? {} : { 'aria-labelledby': `${fieldPathId.$id}-title` })}
      >
        {properties.map((property) => (
          <div key={property.name}>{property.content}</div>
        ))}
      </div>
    </>
  );
}

/** One entry of a list, with what can be done to it at its end. */
function NestedItem({ children, buttonsProps, hasToolbar, registry }: ArrayFieldItemTemplateProps) {
  const styles = useStyles();
  const { ArrayFieldItemButtonsTemplate: Buttons } = registry.templates;
  return (
    <div className={styles.item}>
      <div className={styles.itemBody}>{children}</div>
      {hasToolbar && <Buttons {...buttonsProps} />}
    </div>
  );
}

function AddButton({ id, disabled, onClick, registry }: IconButtonProps) {
  return (
    <Button id={id} icon={<Icon name="add" />} disabled={disabled === true} onClick={onClick as () => void}>
      {registry.translateString(TranslatableString.AddButton)}
    </Button>
  );
}

function NestedTitle({ id, title, required }: TitleFieldProps) {
  const styles = useStyles();
  return (
    <h3 id={id} className={styles.title}>
      {title}
      {required === true && <span aria-hidden="true"> **</span>}
    </h3>
  );
}

/** The Fluent theme's templates, with ours where the form has a look of its own. */
export const structuredTemplates: Partial<TemplatesType> = {
  ...(Templates as unknown as Partial<TemplatesType>),
  ArrayFieldItemTemplate: NestedItem,
  ButtonTemplates: { ...Templates.ButtonTemplates, AddButton } as TemplatesType['ButtonTemplates'],
  FieldTemplate: NestedFieldTemplate,
  ObjectFieldTemplate: NestedObjectTemplate,
  TitleFieldTemplate: NestedTitle,
};
