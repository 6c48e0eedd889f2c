import { Button, Combobox, makeStyles, tokens, type ComboboxProps } from '@fluentui/react-components';
import { useState } from 'react';
import type { Json } from '../../../../contracts/json.ts';
import { foldText } from '../../../../contracts/text.ts';
import type { RemoteOptions } from '../../../core/index.ts';
import { useText } from '../../hooks.ts';
import type { ControlProps } from '../context.ts';
import { wide } from './props.ts';
import { renderOption, OptionsState } from './OptionContent.tsx';
import { notOffered } from './not-offered.ts';
import { allowedOf, useOptions, type ShownOption } from './useOptions.ts';
import { useServerOptions, type ServerOptions } from './useServerOptions.ts';

const useStyles = makeStyles({
  // As wide as its place; what does not fit ends with an ellipsis.
  root: { minWidth: 0, width: '100%', '& > input': { minWidth: 0, textOverflow: 'ellipsis' } },
  // Fluent writes the available room as an inline max-height, and a smaller room as a height beside it.
  list: { maxHeight: '288px !important' },
  note: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    padding: '6px 8px',
    color: tokens.colorNeutralForeground3,
  },
});

/** Characters of a search that servers take. */
const maxSearch = 200;

/**
 * A search among a field's options: those that are here, filtered, or those that the server sends for the typed text. Of an
 * address without a parameter for the text, the options that it sent are filtered.
 */
export interface OptionSearch {
  /** Where the server searches the options; null if they are here. */
  source: RemoteOptions | null;
  options: ServerOptions;
  /** The chosen values that are not among the options. */
  gone: readonly ShownOption[];
  open: boolean;
  setOpen(open: boolean): void;
  typed: string;
  /** The server takes no search as long as the typed text, so none is sent. */
  tooLong: boolean;
  setTyped(text: string): void;
  /** The label of a value, as far as an option that is here names it. */
  labelOf(value: Json | undefined): string | undefined;
}

/** The options whose label contains the typed text, whatever case and accents. */
function optionsWith(typed: string, options: readonly ShownOption[]): readonly ShownOption[] {
  const wanted = foldText(typed);
  return wanted === '' ? options : options.filter(({ label }) => foldText(label).includes(wanted));
}

export function useOptionSearch({ field, allowed, value }: ControlProps): OptionSearch {
  const t = useText();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const found = useOptions(field.options, allowed);
  const { remote: source, list, status, waitsFor, retry } = found;
  const isSearched = source?.search !== undefined;
  const tooLong = isSearched && typed.length > maxSearch;
  const sent = useServerOptions(source, open, isSearched && !tooLong ? typed : '', field.dependsOn);
  const here =
    source === null ? { status, waitsFor, more: false, loadMore: null, retry, options: list } : sent;
  const options: ServerOptions = tooLong
    ? { ...sent, options: [], more: false, loadMore: null }
    : isSearched
      ? { ...sent, options: allowedOf(sent.options, allowed) }
      : { ...here, options: optionsWith(typed, allowedOf(here.options, allowed)) };
  const known = source === null ? list : sent.options;
  const gone = notOffered({ ...found, known: source === null ? found.known : known }, allowed, value, t);
  const labelOf = (one: Json | undefined) =>
    [...gone, ...known].find((option) => option.value === one)?.label;
  return { source, options, gone, open, setOpen, typed, tooLong, setTyped, labelOf };
}

/** The box with its list. `value` is the text in it; `onChoose` gets undefined when it is cleared. */
export function OptionsCombobox({
  search,
  field,
  onChoose,
  onClose,
  ...box
}: Pick<ComboboxProps, 'multiselect' | 'clearable' | 'value' | 'selectedOptions' | 'onChange'> & {
  search: OptionSearch;
  field: ControlProps;
  onChoose(option: ShownOption | undefined): void;
  /** The list closes, or the box loses the focus. */
  onClose(): void;
}) {
  const styles = useStyles();
  const t = useText();
  const { readOnly, onBlur, ...common } = wide(field);
  const { options } = search;
  return (
    <Combobox
      {...common}
      {...box}
      className={styles.root}
      disabled={field.disabled || readOnly}
      placeholder={field.placeholder ?? t('form.typeToSearch')}
      open={search.open}
      listbox={{ className: styles.list }}
      positioning={{ fallbackPositions: ['above'], overflowBoundaryPadding: 8 }}
      // The arrow keys open the options from the box, so that the button is no stop of its own.
      expandIcon={{ 'aria-label': t('form.openOptions', { field: field.label }), tabIndex: -1 }}
      onOpenChange={(_, change) => {
        search.setOpen(change.open);
        if (!change.open) onClose();
      }}
      onChange={(event) => {
        box.onChange?.(event);
        search.setTyped(event.target.value);
        search.setOpen(true);
      }}
      onOptionSelect={(_, { optionValue }) => {
        const option = options.options.find((one) => String(one.value) === optionValue);
        if (option !== undefined || optionValue === undefined) onChoose(option);
      }}
      onBlur={() => {
        onClose();
        onBlur();
      }}
    >
      {options.options.map(renderOption)}
      {search.tooLong ? (
        <div className={styles.note} role="status">
          {t('widgets.search-box.tooLong', { limit: maxSearch })}
        </div>
      ) : (
        <OptionsNote options={options} />
      )}
    </Combobox>
  );
}

/** Below the options: that there are none, that they are loading or failed to load, that there are more. */
function OptionsNote({ options }: { options: ServerOptions }) {
  const styles = useStyles();
  const t = useText();
  const keepFocus = (event: { preventDefault(): void }) => event.preventDefault();
  if (options.status === 'ready' && options.loadMore !== null) {
    return (
      <>
        <OptionsState found={options} />
        <div className={styles.note}>
          <Button size="small" appearance="subtle" onMouseDown={keepFocus} onClick={options.loadMore}>
            {t('form.loadMore')}
          </Button>
        </div>
      </>
    );
  }
  if (options.more && options.options.length > 0 && options.status === 'ready')
    return <div className={styles.note}>{t('form.typeForMore')}</div>;
  return <OptionsState found={options} />;
}
