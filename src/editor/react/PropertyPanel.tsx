import { Input, makeStyles, tokens } from '@fluentui/react-components';
import { useCallback, useId, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { countRender } from '../../engine/core/index.ts';
import { useText } from '../../engine/react/index.ts';
import { isObject, type Json, type JsonObject } from '../../contracts/json.ts';
import { EmptyState, FieldFrame, Icon } from '../../ui/index.ts';
import type { EditorState } from '../editor.ts';
import { nodeName, typeOfNode, widgetIcon, widgetName } from '../names.ts';
import { propertiesOf, type Property } from '../panel-schema.ts';
import { useAnnounce } from './announce.tsx';
import { useEditor, useEditorState, useMainKey } from './context.ts';
import { PropertyField, type ChangeValue } from './PropertyField.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', minHeight: 0, height: '100%' },
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minHeight: '44px',
    paddingInline: '16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  name: {
    margin: 0,
    fontSize: tokens.fontSizeBase300,
    fontWeight: tokens.fontWeightSemibold,
    whiteSpace: 'nowrap',
  },
  id: {
    flex: '1 1 0',
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
  },
  body: { flex: '1 1 0', minHeight: 0, overflowY: 'auto', display: 'flex', flexDirection: 'column' },
  section: {
    display: 'flex',
    flexDirection: 'column',
    gap: '10px',
    padding: '12px 16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
});

export interface PanelSection {
  id: string;
  title: string;
  content: ReactNode;
}

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

/**
 * Edits what is selected: the properties of its widget, as its schema declares them. It renders when the selected nodes change,
 * and not when others do. `sections` are added by the surface that knows more, such as positions.
 */
export function PropertyPanel({
  sections,
}: {
  sections?: (keys: readonly string[]) => readonly PanelSection[];
}) {
  const styles = useStyles();
  const t = useText();
  const selection = useEditorState((state) => state.selection);
  const key = useMainKey();
  countRender('#panel');
  if (key === null)
    return (
      <div className={styles.root}>
        <EmptyState
          icon="edit"
          tone="neutral"
          title={t('editor.panel.none')}
          text={t('editor.panel.noneHint')}
        />
      </div>
    );
  return (
    <section className={styles.root} aria-label={t('editor.panel.label')} data-panel="">
      <PanelHead selection={selection} />
      <div className={styles.body}>
        <Properties key={selection.join(' ')} selection={selection} />
        {(sections?.(selection) ?? []).map((one) => (
          <div key={one.id} className={styles.section} role="group" aria-label={one.title}>
            <h3 className={styles.title}>{one.title}</h3>
            {one.content}
          </div>
        ))}
        {selection.length === 1 && <Identity key={`id ${key}`} nodeKey={key} />}
      </div>
    </section>
  );
}

function PanelHead({ selection }: { selection: readonly string[] }) {
  const styles = useStyles();
  const t = useText();
  const editor = useEditor();
  const key = selection.at(-1)!;
  const type = useEditorState(({ model }) => typeOfNode(model.nodes[key]));
  const title =
    selection.length > 1
      ? t('editor.panel.several', { count: selection.length })
      : type === ''
        ? t('editor.panel.use')
        : widgetName(type, editor.registry, t);
  return (
    <header className={styles.head}>
      <Icon name={selection.length > 1 ? 'layer' : widgetIcon(type, editor.registry)} />
      <h2 className={styles.name}>{title}</h2>
      {selection.length === 1 && <span className={styles.id}>{key}</span>}
    </header>
  );
}

function Properties({ selection }: { selection: readonly string[] }) {
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
  const properties = useMemo(() => commonProperties(schemas), [schemas]);
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
  if (schemas.length === 0 || schemas.length < selection.length || properties.length === 0) return null;
  return (
    <div className={styles.section} onBlur={() => editor.seal()}>
      {properties.map((property) => {
        const { value, mixed } = commonValue(nodes, property.name);
        return (
          <PropertyField
            key={property.name}
            property={property}
            value={value}
            mixed={mixed}
            path={[property.name]}
            root={schemas[0]!}
            onChange={change}
          />
        );
      })}
    </div>
  );
}

/** The selected nodes; the same list until one of them changes. */
const useSelectedNodes = (selection: readonly string[]): readonly (Json | undefined)[] =>
  useEditorState(useShallow(({ model }: EditorState) => selection.map((key) => model.nodes[key])));

/** The id of a node. It changes when the field is left, with everything that refers to it. */
function Identity({ nodeKey }: { nodeKey: string }) {
  const styles = useStyles();
  const t = useText();
  const editor = useEditor();
  const announce = useAnnounce();
  const id = useId();
  const [typed, setTyped] = useState(nodeKey);
  const [error, setError] = useState<string | undefined>();
  const own = useEditorState(({ model }) => model.nodes[nodeKey]);
  if (!isObject(own) || typeof own['id'] !== 'string') return null;
  const leave = () => {
    if (typed === nodeKey) return;
    const outcome = editor.dispatch({ type: 'rename', key: nodeKey, to: typed });
    if (outcome.done) {
      announce({ done: true, key: 'editor.did.rename', values: { id: typed } });
      return;
    }
    setError(t(`editor.refused.${outcome.reason}`));
  };
  return (
    <div className={styles.section}>
      <FieldFrame id={id} label={t('editor.panel.id')} error={error} bare>
        <Input
          id={id}
          value={typed}
          spellCheck={false}
          onChange={(_, { value }) => {
            setTyped(value);
            setError(undefined);
          }}
          onBlur={leave}
          onKeyDown={(event) => {
            if (event.key === 'Enter') leave();
          }}
        />
      </FieldFrame>
    </div>
  );
}

/** Name of a node for lists and announcements. */
export function useNodeName(key: string): string {
  const editor = useEditor();
  const t = useText();
  return useEditorState(({ model }) =>
    nodeName(model, key, editor.registry, document.documentElement.lang, t),
  );
}
