import { Button, makeStyles, MenuItem, tokens } from '@fluentui/react-components';
import { useId, useMemo } from 'react';
import type { ParameterChoice } from '../../../contracts/data-choice.ts';
import { toPointer } from '../../../contracts/json-pointer.ts';
import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import { periodNames } from '../../../contracts/periods.ts';
import { filterExpression } from '../../../engine/core/index.ts';
import { StateField, useLanguage, useText } from '../../../engine/react/index.ts';
import type { StateFieldSettings, Translate } from '../../../engine/react/index.ts';
import { ButtonMenu, Icon, moldeToken } from '../../../ui/index.ts';
import { filterOfValue, filterPartOf, filtersOf, isGivenBy, type ViewFilter } from '../../filters/filters.ts';
import type { Command } from '../../commands/command.ts';
import { usesOf } from '../../filters/uses.ts';
import { canTake, withFittingValue } from '../../filters/values.ts';
import { shownText } from '../../names.ts';
import { pointerOfNode } from '../../pointers.ts';
import { ExpressionField } from '../fields/ExpressionField.tsx';
import type { ExpressionPlace } from '../fields/field-props.ts';
import { useEditor, useEditorState } from '../context.ts';
import { useDataChoices } from './choices.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '10px' },
  line: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '4px',
    minWidth: 0,
    '& > :first-child': { flex: '1 1 0', minWidth: 0 },
  },
  menu: { marginTop: '22px', minWidth: '32px' },
  label: {
    display: 'block',
    marginBottom: '2px',
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
  },
  bound: {
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    minHeight: '32px',
    paddingInline: '8px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    minWidth: 0,
  },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  removed: { flex: '1 1 0', minWidth: 0, color: moldeToken('errorForeground') },
});

/** Name of a period in the person's language. */
export const periodOptions = (t: Translate): { value: string; label: string }[] =>
  periodNames.map((name) => ({ value: name, label: t(`screens.periods.${name}`) }));

function settingsOf(parameter: ParameterChoice, t: Translate): StateFieldSettings {
  const { title: label, required, type, options } = parameter;
  const shared = { label, required };
  const isNamed = type === 'period' && periodNames.some((name) => name === parameter.default);
  const written = isNamed
    ? t(`screens.periods.${String(parameter.default)}`)
    : Array.isArray(parameter.default)
      ? parameter.default.join(', ')
      : parameter.default;
  const placeholder =
    written === null ? t('panel.data.noValue') : t('panel.data.default', { value: String(written) });
  switch (type) {
    case 'period':
      return { ...shared, control: 'select', placeholder, options: periodOptions(t) };
    case 'choice':
      return {
        ...shared,
        control: 'select',
        placeholder,
        options: options.map((value) => ({ value, label: value })),
      };
    case 'boolean':
      return {
        ...shared,
        control: 'select',
        placeholder,
        options: [
          { value: true, label: t('panel.yes') },
          { value: false, label: t('panel.no') },
        ],
      };
    case 'number':
      return { ...shared, control: 'number', placeholder };
    case 'date':
      return { ...shared, control: 'date' };
    case 'values':
      return { ...shared, control: 'tags', placeholder, hint: t('panel.data.valuesHint') };
    default:
      return { ...shared, control: 'text', placeholder };
  }
}

/** Where the values of parameters are written: the document's own, or those of a node. */
export interface QueryPlace {
  key: string | null;
  path: readonly (string | number)[];
}

/** The place of the values that a source of the document gives. */
export const queryOfSource = (id: string): QueryPlace => ({ key: null, path: ['sources', id, 'query'] });

/** Where the values of parameters come from: a value, a filter of the view, or an expression. */
export function ParameterForm({
  at,
  parameters,
  query,
  filters: given,
  before = [],
  others = false,
}: {
  at: QueryPlace;
  parameters: readonly ParameterChoice[];
  query: Json | undefined;
  /** Filters whose values can be taken; by default those of the view, as they are applied. */
  filters?: readonly ViewFilter[];
  /** Commands that a parameter with the value of a filter needs before it. */
  before?: readonly Command[];
  /** Whether the query has other parameters than these, as that of a list of records. */
  others?: boolean;
}) {
  const styles = useStyles();
  const t = useText();
  const editor = useEditor();
  const values: JsonObject = isObject(query) ? query : {};
  const model = useEditorState((state) => state.model);
  const all = useMemo(() => filtersOf(model), [model]);
  const filters = given ?? all;
  const { rows } = useDataChoices();
  /** A filter by its applied value; beside it in the bar it is known by another path. */
  const ownOf = (filter: ViewFilter): ViewFilter =>
    all.find((one) => one.bar === filter.bar && one.at === filter.at) ?? filter;
  /** The filters whose values a parameter can take, and the one that it has. */
  const fitting = (parameter: ParameterChoice): ViewFilter[] =>
    filters.filter((one) => {
      const own = ownOf(one);
      return (
        isGivenBy(values[parameter.name], one) ||
        canTake(model, own, usesOf(model, own, all), parameter, rows)
      );
    });
  const change = (name: string, value: Json | undefined) => {
    const rest = Object.keys(values).filter((one) => one !== name).length;
    // A query without values is left out.
    const path = value === undefined && rest === 0 ? at.path : [...at.path, name];
    const set: Command = { type: 'set', key: at.key, path, value };
    const filter = filterOfValue(value, filters);
    const parameter = parameters.find((one) => one.name === name);
    const own = filter && ownOf(filter);
    const fitted =
      own && parameter ? withFittingValue(model, own, usesOf(model, own, all), parameter, rows) : [];
    const beside = filter === null ? [] : [...before, ...fitted];
    editor.dispatch(beside.length > 0 ? { type: 'batch', commands: [...beside, set] } : set, {
      label: 'data',
      typing: `${at.key} ${[...at.path, name].join(' ')}`,
    });
  };
  return (
    <div className={styles.root} onBlur={() => editor.seal()}>
      {parameters.map((parameter) => (
        <ParameterField
          key={parameter.name}
          at={at}
          parameter={parameter}
          value={values[parameter.name]}
          filters={fitting(parameter)}
          onChange={(value) => change(parameter.name, value)}
        />
      ))}
      {(others ? [] : removedParameters(values, parameters)).map((name) => (
        <div key={name} className={styles.bound} role="alert" data-removed={name}>
          <span className={styles.removed}>{t('panel.data.removed', { name })}</span>
          <Button size="small" onClick={() => change(name, undefined)}>
            {t('panel.data.removeParameter')}
          </Button>
        </div>
      ))}
    </div>
  );
}

/** Names of the values that a source gives to parameters which its dataset does not have any more. */
export const removedParameters = (
  query: Json | undefined,
  parameters: readonly ParameterChoice[],
): string[] =>
  Object.keys(isObject(query) ? query : {}).filter((name) => !parameters.some((one) => one.name === name));

function ParameterField({
  at,
  parameter,
  value,
  filters,
  onChange,
}: {
  at: QueryPlace;
  parameter: ParameterChoice;
  value: Json | undefined;
  filters: readonly ViewFilter[];
  onChange(value: Json | undefined): void;
}) {
  const styles = useStyles();
  const t = useText();
  const lang = useLanguage();
  const id = useId();
  const editor = useEditor();
  const document = useEditorState(({ model }) => model.document);
  const place = useMemo<ExpressionPlace>(
    () => ({
      pointer() {
        const owner = at.key === null ? '' : pointerOfNode(editor.store.getState().model, at.key);
        return `${owner}${toPointer([...at.path, parameter.name, '$expr'])}`;
      },
      key: at.key,
    }),
    [editor, at, parameter.name],
  );
  const settings = useMemo(() => settingsOf(parameter, t), [parameter, t]);
  const bound = filterOfValue(value, filters);
  const expression = isObject(value) && typeof value.$expr === 'string' ? value.$expr : null;
  const nameOf = ({ definition }: ViewFilter): string =>
    shownText(definition.label, document, lang, t) || String(definition.field);
  return (
    <div className={styles.line}>
      {bound ? (
        <div>
          <span className={styles.label}>{parameter.title}</span>
          <div className={styles.bound} data-bound={bound.path}>
            <Icon name="filter" size={16} />
            <span className={styles.name}>{t('panel.data.filter', { name: nameOf(bound) })}</span>
          </div>
        </div>
      ) : expression !== null ? (
        <ExpressionField
          label={parameter.title}
          place={place}
          value={expression}
          onChange={(written) => onChange({ $expr: written })}
        />
      ) : (
        <StateField
          id={id}
          settings={settings}
          value={settings.control === 'tags' && typeof value === 'string' ? [value] : value}
          onChange={(next) => onChange(next === null || next === '' ? undefined : next)}
          bare
        />
      )}
      <ButtonMenu
        label={t('panel.data.from', { name: parameter.title })}
        button={
          <Button
            className={styles.menu}
            appearance="subtle"
            icon={<Icon name="link" size={16} />}
            aria-label={t('panel.data.from', { name: parameter.title })}
          />
        }
      >
        <MenuItem icon={<Icon name="edit" size={16} />} onClick={() => onChange(undefined)}>
          {t('panel.data.fixed')}
        </MenuItem>
        {filters.map((filter) => (
          <MenuItem
            key={filter.path}
            icon={<Icon name="filter" size={16} />}
            onClick={() => onChange(filterExpression(filter.path, filterPartOf(filter, parameter)))}
          >
            {t('panel.data.filter', { name: nameOf(filter) })}
          </MenuItem>
        ))}
        <MenuItem
          icon={<Icon name="code" size={16} />}
          onClick={() => onChange({ $expr: expression ?? 'null' })}
        >
          {t('panel.data.expression')}
        </MenuItem>
      </ButtonMenu>
    </div>
  );
}
