import { Combobox, makeStyles, Option, Tag, TagGroup } from '@fluentui/react-components';
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
  root: { display: 'flex', flexDirection: 'column', gap: '6px', minWidth: 0 },
  box: { minWidth: 0 },
  list: { maxHeight: '288px !important' },
  tags: { display: 'flex', flexWrap: 'wrap', gap: '4px' },
});

/** Several of many options, found by typing; what is chosen stands below as tags. */
export default function MultiselectControl(props: ControlProps) {
  const { options } = props.field;
  return options !== null && 'get' in options ? (
    <ServerMultiselect {...props} source={options} />
  ) : (
    <FixedMultiselect {...props} />
  );
}

function ServerMultiselect({ source, ...props }: ControlProps & { source: OptionsSource }) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const server = useServerOptions(source, open, typed, props.field.dependsOn);
  const [labels, setLabels] = useState<ReadonlyMap<Json, string>>(new Map());
  return (
    <SearchBox
      {...props}
      {...{ open, typed, server }}
      onOpen={setOpen}
      onType={setTyped}
      onChosen={(value, text) => setLabels(new Map(labels).set(value, text))}
      known={(value) => labels.get(value) ?? server.options.find((one) => one.value === value)?.text}
      source={source}
    />
  );
}

function AskedLabel({ source, value }: { source: OptionsSource; value: Json }) {
  const asked = useOptionLabel(source, typeof value === 'string' || typeof value === 'number' ? value : null);
  return asked ?? `#${String(value)}`;
}

function FixedMultiselect(props: ControlProps) {
  const { text } = useForm();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const all = shownOptions(props.field, props.allowed, text);
  const needle = typed.toLocaleLowerCase();
  const options = all
    .filter((option) => option.text.toLocaleLowerCase().includes(needle))
    .map((option) => ({ value: option.value as string | number, text: option.text }));
  return (
    <SearchBox
      {...props}
      {...{ open, typed }}
      server={{ status: 'ready', options, more: false, loadMore: null, retry: () => undefined }}
      onOpen={setOpen}
      onType={setTyped}
      onChosen={() => undefined}
      known={(value) => all.find((one) => one.value === value)?.text ?? String(value)}
    />
  );
}

function SearchBox({
  open,
  typed,
  server,
  onOpen,
  onType,
  onChosen,
  known,
  source,
  ...props
}: ControlProps & {
  open: boolean;
  typed: string;
  server: ServerOptions;
  onOpen(open: boolean): void;
  onType(text: string): void;
  onChosen(value: Json, text: string): void;
  /** How a chosen value is called, as far as that is here. */
  known(value: Json): string | undefined;
  /** Where the others are asked for. */
  source?: OptionsSource;
}) {
  const styles = useStyles();
  const t = useText();
  const chosen: readonly Json[] = Array.isArray(props.value) ? props.value : [];
  const { readOnly, ...common } = wide(props);
  const isLocked = props.disabled || readOnly;
  const give = (next: readonly Json[]) => props.onChange(next.length === 0 ? undefined : [...next]);
  const toggle = (text: string | undefined) => {
    const option = server.options.find((one) => String(one.value) === text);
    if (option === undefined) return;
    onChosen(option.value, option.text);
    give(
      chosen.includes(option.value)
        ? chosen.filter((one) => one !== option.value)
        : [...chosen, option.value],
    );
  };
  return (
    <div className={styles.root}>
      <Combobox
        {...common}
        multiselect
        className={styles.box}
        disabled={isLocked}
        placeholder={props.placeholder ?? t('form.typeToSearch')}
        open={open}
        value={typed}
        selectedOptions={chosen.map(String)}
        listbox={{ className: styles.list }}
        positioning={{ fallbackPositions: ['above'], overflowBoundaryPadding: 8 }}
        expandIcon={{ 'aria-label': t('form.openOptions', { field: props.label }) }}
        onOpenChange={(_, change) => {
          onOpen(change.open);
          if (!change.open) onType('');
        }}
        onChange={(event) => {
          onType(event.target.value);
          onOpen(true);
        }}
        onOptionSelect={(_, change) => toggle(change.optionValue)}
        onBlur={() => {
          onType('');
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
      {chosen.length > 0 && (
        <TagGroup
          className={styles.tags}
          aria-label={t('form.tags.list', { field: props.label })}
          onDismiss={(_, { value }) => give(chosen.filter((one) => String(one) !== value))}
        >
          {chosen.map((one) => (
            <Tag
              key={String(one)}
              value={String(one)}
              size="small"
              disabled={isLocked}
              dismissible={!isLocked}
              dismissIcon={{ 'aria-label': t('form.tags.remove') }}
            >
              {known(one) ?? (source && <AskedLabel source={source} value={one} />)}
            </Tag>
          ))}
        </TagGroup>
      )}
    </div>
  );
}
