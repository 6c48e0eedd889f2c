import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useId, useMemo, useState } from 'react';
import { parametersOfData, type DataChoice } from '../../../contracts/data-choice.ts';
import { isObject, type JsonObject } from '../../../contracts/json.ts';
import { StateField, useLanguage, useText } from '../../../engine/react/index.ts';
import type { StateFieldSettings } from '../../../engine/react/index.ts';
import { Icon } from '../../../ui/index.ts';
import type { Command } from '../../commands/command.ts';
import { freeId } from '../../commands/insert.ts';
import { columnNames } from '../../data/columns.ts';
import { newSource, sourceOf } from '../../data/sources.ts';
import { changeOptions } from '../../filters/change.ts';
import { draftPath, filtersBeside, filtersOf, type ViewFilter } from '../../filters/filters.ts';
import { usesOf } from '../../filters/uses.ts';
import { dataOfOptions, fittingOptions, takingParameters, withValueColumn } from '../../filters/values.ts';
import { useEditor, useEditorState } from '../context.ts';
import { useDataChoices } from '../data/choices.ts';
import { ParameterForm, queryOfSource } from '../data/ParameterForm.tsx';
import { iconOfData, SourcePicker } from '../data/SourcePicker.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '8px', minWidth: 0 },
  title: { margin: 0, fontSize: tokens.fontSizeBase200, fontWeight: tokens.fontWeightSemibold },
  tool: { minWidth: '28px', paddingInline: 0 },
  data: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minWidth: 0,
    padding: '6px 4px 6px 8px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  name: {
    flex: '1 1 0',
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontWeight: tokens.fontWeightSemibold,
  },
});

/** The best column to show: a text that is no key. */
const labelColumn = ({ columns }: DataChoice): string =>
  (columns.find(({ name, type }) => type === 'text' && !/id$/i.test(name)) ?? columns[0])?.name ?? '';

/** The column whose value belongs to the label: `unitId` beside `unit`, else the label itself. */
function valueColumn({ columns }: DataChoice, label: string): string {
  return columns.find(({ name }) => name === `${label}Id`)?.name ?? label;
}

/** The rows whose columns are the options: a dataset or an entity. */
export function OptionData({ filter, onChosen }: { filter: ViewFilter; onChosen(): void }) {
  const styles = useStyles();
  const t = useText();
  const editor = useEditor();
  const { rows, reload } = useDataChoices();
  const [changing, setChanging] = useState(false);
  const { options } = filter.definition;
  const own = isObject(options) ? options : {};
  const choice = useEditorState(({ model }) => dataOfOptions(model, options, rows));
  const chosenId = own.source ?? own.entity;
  const isChoosing = changing || chosenId === undefined;
  const choose = (data: DataChoice) => {
    setChanging(false);
    onChosen();
    const { model } = editor.store.getState();
    const made = data.kind === 'entity' ? null : newSource(model, data, false);
    const label = labelColumn(data);
    const first: JsonObject =
      made === null
        ? withValueColumn({ entity: data.id }, data, data.record?.key ?? 'id')
        : { source: made.id, value: valueColumn(data, label), label };
    const uses = usesOf(model, filter, filtersOf(model));
    const parameters = takingParameters(model, filter, uses, rows);
    const fitting = fittingOptions({ ...filter.definition, options: first }, data, parameters, rows);
    changeOptions(editor, filter, fitting, made?.commands ?? []);
  };
  if (isChoosing)
    return (
      <>
        <SourcePicker sources={[]} withRecords onSource={() => undefined} onData={choose} />
        {chosenId !== undefined && <Button onClick={() => setChanging(false)}>{t('panel.data.keep')}</Button>}
      </>
    );
  return (
    <>
      <div className={styles.data} data-options={String(chosenId)}>
        <Icon name={iconOfData(choice?.kind)} />
        <span className={styles.name}>{choice?.title ?? String(chosenId)}</span>
        <Button
          className={styles.tool}
          appearance="subtle"
          icon={<Icon name="edit" size={16} />}
          aria-label={t('panel.data.change')}
          title={t('panel.data.change')}
          onClick={() => {
            reload();
            setChanging(true);
          }}
        />
      </div>
      {choice && (
        <>
          <ValueColumn filter={filter} options={own} choice={choice} />
          <LabelColumn filter={filter} options={own} choice={choice} />
          <Dependence filter={filter} options={own} choice={choice} />
        </>
      )}
    </>
  );
}

/** Dependencies of the options of people; the kind gives the options and what is shown of them. */
export function PeopleOptions({ filter }: { filter: ViewFilter }) {
  const { rows } = useDataChoices();
  const { options } = filter.definition;
  const choice = useEditorState(({ model }) => dataOfOptions(model, options, rows));
  return choice && isObject(options) ? (
    <Dependence filter={filter} options={options} choice={choice} />
  ) : null;
}

interface Props {
  filter: ViewFilter;
  options: JsonObject;
  choice: DataChoice;
}

/** The parameters of the rows: a value, or another filter, whose choice the options follow at once. */
function Dependence({ filter, options, choice }: Props) {
  const styles = useStyles();
  const t = useText();
  const model = useEditorState((state) => state.model);
  const { bar, at } = filter;
  const { filters, before } = useMemo(() => {
    const known = draftPath(model, bar);
    const state = isObject(model.document.state) ? model.document.state : {};
    const draft = known ?? `state.${freeId('draft', (name) => Object.hasOwn(state, name))}`;
    const set: Command = { type: 'set', key: bar, path: ['props', 'draft'], value: draft };
    return { filters: filtersBeside(model, filter, draft), before: known === null ? [set] : [] };
  }, [model, filter, bar]);
  const source = typeof options.source === 'string' ? options.source : null;
  const place = useMemo(
    () =>
      source === null
        ? { key: bar, path: ['props', 'fields', at, 'options', 'query'] }
        : queryOfSource(source),
    [source, bar, at],
  );
  const parameters = parametersOfData(choice);
  if (parameters.length === 0) return null;
  return (
    <div className={styles.root} role="group" aria-label={t('panel.filters.dependsOn')}>
      <h4 className={styles.title}>{t('panel.filters.dependsOn')}</h4>
      <ParameterForm
        at={place}
        parameters={parameters}
        query={source === null ? options.query : sourceOf(model, source)?.query}
        filters={filters}
        before={before}
      />
    </div>
  );
}

/** Types of columns whose values can be those of options. */
const valueTypes: ReadonlySet<string> = new Set(['text', 'number', 'date', 'time']);

/** The column that the filter hands on. */
function ValueColumn({ filter, options, choice }: Props) {
  const t = useText();
  const lang = useLanguage();
  const editor = useEditor();
  const id = useId();
  const { columns, record } = choice;
  const settings = useMemo<StateFieldSettings>(() => {
    const names = columnNames(columns, lang, t);
    const offered = columns.filter(
      ({ type, name }) => record === undefined || name === record.key || valueTypes.has(type),
    );
    return {
      label: t('panel.filters.valueColumn'),
      control: 'select',
      required: true,
      options: offered.map(({ name }) => ({
        value: name,
        label:
          name === record?.key ? t('panel.filters.keyColumn', { name: names.get(name)! }) : names.get(name)!,
      })),
    };
  }, [columns, record, lang, t]);
  return (
    <StateField
      id={id}
      settings={settings}
      value={options.value ?? record?.key}
      onChange={(next) => {
        if (typeof next === 'string' && next !== '')
          changeOptions(editor, filter, withValueColumn(options, choice, next));
      }}
      bare
    />
  );
}

/** The column whose text is shown. */
function LabelColumn({ filter, options, choice }: Props) {
  const t = useText();
  const lang = useLanguage();
  const editor = useEditor();
  const id = useId();
  const settings = useMemo<StateFieldSettings>(() => {
    const names = columnNames(choice.columns, lang, t);
    return {
      label: t('panel.filters.labelColumn'),
      control: 'select',
      required: choice.kind === 'dataset',
      placeholder: t('panel.filters.displayColumn'),
      options: choice.columns.map((column) => ({ value: column.name, label: names.get(column.name)! })),
    };
  }, [choice, lang, t]);
  return (
    <StateField
      id={id}
      settings={settings}
      value={options.label}
      onChange={(next) => {
        const { label: _, ...rest } = options;
        changeOptions(
          editor,
          filter,
          typeof next === 'string' && next !== '' ? { ...options, label: next } : rest,
        );
      }}
      bare
    />
  );
}
