import { Input, makeStyles, Switch, tokens } from '@fluentui/react-components';
import { useId, useMemo, useState } from 'react';
import { isObject, type Json } from '../../../contracts/json.ts';
import { periodNames } from '../../../contracts/periods.ts';
import { StateField, useLanguage, useText } from '../../../engine/react/index.ts';
import type { StateFieldSettings } from '../../../engine/react/index.ts';
import { FieldFrame, Icon, moldeToken } from '../../../ui/index.ts';
import { changeRequired, isRequired } from '../../filters/bindings.ts';
import { changeInitial, changeKind, initialValue, renameFilter } from '../../filters/change.ts';
import { barPath, type ViewFilter } from '../../filters/filters.ts';
import { hasOptions, kindOfFilter, type FilterKind } from '../../filters/kinds.ts';
import { changedText } from '../../data/written-text.ts';
import { usesOf } from '../../filters/uses.ts';
import { shownText } from '../../names.ts';
import { useAnnounce } from '../announce.tsx';
import { useEditor, useEditorState } from '../context.ts';
import { useFilterProblems } from '../problems.tsx';
import { FilterOptions } from './FilterOptions.tsx';
import { PeopleOptions } from './OptionData.tsx';
import { FilterUsesList } from './FilterUsesList.tsx';

const useStyles = makeStyles({
  switch: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', minHeight: '32px' },
  hint: {
    margin: '-8px 0 0',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  problem: {
    display: 'flex',
    gap: '6px',
    margin: 0,
    color: moldeToken('errorForeground'),
    fontSize: tokens.fontSizeBase200,
    '& > svg, & > i': { flexShrink: 0 },
  },
});

interface Props {
  filter: ViewFilter;
  filters: readonly ViewFilter[];
  name: string;
  kinds: readonly FilterKind[];
  /** Gets the new path of a filter that has another name. */
  onRenamed(path: string): void;
}

/** Title, name, kind, options and uses of one filter. */
export function FilterDetails({ filter, filters, name, kinds, onRenamed }: Props) {
  const styles = useStyles();
  const t = useText();
  const lang = useLanguage();
  const editor = useEditor();
  const announce = useAnnounce();
  const model = useEditorState((state) => state.model);
  const [titleId, kindId, requiredId] = [useId(), useId(), useId()];
  const { bar, at, path, definition } = filter;
  const kind = kindOfFilter(definition);
  const isUsedByData = usesOf(model, filter, filters).parameters.length > 0;
  const changeTitle = (value: Json) => {
    const text = typeof value === 'string' ? value : '';
    const stem = `filter-${String(definition.field)}`;
    const written = changedText(editor.store.getState().model, definition.label, stem, text, lang);
    editor.dispatch(
      {
        type: 'batch',
        commands: [
          ...written.commands,
          { type: 'set', key: bar, path: ['props', 'fields', at, 'label'], value: written.value },
        ],
      },
      { label: 'filters', typing: `title ${path}` },
    );
  };
  const title = useMemo<StateFieldSettings>(
    () => ({ label: t('panel.filters.title'), control: 'text', required: true }),
    [t],
  );
  const kindField = useMemo<StateFieldSettings>(
    () => ({
      label: t('panel.filters.kind'),
      control: 'select',
      options: kinds.map((one) => ({ value: one, label: t(`panel.filters.kinds.${one}`) })),
    }),
    [kinds, t],
  );
  return (
    <>
      <StateField
        id={titleId}
        settings={title}
        value={shownText(definition.label, model.document, lang, t)}
        onChange={changeTitle}
        bare
      />
      <FilterName key={path} filter={filter} onRenamed={(to) => onRenamed(`${barPath(model, bar)}.${to}`)} />
      <StateField
        id={kindId}
        settings={kindField}
        value={kind ?? undefined}
        onChange={(next) => {
          if (typeof next === 'string' && next !== '')
            announce(changeKind(editor, filter, next as FilterKind));
        }}
        bare
      />
      {hasOptions(kind) && <FilterOptions filter={filter} />}
      {kind === 'people' && <PeopleOptions filter={filter} />}
      <FilterProblems filter={filter} />
      <InitialValue filter={filter} kind={kind} />
      <div className={styles.switch}>
        <label htmlFor={requiredId}>{t('panel.filters.required')}</label>
        <Switch
          id={requiredId}
          disabled={!isUsedByData}
          aria-describedby={isUsedByData ? undefined : `${requiredId}-hint`}
          checked={isRequired(model, filter)}
          onChange={(_, { checked }) => announce(changeRequired(editor, filter, checked))}
        />
      </div>
      {!isUsedByData && (
        <p id={`${requiredId}-hint`} className={styles.hint}>
          {t('panel.filters.requiredHint')}
        </p>
      )}
      <FilterUsesList filter={filter} filters={filters} name={name} />
    </>
  );
}

/** Diagnostics of a filter, below their cause. */
function FilterProblems({ filter }: { filter: ViewFilter }) {
  const styles = useStyles();
  return useFilterProblems(filter).map(({ pointer, text }) => (
    <p key={`${pointer} ${text}`} className={styles.problem} role="alert">
      <Icon name="error-circle" size={16} />
      <span>{text}</span>
    </p>
  ));
}

/** The name of a filter's value. It changes when the field is left, with everything that reads it. */
function FilterName({ filter, onRenamed }: { filter: ViewFilter; onRenamed(to: string): void }) {
  const t = useText();
  const editor = useEditor();
  const announce = useAnnounce();
  const id = useId();
  const own = String(filter.definition.field);
  const [typed, setTyped] = useState(own);
  const [error, setError] = useState<string | undefined>();
  const leave = () => {
    if (typed === own) return;
    const report = renameFilter(editor, filter, typed);
    announce(report);
    if (report.done) onRenamed(typed);
    else setError(t(report.key));
  };
  return (
    <FieldFrame id={id} label={t('panel.filters.name')} error={error} bare>
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
  );
}

/** The value before a person chooses one. */
function InitialValue({ filter, kind }: { filter: ViewFilter; kind: FilterKind | null }) {
  const t = useText();
  const lang = useLanguage();
  const editor = useEditor();
  const id = useId();
  const model = useEditorState((state) => state.model);
  const { definition, path } = filter;
  const settings = useMemo<StateFieldSettings>(() => {
    const shared = { label: t('panel.filters.initial'), placeholder: t('panel.data.noValue') };
    const { options } = definition;
    if (kind === 'number') return { ...shared, control: 'number' };
    if (kind === 'date') return { ...shared, control: 'date' };
    if (kind === 'range') return { ...shared, control: 'daterange' };
    if (kind === 'yesNo')
      return {
        ...shared,
        control: 'select',
        options: [
          { value: true, label: t('panel.yes') },
          { value: false, label: t('panel.no') },
        ],
      };
    if (kind === 'period' && !Array.isArray(options))
      return {
        ...shared,
        control: 'select',
        options: periodNames.map((value) => ({ value, label: t(`screens.periods.${value}`) })),
      };
    if ((kind === 'one' || kind === 'several' || kind === 'period') && Array.isArray(options))
      return {
        ...shared,
        control: kind === 'several' ? 'multiselect' : 'select',
        options: options.filter(isObject).map(({ value, label }) => ({
          value: value as string,
          label: shownText(label, model.document, lang, t) || String(value),
        })),
      };
    if (isObject(options) && typeof options.entity === 'string')
      return {
        ...shared,
        control: kind === 'several' ? 'multiselect' : 'combobox',
        options: {
          entity: options.entity,
          ...(typeof options.value === 'string' && { value: options.value }),
          ...(typeof options.label === 'string' && { label: options.label }),
        },
      };
    // Values of rows that only the view has are typed.
    if (kind === 'several' || kind === 'tags') return { ...shared, control: 'tags' };
    return { ...shared, control: 'text' };
  }, [definition, kind, model.document, lang, t]);
  // Nothing can be chosen yet; what is missing is said above.
  if (hasOptions(kind) && Array.isArray(definition.options) && definition.options.length === 0) return null;
  return (
    <StateField
      id={id}
      settings={settings}
      value={initialValue(model, path)}
      onChange={(next) => changeInitial(editor, filter, next)}
      bare
    />
  );
}
