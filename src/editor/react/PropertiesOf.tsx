import { memo, useCallback, useMemo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { countRender } from '../../engine/core/index.ts';
import { useText } from '../../engine/react/index.ts';
import { isObject, type Json, type JsonObject } from '../../contracts/json.ts';
import { withColumn } from '../data/columns.ts';
import { newStrings, sourceOfNode } from '../data/sources.ts';
import type { EditorState } from '../editor.ts';
import { typeOfNode } from '../names.ts';
import { propertiesAt, propertiesOf, type Property } from '../panel-schema.ts';
import { useEditor, useEditorState } from './context.ts';
import { ColumnChoicesContext, useColumns, type ColumnChoices } from './data/choices.ts';
import type { ChangeValue, FieldProps } from './fields/field-props.ts';
import { StepsField } from './actions/StepList.tsx';
import { StepsFieldContext } from './fields/field-place.ts';
import { PropertyField } from './fields/PropertyField.tsx';
import { usePropertyProblems, type PropertyProblem } from './problems.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '10px', minWidth: 0 },
  // Close to the field above.
  problem: { marginTop: '-8px', whiteSpace: 'normal' },
});

/** The value of a property in all selected nodes: undefined with `mixed` when they differ. */
function commonValue(
  nodes: readonly (Json | undefined)[],
  name: string,
): { value: Json | undefined; mixed: boolean } {
  const values = nodes.map((node) => {
    const props = isObject(node) ? node['props'] : undefined;
    return isObject(props) ? props[name] : undefined;
  });
  const [first, ...rest] = values.map((one) => JSON.stringify(one));
  return rest.every((one) => one === first)
    ? { value: values[0], mixed: false }
    : { value: undefined, mixed: true };
}

/** The properties that all of the selected widgets have. */
function commonProperties(schemas: readonly JsonObject[]): Property[] {
  const [first, ...rest] = schemas.map((schema) => propertiesOf(schema));
  const shape = ({ name, control }: Property) => `${name} ${JSON.stringify(control)}`;
  return (first ?? []).filter((one) => rest.every((other) => other.some((two) => shape(two) === shape(one))));
}

/** The selected nodes; the same list until one of them changes. */
const useSelectedNodes = (selection: readonly string[]): readonly (Json | undefined)[] =>
  useEditorState(useShallow(({ model }: EditorState) => selection.map((key) => model.nodes[key])));

/** The columns of what is selected, where all selected nodes show the same source. */
function useColumnChoices(selection: readonly string[]): ColumnChoices | null {
  const editor = useEditor();
  const t = useText();
  const source = useEditorState(({ model }) => {
    const [first, ...rest] = selection.map((key) => sourceOfNode(model.nodes[key]));
    return first !== undefined && rest.every((one) => one === first) ? first : null;
  });
  const columns = useColumns(source);
  return useMemo(() => {
    if (source === null || columns.length === 0) return null;
    return {
      columns,
      choose(path, chosen) {
        const { model, selection: keys } = editor.store.getState();
        const name = String(path.at(-1));
        const above = path.slice(0, -1);
        const commands = keys.flatMap((key) => {
          const node = model.nodes[key];
          const spec = editor.registry.loaded(typeOfNode(node));
          if (!isObject(node) || !spec) return [];
          const schema = spec.propsSchema as JsonObject;
          let object: Json | undefined = node.props ?? {};
          for (const segment of above)
            object = (object as Record<string | number, Json> | undefined)?.[segment];
          if (!isObject(object)) return [];
          const placeholders = [t(spec.title.slice(1)), spec.title];
          const made = withColumn(object, propertiesAt(schema, above), name, chosen, {
            columns,
            placeholders,
          });
          return [
            ...newStrings(made.strings),
            { type: 'set' as const, key, path: ['props', ...above], value: made.value },
          ];
        });
        editor.dispatch({ type: 'batch', commands }, { label: 'set' });
      },
    };
  }, [source, columns, editor, t]);
}

/** One property, which renders when its own value changes, and not when another one does. */
const OwnField = memo(function OwnField(props: FieldProps) {
  countRender(`#panel/${props.property.name}`);
  return <PropertyField {...props} />;
});

/** A property, and what is wrong with it. */
function CheckedField({ problem, ...props }: FieldProps & { problem: PropertyProblem | undefined }) {
  const styles = useStyles();
  // Actions say it at the step that is wrong.
  const isShown = problem !== undefined && !props.property.isAction;
  return (
    <>
      <OwnField {...props} />
      {isShown && (
        <div
          className={mergeClasses(
            'field-note',
            problem.severity === 'error' && 'field-error',
            styles.problem,
          )}
          role="alert"
        >
          {problem.text}
        </div>
      )}
    </>
  );
}

/** The properties of what is selected, as their schemas declare them. */
export function PropertiesOf({
  selection,
  filter,
}: {
  selection: readonly string[];
  /** Choice of the properties; all without it. */
  filter?: (property: Property) => boolean;
}) {
  const styles = useStyles();
  const editor = useEditor();
  const { registry } = editor;
  const nodes = useSelectedNodes(selection);
  const types = nodes.map(typeOfNode).join(' ');
  const schemas = useMemo(
    () =>
      types.split(' ').flatMap((type) => (registry.loaded(type) ? [registry.loaded(type)!.propsSchema] : [])),
    [types, registry],
  );
  const properties = useMemo(
    () => commonProperties(schemas).map((property) => ({ property, path: [property.name] })),
    [schemas],
  );
  const columns = useColumnChoices(selection);
  const problems = usePropertyProblems(selection.length === 1 ? selection[0]! : null);
  const change = useCallback<ChangeValue>(
    (path, value) => {
      const keys = editor.store.getState().selection;
      const commands = keys.map((key) => ({ type: 'set' as const, key, path: ['props', ...path], value }));
      editor.dispatch(commands.length === 1 ? commands[0]! : { type: 'batch', commands }, {
        label: 'set',
        typing: `${keys.join(' ')} ${path.join('/')}`,
      });
    },
    [editor],
  );
  if (schemas.length === 0 || schemas.length < selection.length) return null;
  return (
    <ColumnChoicesContext value={columns}>
      <StepsFieldContext value={StepsField}>
        <div className={styles.root} onBlur={() => editor.seal()}>
          {properties.map(({ property, path }) => {
            if (filter?.(property) === false) return null;
            const { value, mixed } = commonValue(nodes, property.name);
            return (
              <CheckedField
                key={property.name}
                problem={problems.get(property.name)}
                property={property}
                value={value}
                mixed={mixed}
                path={path}
                root={schemas[0]!}
                onChange={change}
              />
            );
          })}
        </div>
      </StepsFieldContext>
    </ColumnChoicesContext>
  );
}
