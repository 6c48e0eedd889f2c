import { Button, Input, makeStyles } from '@fluentui/react-components';
import { useState, type ReactNode } from 'react';
import { valueAt } from '../../../../contracts/json-pointer.ts';
import { isObject, type Json, type JsonObject } from '../../../../contracts/json.ts';
import { Icon } from '../../../../ui/index.ts';
import type { Path } from '../../../core/index.ts';
import { useText } from '../../hooks.ts';
import { useForm } from '../context.ts';
import { idOf } from '../focus.ts';
import { LabelContext } from './context.ts';
import { useStructuredStyles } from './shared.tsx';
import { entrySchema, isEntryName, type EntrySchemas } from './schema-utils.ts';

const useStyles = makeStyles({
  entry: { display: 'flex', flexWrap: 'wrap', columnGap: '8px', alignItems: 'flex-start' },
  name: {
    flex: '0 1 200px',
    minWidth: '120px',
    '@media (max-width: 480px)': { flexBasis: 'calc(100% - 40px)' },
  },
  value: { flex: '1 1 240px', minWidth: 0 },
});

/** The entries of an object whose names the person gives: a name and a value each. */
export function Entries({
  path,
  label,
  schemas,
  rows,
  disabled,
}: {
  path: Path;
  label: string;
  schemas: EntrySchemas;
  rows: readonly { name: string; content: ReactNode }[];
  disabled: boolean;
}) {
  const shared = useStructuredStyles();
  const t = useText();
  const { model, readOnly } = useForm();
  const recordNow = (): JsonObject => {
    const record = valueAt(model.record, path);
    return isObject(record) ? record : {};
  };
  const isFree = (name: string) =>
    isEntryName(name) &&
    !Object.hasOwn(recordNow(), name) &&
    entrySchema(schemas, name) !== null &&
    (path.length > 0 || model.form.isEntry(name));
  const add = () => {
    const record = recordNow();
    let number = rows.length + 1;
    while (Object.hasOwn(record, `${t('form.nested.key')}${number}`)) number += 1;
    const name = `${t('form.nested.key')}${number}`;
    const seed: Json = model.form.reader().seed(entrySchema(schemas, name) ?? {}) ?? '';
    model.set([...path, name], seed);
  };
  return (
    <>
      {rows.map(({ name, content }) => (
        <EntryRow
          key={name}
          {...{ path, label, name, disabled, isFree }}
          onRename={(to) => model.rename(path, name, to)}
        >
          {content}
        </EntryRow>
      ))}
      {!readOnly && (
        <div className={shared.foot}>
          <Button size="small" icon={<Icon name="add" />} disabled={disabled} onClick={add}>
            {t('form.nested.addEntry')}
          </Button>
        </div>
      )}
    </>
  );
}

function EntryRow({
  path,
  label,
  name,
  disabled,
  isFree,
  onRename,
  children,
}: {
  path: Path;
  label: string;
  name: string;
  disabled: boolean;
  isFree(name: string): boolean;
  onRename(to: string): void;
  children: ReactNode;
}) {
  const styles = useStyles();
  const t = useText();
  const { model, readOnly } = useForm();
  const [typed, setTyped] = useState(name);
  const [given] = useState({ label: name, quiet: true, entry: true });
  const rename = () => {
    const wanted = typed.trim();
    if (wanted === name || !isFree(wanted)) setTyped(name);
    else onRename(wanted);
  };
  return (
    <div className={styles.entry}>
      <div className={styles.name}>
        <Input
          id={`${idOf(path)}::${name}`}
          aria-label={label === '' ? t('form.nested.key') : t('form.nested.entryName', { field: label })}
          aria-invalid={(typed !== name && !isFree(typed.trim())) || undefined}
          value={typed}
          disabled={disabled}
          readOnly={readOnly}
          onChange={(_, change) => setTyped(change.value)}
          onBlur={rename}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            rename();
          }}
        />
      </div>
      <div className={styles.value}>
        <LabelContext value={given}>{children}</LabelContext>
      </div>
      {!readOnly && (
        <Button
          appearance="subtle"
          icon={<Icon name="delete" />}
          aria-label={t('form.nested.removeOne', { field: name })}
          disabled={disabled}
          onClick={() => model.set([...path, name], undefined)}
        />
      )}
    </div>
  );
}
