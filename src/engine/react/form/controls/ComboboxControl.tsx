import { Button, Combobox, makeStyles, Option, Spinner, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { Json } from '../../../../contracts/json.ts';
import { readPath } from '../../../core/index.ts';
import type { OptionsSource } from '../../../core/index.ts';
import { useText } from '../../hooks.ts';
import { useForm } from '../context.ts';
import type { ControlProps } from '../context.ts';
import { wide } from './props.ts';
import { useServerOptions, type ServerOptions } from './useServerOptions.ts';
import { shownOptions } from './values.ts';

const useStyles = makeStyles({
  root: { minWidth: 0 },
  // Fluent writes the room there is as an inline max-height, and a smaller room as a height beside it.
  list: { maxHeight: '288px !important' },
  note: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    padding: '6px 8px',
    color: tokens.colorNeutralForeground3,
  },
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
  const server = useServerOptions(source, open, typed);
  // The label of what was chosen here; of what was loaded, the record tells it.
  const [chosen, setChosen] = useState<{ value: Json; text: string } | null>(null);
  const shown = labelOf(props.value, chosen, server, () =>
    source.current === undefined ? undefined : recordLabel(model.loaded, props, source.current),
  );
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
      server={{ status: 'ready', options, more: false, retry: () => undefined }}
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
      <Note server={server} />
    </Combobox>
  );
}

function Note({ server }: { server: ServerOptions }) {
  const styles = useStyles();
  const t = useText();
  if (server.status === 'error') {
    return (
      <div className={styles.note} role="alert">
        {t('form.optionsFailed')}
        <Button size="small" onMouseDown={(event) => event.preventDefault()} onClick={server.retry}>
          {t('form.retry')}
        </Button>
      </div>
    );
  }
  if (server.options.length > 0)
    return server.more && <div className={styles.note}>{t('form.typeForMore')}</div>;
  return (
    <div className={styles.note} role="status">
      {server.status === 'ready' ? (
        t('form.noOptions')
      ) : (
        <>
          <Spinner size="extra-tiny" aria-hidden />
          {t('form.loadingOptions')}
        </>
      )}
    </div>
  );
}

function labelOf(
  value: Json | undefined,
  chosen: { value: Json; text: string } | null,
  server: ServerOptions,
  ofRecord: () => string | undefined,
): string {
  if (value === undefined || value === null) return '';
  if (chosen !== null && chosen.value === value) return chosen.text;
  return ofRecord() ?? server.options.find((one) => one.value === value)?.text ?? `#${String(value)}`;
}

/** What the record calls its current choice; only while that is still the choice. */
function recordLabel(
  record: Record<string, Json>,
  { field, value }: ControlProps,
  path: string,
): string | undefined {
  if (record[field.name] !== value) return undefined;
  const label = readPath(record, path.split('.'));
  return label === undefined || label === null ? undefined : String(label);
}
