import { Combobox, makeStyles, Option, tokens } from '@fluentui/react-components';
import { useId, useState } from 'react';
import { languageSchema } from '../../engine/core/index.ts';
import { useText } from '../../engine/react/index.ts';
import { FieldFrame } from '../../ui/index.ts';
import type { FieldProps } from './field-props.ts';
import { useScreenChoices } from './screen-choices.ts';

/** Most screens that the list shows at once; typing finds the others. */
const mostChoices = 60;

const useStyles = makeStyles({
  control: { minWidth: 0, width: '100%' },
  list: { maxHeight: '300px' },
  option: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  hint: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    overflowWrap: 'anywhere',
  },
});

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

const isAddress = (text: string): boolean => new RegExp(String(languageSchema('address').pattern)).test(text);

/** An address: one of the screens and views that are known, or what somebody types. */
export function AddressField({ property, value, path, onChange }: FieldProps) {
  const styles = useStyles();
  const t = useText();
  const id = useId();
  const screens = useScreenChoices();
  const [typed, setTyped] = useState<string | null>(null);
  const [isSearching, setIsSearching] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const written = typeof value === 'string' ? value : '';
  const text = typed ?? written;
  const change = (next: string) => {
    const isKept = next === '' ? !property.required : isAddress(next);
    setTyped(isKept ? null : next);
    if (isKept) onChange(path, next === '' ? undefined : next);
  };
  const wanted = isSearching ? plain(text.trim()) : '';
  const found = screens
    .filter((screen) => plain(`${screen.title} ${screen.path}`).includes(wanted))
    .slice(0, mostChoices);
  const named = screens.find((screen) => screen.path === written);
  return (
    <FieldFrame
      id={id}
      label={property.title}
      required={property.required}
      error={typed !== null && !isSearching ? t('panel.actions.badAddress') : undefined}
      bare
    >
      <Combobox
        id={id}
        className={styles.control}
        freeform
        open={isOpen && found.length > 0}
        onOpenChange={(_, data) => setIsOpen(data.open)}
        input={{ style: { minWidth: 0 } }}
        listbox={{ className: styles.list }}
        placeholder={t('panel.actions.address')}
        value={text}
        selectedOptions={named ? [named.path] : []}
        aria-describedby={named ? `${id}-screen` : undefined}
        onChange={(event) => {
          setIsSearching(true);
          setIsOpen(true);
          change(event.currentTarget.value);
        }}
        onBlur={() => setIsSearching(false)}
        onOptionSelect={(_, { optionValue }) => {
          setIsSearching(false);
          if (optionValue !== undefined) change(optionValue);
        }}
      >
        {found.map((screen) => (
          <Option key={screen.path} value={screen.path} text={screen.title}>
            <span className={styles.option}>
              <span>{screen.title}</span>
              <span className={styles.hint}>{screen.path}</span>
            </span>
          </Option>
        ))}
      </Combobox>
      {named && (
        <span id={`${id}-screen`} className={styles.hint}>
          {named.title}
        </span>
      )}
    </FieldFrame>
  );
}
