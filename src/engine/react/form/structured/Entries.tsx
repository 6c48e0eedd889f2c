import { Button, Input, makeStyles } from '@fluentui/react-components';
import {
  cloneElement,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type ReactElement,
} from 'react';
import { valueAt } from '../../../../contracts/json-pointer.ts';
import { isObject, type Json, type JsonObject } from '../../../../contracts/json.ts';
import { Icon, noteId } from '../../../../ui/index.ts';
import type { Path } from '../../../core/index.ts';
import { useText } from '../../hooks.ts';
import { useForm } from '../context.ts';
import { focusInside, LabelContext, useFocusRequest } from './context.ts';
import { StructuredNote, useStructuredStyles } from './shared.tsx';
import { entrySchema, isEntryName, type EntrySchemas } from './schema-utils.ts';

const useStyles = makeStyles({
  entry: { display: 'flex', flexWrap: 'wrap', gap: '4px 8px', alignItems: 'flex-start' },
  name: {
    flex: '0 1 200px',
    minWidth: '120px',
    '@media (max-width: 480px)': { flexBasis: 'calc(100% - 40px)' },
  },
  input: { width: '100%' },
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
  rows: readonly { name: string; content: ReactElement }[];
  disabled: boolean;
}) {
  const shared = useStructuredStyles();
  const t = useText();
  const { model, readOnly, idOf } = useForm();
  const focusLater = useFocusRequest();
  const identities = useIdentities();
  const idOfName = (name: string) => `${idOf(path)}::${name}`;
  const addId = `${idOf(path)}::add`;
  const recordNow = (): JsonObject => {
    const record = valueAt(model.record, path);
    return isObject(record) ? record : {};
  };
  /** The rule that refuses a name, as a sentence; null for a free name. */
  const refusalOf = (name: string): string | null => {
    const reader = model.form.reader();
    if (name === '') return t('structured.name.empty');
    if (!isEntryName(name)) return t('structured.name.reserved', { name });
    if (Object.hasOwn(recordNow(), name) || schemas.properties.has(name))
      return t('structured.name.taken', { name });
    if (path.length === 0 && !model.form.isEntry(name)) return t('structured.name.reserved', { name });
    const pattern = schemas.patterns.map((one) => one.pattern).join(', ');
    if (entrySchema(schemas, name) === null) return t('structured.name.pattern', { name, pattern });
    if (schemas.names !== undefined && !reader.matches(schemas.names, name))
      return t('structured.name.schema', { name });
    return null;
  };
  const add = () => {
    const record = recordNow();
    let number = rows.length + 1;
    while (Object.hasOwn(record, `${t('structured.key')}${number}`)) number += 1;
    const name = `${t('structured.key')}${number}`;
    const seed: Json = model.form.reader().seed(entrySchema(schemas, name) ?? {}) ?? '';
    focusLater(idOfName(name));
    model.set([...path, name], seed);
  };
  const remove = (index: number) => {
    const neighbour = rows[index + 1] ?? rows[index - 1];
    focusLater(neighbour === undefined ? addId : idOfName(neighbour.name));
    model.set([...path, rows[index]!.name], undefined);
  };
  return (
    <>
      {rows.map(({ name, content }, index) => (
        <EntryRow
          key={identities.of(name)}
          id={idOfName(name)}
          {...{ label, name, disabled, refusalOf }}
          onRename={(to) => {
            identities.rename(name, to);
            model.rename(path, name, to);
          }}
          onRemove={() => remove(index)}
        >
          {content}
        </EntryRow>
      ))}
      {!readOnly && (
        <div className={shared.foot}>
          <Button id={addId} icon={<Icon name="add" />} disabled={disabled} onClick={add}>
            {t('structured.addEntry')}
          </Button>
        </div>
      )}
    </>
  );
}

/** Keys of entries that stay when an entry gets another name, so that its controls stay mounted. */
function useIdentities() {
  const [identities] = useState(() => {
    const byName = new Map<string, number>();
    let last = 0;
    return {
      of(name: string): number {
        if (!byName.has(name)) byName.set(name, ++last);
        return byName.get(name)!;
      },
      rename(from: string, to: string): void {
        byName.set(to, this.of(from));
        byName.delete(from);
      },
    };
  });
  return identities;
}

function EntryRow({
  id,
  label,
  name,
  disabled,
  refusalOf,
  onRename,
  onRemove,
  children,
}: {
  /** DOM id of the name's input. */
  id: string;
  label: string;
  name: string;
  disabled: boolean;
  refusalOf(name: string): string | null;
  onRename(to: string): void;
  onRemove(): void;
  children: ReactElement;
}) {
  const styles = useStyles();
  const t = useText();
  const { readOnly } = useForm();
  const [typed, setTyped] = useState(name);
  const [refusal, setRefusal] = useState<string | null>(null);
  const given = useMemo(() => ({ label: name, quiet: true, entry: true }), [name]);
  const value = useRef<HTMLDivElement>(null);
  const nextFocus = useRef<EventTarget | null>(null);
  // A new name may give the value another schema and so another control, which the focus then moves to.
  useLayoutEffect(() => {
    const target = nextFocus.current;
    nextFocus.current = null;
    if (target instanceof Element && !target.isConnected) focusInside(value.current);
  }, [name]);
  const wanted = typed.trim();
  const isRefused = wanted !== name && refusalOf(wanted) !== null;
  const rename = () => {
    const reason = wanted === name ? null : refusalOf(wanted);
    setRefusal(reason);
    if (reason !== null) return;
    setTyped(wanted);
    if (wanted !== name) onRename(wanted);
  };
  const leave = (event: FocusEvent<HTMLElement>) => {
    nextFocus.current = event.relatedTarget;
    rename();
  };
  const message =
    refusal === null || !isRefused ? undefined : `${refusal} ${t('structured.keptName', { name })}`;
  return (
    <div className={styles.entry}>
      <div className={styles.name}>
        <Input
          className={styles.input}
          id={id}
          aria-label={label === '' ? t('structured.key') : t('structured.entryName', { field: label })}
          aria-invalid={isRefused || undefined}
          aria-describedby={message === undefined ? undefined : noteId(id)}
          value={typed}
          disabled={disabled}
          readOnly={readOnly}
          onChange={(_, change) => {
            setTyped(change.value);
            setRefusal(null);
          }}
          onBlur={leave}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            rename();
          }}
        />
        <div role="status">
          <StructuredNote id={id} error={message} />
        </div>
      </div>
      <div ref={value} className={styles.value}>
        {/* rjsf gives the element its name as key, which would mount it anew under another name. */}
        <LabelContext value={given}>{cloneElement(children, { key: 'value' })}</LabelContext>
      </div>
      {!readOnly && (
        <Button
          appearance="subtle"
          icon={<Icon name="delete" />}
          aria-label={t('structured.removeOne', { field: name })}
          disabled={disabled}
          onClick={onRemove}
        />
      )}
    </div>
  );
}
