import { valueAt } from '../../../../contracts/json-pointer.ts';
import { Combobox, makeStyles, Option } from '@fluentui/react-components';
import { useState } from 'react';
import type { Json } from '../../../../contracts/json.ts';
import type { OptionsSource } from '../../../core/index.ts';
import { useText } from '../../hooks.ts';
import { useForm } from '../context.ts';
import type { ControlProps } from '../context.ts';
import { OptionsNote } from './OptionsNote.tsx';
import { wide } from './props.ts';
import { useOptionLabel, useServerOptions, type ServerOptions } from './useServerOptions.ts';
import { shownOptions } from './values.ts';

const useStyles = makeStyles({
  root: { minWidth: 0 },
  // Fluent writes the room there is as an inline max-height, and a smaller room as a height beside it.
  list: { maxHeight: '288px !important' },
});

/** One of many options: found by typing, asked from the server where the form names an address. */
export function ComboboxControl(props: ControlProps) {
  const { options } = props.field;
  return options !== null && !Array.isArray(options) ? (
    <ServerCombobox {...props} source={options as OptionsSource} />
  ) : (
    <FixedCombobox {...props} />
  );
}

function ServerCombobox({ source, ...props }: ControlProps & { source: OptionsSource }) {
  const { model } = useForm();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const server = useServerOptions(source, open, typed, props.field.dependsOn);
  // The label of what was chosen here; of what was loaded, the record tells it.
  const [chosen, setChosen] = useState<{ value: Json; text: string } | null>(null);
  const current = typeof props.value === 'string' || typeof props.value === 'number' ? props.value : null;
  const ofRecord =
    source.current === undefined ? undefined : recordLabel(model.loaded, props, source.current);
  const isKnown = chosen?.value === current || ofRecord !== undefined;
  const asked = useOptionLabel(source, isKnown ? null : current);
  const shown = labelOf(props.value, chosen, server, ofRecord ?? asked ?? undefined);
  return (
    <SearchBox
      {...props}
      open={open}
      typed={typed}
      shown={shown}
      server={server}
      onOpen={setOpen}
      onType={setTyped}
      onChoose={(value, text) => {
        setChosen({ value, text });
        props.onChange(value);
      }}
    />
  );
}

function FixedCombobox(props: ControlProps) {
  const { text } = useForm();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const all = shownOptions(props.field, props.allowed, text);
  const needle = typed.toLocaleLowerCase();
  const options = all
    .filter((option) => option.text.toLocaleLowerCase().includes(needle))
    .map((option) => ({ value: option.value as string | number, text: option.text }));
  const shown = all.find((option) => option.value === props.value)?.text ?? '';
  return (
    <SearchBox
      {...props}
      open={open}
      typed={typed}
      shown={shown}
      server={{ status: 'ready', options, more: false, loadMore: null, retry: () => undefined }}
      onOpen={setOpen}
      onType={setTyped}
      onChoose={(value) => props.onChange(value)}
    />
  );
}

function SearchBox({
  open,
  typed,
  shown,
  server,
  onOpen,
  onType,
  onChoose,
  ...props
}: ControlProps & {
  open: boolean;
  typed: string;
  shown: string;
  server: ServerOptions;
  onOpen(open: boolean): void;
  onType(text: string): void;
  onChoose(value: string | number, text: string): void;
}) {
  const styles = useStyles();
  const t = useText();
  const [searching, setSearching] = useState(false);
  const stop = () => {
    setSearching(false);
    onType('');
  };
  const value = props.value === undefined || props.value === null ? [] : [String(props.value)];
  const { readOnly, ...common } = wide(props);
  return (
    <Combobox
      {...common}
      className={styles.root}
      disabled={props.disabled || readOnly}
      clearable={!props.required}
      placeholder={props.placeholder ?? t('form.typeToSearch')}
      open={open}
      value={searching ? typed : shown}
      selectedOptions={value}
      listbox={{ className: styles.list }}
      positioning={{ fallbackPositions: ['above'], overflowBoundaryPadding: 8 }}
      expandIcon={{ 'aria-label': t('form.openOptions', { field: props.label }) }}
      onOpenChange={(_, change) => {
        onOpen(change.open);
        if (!change.open) stop();
      }}
      onChange={(event) => {
        setSearching(true);
        onType(event.target.value);
        onOpen(true);
      }}
      onOptionSelect={(_, change) => {
        stop();
        const option = server.options.find((one) => String(one.value) === change.optionValue);
        if (option !== undefined) onChoose(option.value, option.text);
        else if (change.optionValue === undefined) props.onChange(undefined);
      }}
      onBlur={() => {
        stop();
        props.onLeave();
      }}
    >
      {server.options.map((option) => (
        <Option key={String(option.value)} value={String(option.value)} text={option.text}>
          {option.text}
        </Option>
      ))}
      <OptionsNote server={server} />
    </Combobox>
  );
}

function labelOf(
  value: Json | undefined,
  chosen: { value: Json; text: string } | null,
  server: ServerOptions,
  ofRecord: string | undefined,
): string {
  if (value === undefined || value === null) return '';
  if (chosen !== null && chosen.value === value) return chosen.text;
  return ofRecord ?? server.options.find((one) => one.value === value)?.text ?? `#${String(value)}`;
}

/** What the record calls its current choice; only while that is still the choice. */
function recordLabel(
  record: Record<string, Json>,
  { field, value }: ControlProps,
  path: string,
): string | undefined {
  if (record[field.name] !== value) return undefined;
  const label = valueAt(record, path.split('.'));
  return label === undefined || label === null ? undefined : String(label);
}
