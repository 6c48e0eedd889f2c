import { Button, Input, makeStyles, mergeClasses, Tab, TabList, tokens } from '@fluentui/react-components';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { countRender } from '../../engine/core/index.ts';
import { useText } from '../../engine/react/index.ts';
import { isObject } from '../../contracts/json.ts';
import { EmptyState, FieldFrame, Icon } from '../../ui/index.ts';
import { lacksData } from '../data/sources.ts';
import type { Property } from '../panel-schema.ts';
import { savedWidgetOf, typeOfNode, widgetIcon, widgetName } from '../names.ts';
import { hasActions } from '../actions/events.ts';
import { ActionsTab } from './actions/ActionsTab.tsx';
import { useAnnounce } from './announce.tsx';
import { useEditor, useEditorState, useMainKey } from './context.ts';
import { DataTab } from './data/DataTab.tsx';
import { FiltersTab, hasFilters } from './filters/FiltersTab.tsx';
import { useNodeName } from './naming.ts';
import { PanelGroup } from './PanelGroup.tsx';
import { PropertiesOf } from './PropertiesOf.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', minHeight: 0, height: '100%' },
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minHeight: '44px',
    paddingInline: '16px',
  },
  tabs: { paddingInline: '8px', borderBottom: `1px solid ${tokens.colorNeutralStroke2}` },
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
  own: { fontFamily: 'inherit' },
  body: { flex: '1 1 0', minHeight: 0, overflowY: 'auto', display: 'flex', flexDirection: 'column' },
  section: {
    display: 'flex',
    flexDirection: 'column',
    gap: '10px',
    padding: '12px 16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
});

export interface PanelSection {
  id: string;
  title: string;
  content: ReactNode;
}

type PanelTab = 'properties' | 'data' | 'actions' | 'filters';
const panelTabs: readonly unknown[] = [
  'properties',
  'data',
  'actions',
  'filters',
] satisfies readonly PanelTab[];

const isNoAction = ({ isAction }: Property): boolean => !isAction;

/**
 * Edits what is selected: the properties of its widget, as its schema declares them, and its data. It renders when the selected
 * nodes change, and not when others do. `sections` are added by the surface that knows more, such as positions.
 */
export function PropertyPanel({
  sections,
}: {
  sections?: (keys: readonly string[]) => readonly PanelSection[];
}) {
  const styles = useStyles();
  const t = useText();
  const editor = useEditor();
  const selection = useEditorState((state) => state.selection);
  const key = useMainKey();
  const [wanted, setWanted] = useState<PanelTab>('properties');
  const hasData = useEditorState(({ model }) => {
    const spec = editor.registry.loaded(typeOfNode(model.nodes[key ?? '']));
    return selection.length === 1 && spec !== undefined && spec.data !== 'nothing';
  });
  const withActions = useEditorState(({ model }) => {
    const node = model.nodes[key ?? ''];
    return selection.length === 1 && hasActions(node, editor.registry.loaded(typeOfNode(node)));
  });
  const withFilters = useEditorState(({ model }) => hasFilters(model.document.kind));
  countRender('#panel');
  const isThere = { properties: true, data: hasData, actions: withActions, filters: withFilters };
  const tab = isThere[wanted] ? wanted : 'properties';
  return (
    <section className={styles.root} aria-label={t('editor.panel.label')} data-panel="">
      {selection.length > 0 && <PanelHead selection={selection} />}
      {(selection.length > 0 || withFilters) && (
        <div className={styles.tabs}>
          <TabList
            size="small"
            selectedValue={tab}
            onTabSelect={(_, { value }) => {
              if (panelTabs.includes(value)) setWanted(value as PanelTab);
            }}
          >
            <Tab value="properties">{t('panel.tabs.properties')}</Tab>
            {hasData && <Tab value="data">{t('panel.tabs.data')}</Tab>}
            {withActions && <Tab value="actions">{t('panel.tabs.actions')}</Tab>}
            {withFilters && <Tab value="filters">{t('panel.tabs.filters')}</Tab>}
          </TabList>
        </div>
      )}
      <div className={styles.body}>
        {tab === 'filters' ? (
          <FiltersTab />
        ) : key === null ? (
          <EmptyState
            icon="edit"
            tone="neutral"
            title={t('editor.panel.none')}
            text={t('editor.panel.noneHint')}
          />
        ) : tab === 'data' ? (
          <DataTab key={key} nodeKey={key} />
        ) : tab === 'actions' ? (
          <ActionsTab key={key} nodeKey={key} />
        ) : (
          <>
            {hasData && <MissingData nodeKey={key} onChoose={() => setWanted('data')} />}
            <div className={styles.section}>
              <PropertiesOf
                key={selection.join(' ')}
                selection={selection}
                {...(withActions && { filter: isNoAction })}
              />
            </div>
            {(sections?.(selection) ?? []).map((one) => (
              <PanelGroup key={one.id} title={one.title}>
                {one.content}
              </PanelGroup>
            ))}
            {selection.length === 1 && <Identity key={`id ${key}`} nodeKey={key} />}
          </>
        )}
      </div>
    </section>
  );
}

/** Leads to the data of a widget that has none. */
function MissingData({ nodeKey, onChoose }: { nodeKey: string; onChoose(): void }) {
  const styles = useStyles();
  const t = useText();
  if (!useLacksData(nodeKey)) return null;
  return (
    <div className={styles.section}>
      <Button appearance="primary" icon={<Icon name="database" />} onClick={onChoose}>
        {t('panel.data.choose')}
      </Button>
    </div>
  );
}

/** Whether a node shows data and has none. */
export function useLacksData(key: string): boolean {
  const editor = useEditor();
  return useEditorState(({ model }) => {
    const node = model.nodes[key];
    const spec = editor.registry.loaded(typeOfNode(node));
    return spec !== undefined && lacksData(node, spec.propsSchema, spec.data);
  });
}

function PanelHead({ selection }: { selection: readonly string[] }) {
  const styles = useStyles();
  const t = useText();
  const editor = useEditor();
  const key = selection.at(-1)!;
  const type = useEditorState(({ model }) => typeOfNode(model.nodes[key]));
  const isSaved = useEditorState(({ model }) => savedWidgetOf(model.nodes[key]) !== null);
  const name = useNodeName(key);
  const title =
    selection.length > 1
      ? t('editor.panel.several', { count: selection.length })
      : type === ''
        ? t(isSaved ? 'editor.widgets.section' : 'editor.panel.use')
        : widgetName(type, editor.registry, t);
  return (
    <header className={styles.head}>
      <Icon name={selection.length > 1 ? 'layer' : isSaved ? 'save' : widgetIcon(type, editor.registry)} />
      <h2 className={styles.name}>{title}</h2>
      {selection.length === 1 && (
        <span className={mergeClasses(styles.id, isSaved && styles.own)}>{isSaved ? name : key}</span>
      )}
    </header>
  );
}

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
