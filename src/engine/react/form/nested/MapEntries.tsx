import { Button, Input, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { type Json, type JsonObject, isObject } from '../../../../contracts/json.ts';
import { Icon } from '../../../../ui/index.ts';
import type { JsonSchema } from '../../../core/index.ts';
import { useText } from '../../hooks.ts';
import { useForm } from '../context.ts';
import { idOf } from '../focus.ts';
import { Part } from './Part.tsx';
import { useNestedStyles } from './parts.tsx';
import { errorsAt, keyUnder, pathOfKey, type NestedProps } from './nested.ts';

const useStyles = makeStyles({
  entry: { display: 'flex', flexWrap: 'wrap', columnGap: '8px', alignItems: 'flex-start' },
  name: {
    flex: '0 1 200px',
    minWidth: '120px',
    '@media (max-width: 480px)': { flexBasis: 'calc(100% - 40px)' },
  },
  value: { flex: '1 1 240px', minWidth: 0 },
});

/** Names that reach behind plain data are no names for entries. */
const refused = new Set(['', '__proto__', 'constructor', 'prototype']);

/** What an object may hold beside its named properties: the schema of an entry by its name. */
export interface EntrySchemas {
  patterns: readonly (readonly [matches: (name: string) => boolean, schema: JsonSchema])[];
  others: JsonSchema | null;
}

/**
 * null: it holds nothing else. Where it has names, what is not said about others leaves them unseen.
 * @param matchesPattern the form's own matcher: RegExp may not match a schema's pattern in linear time.
 */
export function mapSchemas(
  schema: JsonSchema,
  hasNames: boolean,
  matchesPattern: (pattern: string, name: string) => boolean,
): EntrySchemas | null {
  const { patternProperties, additionalProperties } = schema;
  const patterns = isObject(patternProperties)
    ? Object.entries(patternProperties).map(
        ([pattern, own]) =>
          [(name: string) => matchesPattern(pattern, name), isObject(own) ? own : {}] as const,
      )
    : [];
  const others = isObject(additionalProperties)
    ? additionalProperties
    : additionalProperties === true || (additionalProperties === undefined && !hasNames)
      ? {}
      : null;
  if (patterns.length === 0 && (others === null || (hasNames && additionalProperties === true))) return null;
  return { patterns, others };
}

function schemaOf({ patterns, others }: EntrySchemas, name: string): JsonSchema | null {
  return patterns.find(([matches]) => matches(name))?.[1] ?? others;
}

/** Entries whose names the person gives: a name and a value each. */
export function MapEntries({
  record,
  named,
  entries,
  ...props
}: NestedProps & { record: JsonObject; named: readonly string[]; entries: EntrySchemas }) {
  const nested = useNestedStyles();
  const t = useText();
  const { model, readOnly } = useForm();
  const { path: key, disabled, label } = props;
  const path = pathOfKey(key);
  const names = Object.keys(record).filter((name) => !named.includes(name));
  const [typed, setTyped] = useState<{ name: string; text: string } | null>(null);

  const rename = (from: string, to: string) => {
    setTyped(null);
    const wanted = to.trim();
    if (wanted === from || refused.has(wanted) || Object.hasOwn(record, wanted)) return;
    if (schemaOf(entries, wanted) === null) return;
    model.set(
      path,
      Object.fromEntries(
        Object.entries(record).map(([name, value]) => [name === from ? wanted : name, value]),
      ),
    );
  };
  const add = () => {
    let number = names.length + 1;
    while (Object.hasOwn(record, `${t('form.nested.key')}${number}`)) number += 1;
    const name = `${t('form.nested.key')}${number}`;
    const seed: Json = model.form.reader().seed(schemaOf(entries, name) ?? {}) ?? '';
    model.set(path, { ...record, [name]: seed });
  };
  return (
    <>
      {names.map((name) => {
        const schema = schemaOf(entries, name) ?? {};
        const own = keyUnder(key, name);
        const text = typed?.name === name ? typed.text : name;
        const isBad = text !== name && (refused.has(text.trim()) || Object.hasOwn(record, text.trim()));
        return (
          <EntryRow
            key={name}
            name={
              <Input
                id={`${idOf(path)}::${name}`}
                aria-label={t('form.nested.entryName', { field: label })}
                aria-invalid={isBad || undefined}
                value={text}
                disabled={disabled}
                readOnly={readOnly}
                onChange={(_, change) => setTyped({ name, text: change.value })}
                onBlur={() => typed !== null && rename(typed.name, typed.text)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter') return;
                  event.preventDefault();
                  rename(name, text);
                }}
              />
            }
            remove={
              !readOnly && (
                <Button
                  appearance="subtle"
                  icon={<Icon name="delete" />}
                  aria-label={t('form.nested.removeOne', { field: name })}
                  disabled={disabled}
                  onClick={() => model.set([...path, name], undefined)}
                />
              )
            }
          >
            <Part
              path={own}
              schema={schema}
              own={undefined}
              value={record[name]}
              errors={errorsAt(props.errors, own)}
              label={name}
              quietLabel
              required={false}
              disabled={disabled}
              depth={props.depth + 1}
            />
          </EntryRow>
        );
      })}
      {!readOnly && (
        <div className={nested.foot}>
          <Button size="small" icon={<Icon name="add" />} disabled={disabled} onClick={add}>
            {t('form.nested.addEntry')}
          </Button>
        </div>
      )}
    </>
  );
}

function EntryRow({
  name,
  remove,
  children,
}: {
  name: React.ReactNode;
  remove: React.ReactNode;
  children: React.ReactNode;
}) {
  const styles = useStyles();
  return (
    <div className={styles.entry}>
      <div className={styles.name}>{name}</div>
      <div className={styles.value}>{children}</div>
      {remove}
    </div>
  );
}
