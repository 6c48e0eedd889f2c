import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useMemo, useRef, useState } from 'react';
import { parametersOfData } from '../../../contracts/data-choice.ts';
import { isObject, type JsonObject } from '../../../contracts/json.ts';
import { useLanguage, useText } from '../../../engine/react/index.ts';
import { Icon } from '../../../ui/index.ts';
import { namesColumns } from '../../data/columns.ts';
import {
  choiceOfSource,
  chooseData,
  entityOf,
  removeData,
  sourceOf,
  type ChosenData,
} from '../../data/sources.ts';
import { typeOfNode, widgetName } from '../../names.ts';
import { propertiesOf, type Property } from '../../panel-schema.ts';
import { useAnnounce } from '../announce.tsx';
import { useEditor, useEditorState } from '../context.ts';
import { PropertiesOf } from '../PropertiesOf.tsx';
import { PanelGroup } from '../PanelGroup.tsx';
import { useColumns, useDataChoices, useNodeSource, useSource, useSourceIds } from './choices.ts';
import { ParameterForm, queryOfSource, removedParameters } from './ParameterForm.tsx';
import { RefreshField } from './RefreshField.tsx';
import { SampleRows } from './SampleRows.tsx';
import { iconOfData, SourcePicker, type SourceEntry } from './SourcePicker.tsx';

const useStyles = makeStyles({
  source: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minWidth: 0,
    padding: '6px 4px 6px 8px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  words: { display: 'flex', flexDirection: 'column', flex: '1 1 0', minWidth: 0 },
  name: {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontWeight: tokens.fontWeightSemibold,
  },
  hint: {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  button: { minWidth: '32px', flexShrink: 0 },
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
});

/** Name of a source: the title of its data, else its address, else its id. */
function titleOf(id: string, definition: JsonObject | null, title: string | undefined): string {
  if (title !== undefined) return title;
  const address = definition?.get ?? definition?.post ?? definition?.dataset ?? definition?.entity;
  return typeof address === 'string' ? address : id;
}

/** The sources of the document as they can be chosen. */
function useSourceEntries(): SourceEntry[] {
  const t = useText();
  const ids = useSourceIds();
  const { rows } = useDataChoices();
  const document = useEditorState(({ model }) => model.document);
  return useMemo(
    () =>
      ids.map((id) => {
        const definition =
          isObject(document.sources) && isObject(document.sources[id]) ? document.sources[id] : null;
        const choice = choiceOfSource(definition, rows);
        return { id, title: titleOf(id, definition, choice?.title), hint: t('panel.data.own', { id }) };
      }),
    [ids, document, rows, t],
  );
}

/** The data of a widget: its source with parameters, the columns that it shows, and sample rows. */
export function DataTab({ nodeKey }: { nodeKey: string }) {
  const styles = useStyles();
  const t = useText();
  const lang = useLanguage();
  const editor = useEditor();
  const announce = useAnnounce();
  const id = useNodeSource(nodeKey);
  const { definition, choice } = useSource(id);
  const query = useMemo(() => queryOfSource(id ?? ''), [id]);
  const columns = useColumns(id);
  const entries = useSourceEntries();
  const { rows, reload } = useDataChoices();
  const [changing, setChanging] = useState(false);
  const isChoosing = id === null || changing;
  const picker = useRef<HTMLDivElement>(null);
  const change = useRef<HTMLButtonElement>(null);
  // The pressed button has made room for something else: the keyboard goes on there.
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    (isChoosing ? picker.current?.querySelector('input') : change.current)?.focus();
  }, [isChoosing]);
  const type = useEditorState(({ model }) => typeOfNode(model.nodes[nodeKey]));
  const spec = editor.registry.loaded(type);
  const name = widgetName(type, editor.registry, t);
  if (!spec) return null;
  const properties = propertiesOf(spec.propsSchema as JsonObject);
  const isColumn = (property: Property) => namesColumns(property, spec.propsSchema as JsonObject);
  const choosesColumns = properties.some(isColumn);
  const parameters = choice === null ? [] : parametersOfData(choice);
  const isDataset = choice?.kind === 'dataset';
  const hasParameters =
    parameters.length > 0 || (isDataset && removedParameters(definition?.query, parameters).length > 0);
  const choose = (chosen: ChosenData, title: string) => {
    announce(chooseData(editor, nodeKey, chosen, name, title));
    setChanging(false);
  };
  return (
    <>
      <PanelGroup title={t('panel.data.source')}>
        {!isChoosing && (
          <div className={styles.source} data-source={id}>
            <Icon name={iconOfData(choice?.kind)} />
            <span className={styles.words}>
              <span className={styles.name}>{titleOf(id, definition, choice?.title)}</span>
              <span className={styles.hint}>
                {t(`panel.data.kinds.${choice?.kind ?? (definition === null ? 'gone' : 'source')}`)} · {id}
              </span>
            </span>
            <Button
              ref={change}
              className={styles.button}
              appearance="subtle"
              icon={<Icon name="edit" size={16} />}
              aria-label={t('panel.data.change')}
              title={t('panel.data.change')}
              onClick={() => {
                reload();
                setChanging(true);
              }}
            />
            <Button
              className={styles.button}
              appearance="subtle"
              icon={<Icon name="delete" size={16} />}
              aria-label={t('panel.data.remove')}
              title={t('panel.data.remove')}
              onClick={() => announce(removeData(editor, nodeKey))}
            />
          </div>
        )}
        {!isChoosing && definition !== null && definition.value === undefined && (
          <RefreshField source={id} definition={definition} />
        )}
        {isChoosing && (
          <>
            {id === null && <p className={styles.text}>{t('panel.data.invite')}</p>}
            <SourcePicker
              sources={entries.filter((entry) => entry.id !== id)}
              withRecords={spec.group !== 'chart'}
              root={picker}
              onSource={(source) => {
                const title = entries.find((entry) => entry.id === source)?.title ?? source;
                const found = choiceOfSource(sourceOf(editor.store.getState().model, source), rows);
                const of = { entity: entityOf(found), columns: found?.columns ?? [] };
                choose({ kind: 'source', id: source, ...of }, title);
              }}
              onData={(data) => choose({ kind: 'new', data }, data.title)}
            />
            {changing && <Button onClick={() => setChanging(false)}>{t('panel.data.keep')}</Button>}
          </>
        )}
      </PanelGroup>
      {!isChoosing && hasParameters && (
        <PanelGroup title={t('panel.data.parameters')}>
          <ParameterForm
            key={id}
            at={query}
            parameters={parameters}
            query={definition?.query}
            others={!isDataset}
          />
        </PanelGroup>
      )}
      {!isChoosing && choosesColumns && (
        <PanelGroup title={t('panel.data.columns')}>
          <PropertiesOf selection={[nodeKey]} filter={isColumn} />
        </PanelGroup>
      )}
      {!isChoosing && !choosesColumns && properties.some(({ fill }) => fill === 'form') && (
        <PanelGroup title={t('panel.data.fields')}>
          <p className={styles.text}>{t('panel.data.formFields')}</p>
        </PanelGroup>
      )}
      {!isChoosing && (
        <PanelGroup title={t('panel.data.sample')}>
          <SampleRows key={`${id} ${lang}`} source={id} columns={columns} />
        </PanelGroup>
      )}
    </>
  );
}
