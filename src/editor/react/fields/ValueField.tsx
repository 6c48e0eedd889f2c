import { Button, makeStyles, MenuItem, tokens } from '@fluentui/react-components';
import { useLayoutEffect, useRef } from 'react';
import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import { isExpression } from '../../../engine/core/index.ts';
import { useText } from '../../../engine/react/index.ts';
import { ButtonMenu, Icon, type IconName } from '../../../ui/index.ts';
import { freeId } from '../../commands/insert.ts';
import type { ValueChoice } from '../../panel-schema.ts';
import type { ChangeValue, Path } from './field-props.ts';
import { PickedText } from './PickedText.tsx';
import { PlainValue, type ValueFieldProps, type ValueKind } from './PlainValue.tsx';
import { isStatePath, useStatePaths } from './state-paths.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '8px', minWidth: 0 },
  row: {
    display: 'flex',
    flexDirection: 'column',
    gap: '6px',
    minWidth: 0,
    padding: '8px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  line: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '4px',
    minWidth: 0,
    '& > :first-child': { flex: '1 1 0', minWidth: 0 },
  },
  menu: { marginTop: '22px', minWidth: '32px', flexShrink: 0 },
  label: { margin: 0, fontSize: tokens.fontSizeBase200, fontWeight: tokens.fontWeightSemibold },
  add: { alignSelf: 'flex-start' },
});

const first: Readonly<Record<ValueKind, Json>> = {
  text: '',
  number: 0,
  yesNo: true,
  expression: { $expr: 'null' },
  fields: {},
};

const icons: Readonly<Record<ValueKind, IconName>> = {
  text: 'edit',
  number: 'data-bar-vertical',
  yesNo: 'checkmark-circle',
  expression: 'code',
  fields: 'list',
};

/** How a value is edited; null for one that is written as JSON. */
function kindOfValue(value: Json | undefined, choice: ValueChoice): ValueKind | null {
  if (isExpression(value)) return 'expression';
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'yesNo';
  if (isObject(value)) return choice === 'any' ? 'fields' : null;
  return Array.isArray(value) ? null : 'text';
}

/** A value of a kind that the author chooses: a text, a number, yes or no, an expression, or several values by name. */
export function ValueField({ label, value, path, choice, optional, onChange }: ValueFieldProps) {
  const styles = useStyles();
  const t = useText();
  const kind = kindOfValue(value, choice);
  const kinds = (Object.keys(first) as ValueKind[]).filter((one) => choice === 'any' || one !== 'fields');
  const name = t('panel.actions.valueKind', { name: label });
  return (
    <div className={styles.line}>
      {kind === 'fields' ? (
        <div className={styles.root} role="group" aria-label={label}>
          <h5 className={styles.label}>{label}</h5>
          <MapRows value={value} path={path} paths={false} choice="any" onChange={onChange} />
        </div>
      ) : (
        <PlainValue {...{ label, value, path, choice, optional, onChange }} kind={kind} />
      )}
      <ButtonMenu
        label={name}
        button={
          <Button
            className={styles.menu}
            style={kind === 'fields' ? { marginTop: 0 } : undefined}
            appearance="subtle"
            icon={<Icon name={kind === null ? 'code' : icons[kind]} size={16} />}
            aria-label={name}
            title={name}
          />
        }
      >
        {kinds.map((one) => (
          <MenuItem
            key={one}
            icon={<Icon name={icons[one]} size={16} />}
            onClick={() => {
              if (one !== kind) onChange(path, first[one]);
            }}
          >
            {t(`panel.actions.values.${one}`)}
          </MenuItem>
        ))}
      </ButtonMenu>
    </div>
  );
}

const unusable = new Set(['', '__proto__', 'constructor', 'prototype']);

/** Values by name, each with its name, and the button that adds one. */
export function MapRows({
  value,
  path,
  paths,
  choice,
  onChange,
  least = 0,
  removable = false,
}: {
  value: Json | undefined;
  path: Path;
  /** Names are paths of the state. */
  paths: boolean;
  choice: ValueChoice;
  onChange: ChangeValue;
  /** Names that stay. */
  least?: number;
  /** An empty object goes. */
  removable?: boolean;
}) {
  const styles = useStyles();
  const t = useText();
  const known = useStatePaths();
  const root = useRef<HTMLDivElement>(null);
  const added = useRef(false);
  // A person who adds a value names it first.
  useLayoutEffect(() => {
    if (!added.current) return;
    added.current = false;
    const rows = root.current?.querySelectorAll<HTMLElement>(':scope > [data-row]');
    rows?.[rows.length - 1]?.querySelector<HTMLElement>('input')?.focus();
  });
  const own: JsonObject = isObject(value) ? value : {};
  const entries = Object.entries(own);
  const put = (next: [string, Json][]) =>
    onChange(path, next.length === 0 && removable ? undefined : Object.fromEntries(next));
  const errorOf = (name: string, text: string): string | undefined => {
    if (text !== name && Object.hasOwn(own, text)) return t('panel.actions.takenName');
    if (paths) return isStatePath(text) ? undefined : t('panel.actions.badPath');
    return unusable.has(text) ? t('panel.actions.badName') : undefined;
  };
  const add = () => {
    const free = known.map((one) => one.value).find((one) => !Object.hasOwn(own, one));
    const stem = paths ? 'state.value' : 'value';
    const name = (paths ? free : undefined) ?? freeId(stem, (one) => Object.hasOwn(own, one));
    added.current = true;
    put([...entries, [name, '']]);
  };
  return (
    <div className={styles.root} ref={root}>
      {entries.map(([name, one], at) => (
        // A name changes while it is typed; its position does not.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at} className={styles.row} data-row="">
          <div className={styles.line}>
            <PickedText
              label={t('panel.actions.name')}
              required
              value={name}
              choices={paths ? known : []}
              errorOf={(text) => errorOf(name, text)}
              onChange={(text) => put(entries.map((entry, place) => (place === at ? [text, one] : entry)))}
            />
            <Button
              className={styles.menu}
              appearance="subtle"
              disabledFocusable={entries.length <= least}
              icon={<Icon name="delete" size={16} />}
              aria-label={t('panel.actions.removeName', { name })}
              onClick={() => {
                put(entries.filter((_, place) => place !== at));
                root.current?.querySelector<HTMLElement>(':scope > [data-add-name]')?.focus();
              }}
            />
          </div>
          <ValueField
            label={t('panel.actions.valueOf', { name })}
            value={one}
            path={[...path, name]}
            choice={choice}
            optional={false}
            onChange={onChange}
          />
        </div>
      ))}
      <Button
        className={styles.add}
        size="small"
        icon={<Icon name="add" size={16} />}
        onClick={add}
        data-add-name=""
      >
        {t('panel.actions.addName')}
      </Button>
    </div>
  );
}
