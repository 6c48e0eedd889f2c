import { Button, Input, makeStyles, tokens } from '@fluentui/react-components';
import { useId, useMemo, useState } from 'react';
import type { DataChoice } from '../../../contracts/data-choice.ts';
import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import { StateField, useLanguage, useText } from '../../../engine/react/index.ts';
import type { StateFieldSettings } from '../../../engine/react/index.ts';
import { Icon } from '../../../ui/index.ts';
import { choiceOfSource, newSource, sourceOf } from '../../data/sources.ts';
import { changeOptions } from '../../filters/change.ts';
import type { Command } from '../../commands/command.ts';
import { freeId } from '../../commands/insert.ts';
import { draftPath, filtersBeside, type ViewFilter } from '../../filters/filters.ts';
import { columnNames } from '../../data/columns.ts';
import { changedText } from '../../data/written-text.ts';
import { shownText } from '../../names.ts';
import { useEditor, useEditorState } from '../context.ts';
import { useDataChoices } from '../data/choices.ts';
import { ParameterForm } from '../data/ParameterForm.tsx';
import { iconOfData, SourcePicker } from '../data/SourcePicker.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '8px', minWidth: 0 },
  title: { margin: 0, fontSize: tokens.fontSizeBase200, fontWeight: tokens.fontWeightSemibold },
  text: { margin: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  line: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr) auto auto',
    gap: '2px',
    alignItems: 'center',
    '& .fui-Input': { minWidth: 0, width: '100%' },
  },
  tool: { minWidth: '28px', paddingInline: 0 },
  add: { alignSelf: 'flex-start' },
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

type Origin = 'list' | 'data' | 'other';

function originOf(options: Json | undefined): Origin {
  if (options === undefined || Array.isArray(options)) return 'list';
  if (isObject(options) && (typeof options.source === 'string' || typeof options.entity === 'string'))
    return 'data';
  return 'other';
}

/** Where the choices of a filter come from: a list, or the rows of data that the author may read. */
export function FilterOptions({ filter }: { filter: ViewFilter }) {
  const styles = useStyles();
  const t = useText();
  const id = useId();
  const { options } = filter.definition;
  const editor = useEditor();
  const [wanted, setWanted] = useState<Origin | null>(null);
  const origin = wanted ?? originOf(options);
  const settings = useMemo<StateFieldSettings>(
    () => ({
      label: t('panel.filters.options'),
      control: 'select',
      options: (['list', 'data', ...(originOf(options) === 'other' ? ['other' as const] : [])] as const).map(
        (value) => ({ value, label: t(`panel.filters.origins.${value}`) }),
      ),
    }),
    [options, t],
  );
  return (
    <div className={styles.root} role="group" aria-label={t('panel.filters.options')}>
      <StateField
        id={id}
        settings={settings}
        value={origin}
        onChange={(next) => {
          if (next === 'list' && originOf(options) !== 'list') changeOptions(editor, filter, []);
          setWanted(next === 'data' ? 'data' : null);
        }}
        bare
      />
      {origin === 'list' && <OptionList filter={filter} />}
      {origin === 'data' && <OptionData filter={filter} onChosen={() => setWanted(null)} />}
      {origin === 'other' && <p className={styles.text}>{t('panel.filters.otherHint')}</p>}
    </div>
  );
}

/** Keeps the type of a value that was a number. */
const typedValue = (text: string, before: Json | undefined): Json =>
  typeof before === 'number' && text.trim() !== '' && !Number.isNaN(Number(text)) ? Number(text) : text;

/** A list of options that the author writes. */
function OptionList({ filter }: { filter: ViewFilter }) {
  const styles = useStyles();
  const t = useText();
  const lang = useLanguage();
  const editor = useEditor();
  const document = useEditorState(({ model }) => model.document);
  const { definition, path } = filter;
  const options = Array.isArray(definition.options) ? definition.options : [];
  const put = (at: number, option: JsonObject, commands: Parameters<typeof changeOptions>[3], key: string) =>
    changeOptions(
      editor,
      filter,
      options.map((one, place) => (place === at ? option : one)),
      commands,
      `${path} ${at} ${key}`,
    );
  const changeLabel = (at: number, option: JsonObject, text: string) => {
    const stem = `filter-${String(definition.field)}-option`;
    const written = changedText(editor.store.getState().model, option.label, stem, text, lang);
    put(at, { ...option, label: written.value }, written.commands, 'label');
  };
  return (
    <>
      {options.length === 0 && <p className={styles.text}>{t('panel.filters.noOptions')}</p>}
      {options.map((option, at) => {
        if (!isObject(option)) return null;
        const name = shownText(option.label, document, lang, t);
        return (
          // Options have no name of their own; their position is what a path names.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={at} className={styles.line} data-option={at}>
            <Input
              value={name}
              placeholder={t('panel.filters.optionLabel')}
              aria-label={t('panel.filters.optionLabelOf', { position: at + 1 })}
              onChange={(_, { value }) => changeLabel(at, option, value)}
            />
            <Input
              value={String(option.value ?? '')}
              placeholder={t('panel.filters.optionValue')}
              aria-label={t('panel.filters.optionValueOf', { position: at + 1 })}
              spellCheck={false}
              onChange={(_, { value }) =>
                put(at, { ...option, value: typedValue(value, option.value) }, [], 'value')
              }
            />
            <Button
              className={styles.tool}
              appearance="subtle"
              disabledFocusable={at === 0}
              icon={<Icon name="arrow-up" size={16} />}
              aria-label={t('panel.filters.up', { name: name || String(at + 1) })}
              onClick={() => {
                if (at === 0) return;
                const next = [...options];
                next.splice(at - 1, 0, ...next.splice(at, 1));
                changeOptions(editor, filter, next);
              }}
            />
            <Button
              className={styles.tool}
              appearance="subtle"
              icon={<Icon name="delete" size={16} />}
              aria-label={t('panel.filters.remove', { name: name || String(at + 1) })}
              onClick={() =>
                changeOptions(
                  editor,
                  filter,
                  options.filter((_, one) => one !== at),
                )
              }
            />
          </div>
        );
      })}
      <Button
        className={styles.add}
        size="small"
        icon={<Icon name="add" size={16} />}
        onClick={() => {
          const value = freeValue(options);
          const stem = `filter-${String(definition.field)}-option`;
          const text = t('panel.filters.newOption', { position: options.length + 1 });
          const written = changedText(editor.store.getState().model, undefined, stem, text, lang);
          changeOptions(editor, filter, [...options, { value, label: written.value }], written.commands);
        }}
      >
        {t('panel.filters.addOption')}
      </Button>
    </>
  );
}

function freeValue(options: readonly Json[]): string {
  for (let number = options.length + 1; ; number += 1) {
    const value = `option${number}`;
    if (!options.some((one) => isObject(one) && one.value === value)) return value;
  }
}

/** The best column to show: a text that is no key. */
const labelColumn = ({ columns }: DataChoice): string =>
  (columns.find(({ name, type }) => type === 'text' && !/id$/i.test(name)) ?? columns[0])?.name ?? '';

/** The column whose value belongs to the label: `unitId` beside `unit`, else the label itself. */
function valueColumn({ columns }: DataChoice, label: string): string {
  return columns.find(({ name }) => name === `${label}Id`)?.name ?? label;
}

/** The rows whose columns are the options: a dataset or an entity. */
function OptionData({ filter, onChosen }: { filter: ViewFilter; onChosen(): void }) {
  const styles = useStyles();
  const t = useText();
  const editor = useEditor();
  const { rows, reload } = useDataChoices();
  const [changing, setChanging] = useState(false);
  const { options } = filter.definition;
  const own = isObject(options) ? options : {};
  const source = useEditorState(({ model }) =>
    typeof own.source === 'string' ? sourceOf(model, own.source) : null,
  );
  const choice =
    typeof own.entity === 'string'
      ? (rows.find(({ kind, id }) => kind === 'entity' && id === own.entity) ?? null)
      : choiceOfSource(source, rows);
  const chosenId = own.source ?? own.entity;
  const isChoosing = changing || chosenId === undefined;
  const choose = (data: DataChoice) => {
    setChanging(false);
    onChosen();
    if (data.kind === 'entity') {
      changeOptions(editor, filter, { entity: data.id });
      return;
    }
    const made = newSource(editor.store.getState().model, data, false);
    const label = labelColumn(data);
    changeOptions(editor, filter, { source: made.id, value: valueColumn(data, label), label }, made.commands);
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
          {choice.kind === 'dataset' && (
            <ColumnOfOptions
              filter={filter}
              choice={choice}
              name="value"
              title={t('panel.filters.valueColumn')}
            />
          )}
          <ColumnOfOptions
            filter={filter}
            choice={choice}
            name="label"
            title={t('panel.filters.labelColumn')}
          />
          {typeof own.source === 'string' && choice.parameters.length > 0 && (
            <OptionParameters filter={filter} source={own.source} choice={choice} />
          )}
        </>
      )}
    </>
  );
}

/** The parameters of the rows: a value, or another filter, whose choice the options follow at once. */
function OptionParameters({
  filter,
  source,
  choice,
}: {
  filter: ViewFilter;
  source: string;
  choice: DataChoice;
}) {
  const styles = useStyles();
  const t = useText();
  const model = useEditorState((state) => state.model);
  const { filters, before } = useMemo(() => {
    const known = draftPath(model, filter.bar);
    const state = isObject(model.document.state) ? model.document.state : {};
    const draft = known ?? `state.${freeId('draft', (name) => Object.hasOwn(state, name))}`;
    const set: Command = { type: 'set', key: filter.bar, path: ['props', 'draft'], value: draft };
    return { filters: filtersBeside(model, filter, draft), before: known === null ? [set] : [] };
  }, [model, filter]);
  return (
    <div className={styles.root} role="group" aria-label={t('panel.filters.dependsOn')}>
      <h4 className={styles.title}>{t('panel.filters.dependsOn')}</h4>
      <ParameterForm
        source={source}
        parameters={choice.parameters}
        query={sourceOf(model, source)?.query}
        filters={filters}
        before={before}
      />
    </div>
  );
}

function ColumnOfOptions({
  filter,
  choice,
  name,
  title,
}: {
  filter: ViewFilter;
  choice: DataChoice;
  name: 'value' | 'label';
  title: string;
}) {
  const t = useText();
  const lang = useLanguage();
  const editor = useEditor();
  const id = useId();
  const own = isObject(filter.definition.options) ? filter.definition.options : {};
  const settings = useMemo<StateFieldSettings>(() => {
    const names = columnNames(choice.columns, lang, t);
    return {
      label: title,
      control: 'select',
      required: choice.kind === 'dataset',
      placeholder: t('panel.filters.displayColumn'),
      options: choice.columns.map((column) => ({ value: column.name, label: names.get(column.name)! })),
    };
  }, [title, choice, lang, t]);
  return (
    <StateField
      id={id}
      settings={settings}
      value={own[name]}
      onChange={(next) => {
        const { [name]: _, ...rest } = own;
        changeOptions(
          editor,
          filter,
          typeof next === 'string' && next !== '' ? { ...own, [name]: next } : rest,
        );
      }}
      bare
    />
  );
}
