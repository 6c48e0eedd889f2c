import { useMemo, useSyncExternalStore } from 'react';
import { valueAt } from '../../../../contracts/json-pointer.ts';
import { needLabel, resolveText } from '../../../core/index.ts';
import type { Option, RemoteOptions, Screen, Text } from '../../../core/index.ts';
import { recordOptions } from '../../../core/entity/entity-options.ts';
import type { InputChoices } from '../../../core/form/field.ts';
import type { Resolved } from '../../contract.ts';
import { useEngine, useScreen } from '../../context.ts';
import { useControls } from '../context.ts';
import { optionStore, type OptionOrigin } from './option-stores.ts';

/** An option in the person's language. */
export type ShownOption = Resolved<Option> & {
  /** The picture of a person, null for one without; undefined for what is no person. */
  image?: string | null;
};

/** The options of an input. */
export interface InputOptions {
  status: 'loading' | 'waiting' | 'ready' | 'error';
  /** Field that a source waits for, while the status is `waiting`: the label of a field; null for what is no field. */
  waitsFor: string | null;
  /** The options, unless the server searches them. */
  list: readonly ShownOption[];
  /** These options and those that a rule takes away. */
  known: readonly ShownOption[];
  /** Rows of the source that they come from; otherwise none. */
  rows: readonly unknown[];
  /** Where the server searches them; null for options that are all here. */
  remote: RemoteOptions | null;
  retry(): void;
}

/** Values that rules leave of a control's options; null for all. */
export type Allowed = readonly (string | number | boolean)[] | null;

/** The options that a rule leaves. */
export const allowedOf = (options: readonly ShownOption[], allowed: Allowed): readonly ShownOption[] =>
  allowed === null ? options : options.filter(({ value }) => allowed.includes(value));

/**
 * The options of an input, whatever they come from: a list, an address, a source of the screen, an entity or an entity's
 * field.
 * @param allowed values that a rule leaves; null for all.
 */
export function useOptions(options: InputChoices | null, allowed: Allowed): InputOptions {
  const screen = useScreen();
  const { text } = useControls();
  const { host, lang } = useEngine();
  const store = useMemo(() => optionStore(options, screen), [options, screen]);
  const origin = useSyncExternalStore(store.subscribe, store.get);
  const { strings } = origin.entity ?? {};
  const entityText = useMemo(() => {
    const texts = { strings, lang, translate: (key: string) => host.translate(key) };
    return (label: Text) => (typeof label === 'string' ? resolveText(label, texts) : '');
  }, [strings, lang, host]);
  return useMemo(() => {
    const remote = remoteOptions(options, origin);
    const listed = listedOptions(options, origin);
    const isData = options !== null && 'source' in options;
    const textOf = isData ? (label: Text) => String(label) : origin.entity === null ? text : entityText;
    const known = listed.map((option) => ({ ...option, label: textOf(option.label) }));
    const isUnknownEnum =
      options !== null && 'enum' in options && origin.entity !== null && listed.length === 0;
    return {
      status: isUnknownEnum ? 'error' : origin.status,
      waitsFor: labelOfNeed(screen, origin.missing),
      list: allowedOf(known, allowed),
      known,
      rows: origin.rows,
      remote,
      retry: store.retry,
    };
  }, [options, origin, allowed, text, entityText, store, screen]);
}

/** The label of the filter that a source waits for; null where no filter writes the path. */
function labelOfNeed({ compiled, texts }: Screen, path: string | undefined): string | null {
  const label = path === undefined ? undefined : needLabel(compiled, path);
  return typeof label === 'string' ? resolveText(label, texts) : null;
}

function listedOptions(options: InputChoices | null, { rows, entity }: OptionOrigin): readonly Option[] {
  if (options === null) return [];
  if (Array.isArray(options)) return options;
  if ('enum' in options) return entity?.fields[options.enum.field]?.options ?? [];
  return 'source' in options ? rows.flatMap((row) => optionOfRow(options, row)) : [];
}

const tones: readonly unknown[] = ['normal', 'neutral', 'info', 'success', 'warning', 'danger'];

/** The option that a row of data is; none if the row has no value. */
export function optionOfRow(
  { value, label, icon, tone }: { value: string; label: string; icon?: string; tone?: string },
  row: unknown,
): Option[] {
  const read = (path: string | undefined) => (path === undefined ? undefined : valueAt(row, path.split('.')));
  const own = read(value);
  if (typeof own !== 'string' && typeof own !== 'number' && typeof own !== 'boolean') return [];
  const [written, iconName, toneName] = [read(label), read(icon), read(tone)];
  const plain = typeof written === 'string' || typeof written === 'number' ? String(written) : String(own);
  return [
    {
      value: own,
      label: plain,
      ...(typeof iconName === 'string' && { icon: iconName }),
      ...(tones.includes(toneName) && { tone: toneName as NonNullable<Option['tone']> }),
    },
  ];
}

function remoteOptions(options: InputChoices | null, { entity }: OptionOrigin): RemoteOptions | null {
  if (options === null || Array.isArray(options)) return null;
  if ('get' in options) return options;
  return 'entity' in options && entity !== null ? recordOptions(entity, options) : null;
}
