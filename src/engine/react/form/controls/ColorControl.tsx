import {
  Button,
  ColorSwatch,
  Input,
  makeStyles,
  mergeClasses,
  Popover,
  PopoverSurface,
  PopoverTrigger,
  SwatchPicker,
  tokens,
} from '@fluentui/react-components';
import { isColor } from '../../../../contracts/formats.ts';
import { localeOf } from '../../../../contracts/language.ts';
import { brandShades, contrast, Icon, textOn } from '../../../../ui/index.ts';
import { useLanguage, useText } from '../../hooks.ts';
import type { ControlProps } from '../context.ts';
import { wide } from './props.ts';
import { asText } from './values.ts';

/** Colours to choose from; any other is typed. */
const palette = [
  '#1874CF',
  '#26BCB3',
  '#4F3277',
  '#0F7B3E',
  '#B58800',
  '#C8511B',
  '#C4314B',
  '#B4009E',
  '#5B5FC7',
  '#4A5568',
  '#8A8886',
  '#1A2B3B',
] as const;

/** Least contrast of text (WCAG 2.2, 1.4.3). */
const readable = 4.5;

const isSet = (text: string): boolean => text !== '' && isColor(text);

const useStyles = makeStyles({
  root: { width: '100%', maxWidth: '220px' },
  swatch: {
    width: '18px',
    height: '18px',
    borderRadius: tokens.borderRadiusSmall,
    border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
  },
  picker: { display: 'grid', gridTemplateColumns: 'repeat(6, auto)', gap: '4px' },
  any: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    marginTop: '12px',
    fontSize: tokens.fontSizeBase200,
  },
  input: { width: '36px', height: '28px', padding: 0, border: 'none', backgroundColor: 'transparent' },
  // The note always stands below, whatever its length, so that notes of a row of fields are in line.
  row: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: '4px' },
  note: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
  },
  low: { color: tokens.colorStatusWarningForeground1 },
});

/** A colour as #RRGGBB: chosen among some, or typed. */
export default function ColorControl(props: ControlProps) {
  const styles = useStyles();
  const value = asText(props.value);
  const input = (
    <Input
      {...wide(props)}
      className={styles.root}
      maxLength={7}
      placeholder={props.placeholder ?? '#RRGGBB'}
      value={value}
      contentBefore={<ColorButton {...props} />}
      onChange={(_, change) => {
        const text = change.value.trim();
        props.onChange(text === '' ? undefined : /^[0-9a-f]{6}$/i.test(text) ? `#${text}` : text);
      }}
    />
  );
  const { contrast: use } = props.field.own;
  if (use !== true && use !== 'ground') return input;
  return (
    <div className={styles.row}>
      {input}
      {isSet(value) && <ContrastNote color={value} ground={use === 'ground'} />}
    </div>
  );
}

/**
 * Says how readable text is on the colour. Buttons have white text, and a shade of the colour where it is not readable; on a
 * larger ground the text is white or dark.
 */
function ContrastNote({ color, ground }: { color: string; ground: boolean }) {
  const styles = useStyles();
  const t = useText();
  const number = new Intl.NumberFormat(localeOf[useLanguage()], { maximumFractionDigits: 1 });
  const text = ground ? textOn(color) : '#ffffff';
  const ratio = contrast(text, color);
  const values = { ratio: number.format(ratio) };
  if (ground || ratio >= readable)
    return (
      <span className={styles.note}>
        <Icon name="checkmark-circle" />
        {t(text === '#ffffff' ? 'form.contrast.enough' : 'form.contrast.dark', values)}
      </span>
    );
  const shade =
    brandShades(color, 'light')
      .find(({ step }) => step === 80)
      ?.color.toUpperCase() ?? '';
  return (
    <span className={mergeClasses(styles.note, styles.low)}>
      <Icon name="warning" />
      {t('form.contrast.low', { ...values, shade })}
    </span>
  );
}

/** The colour as a button that opens the palette. */
export function ColorButton(
  props: Pick<ControlProps, 'label' | 'value' | 'disabled' | 'readOnly' | 'onChange'> & {
    field?: ControlProps['field'];
  },
) {
  const styles = useStyles();
  const t = useText();
  const value = asText(props.value);
  const swatch = <span className={styles.swatch} style={isSet(value) ? { backgroundColor: value } : {}} />;
  return (
    <Popover trapFocus positioning="below-start">
      <PopoverTrigger disableButtonEnhancement>
        <Button
          appearance="transparent"
          size="small"
          icon={swatch}
          disabled={props.disabled || props.readOnly}
          aria-label={t('form.color', { field: props.label })}
        />
      </PopoverTrigger>
      <PopoverSurface aria-label={t('form.color', { field: props.label })}>
        <SwatchPicker
          className={styles.picker}
          aria-label={t('form.color', { field: props.label })}
          selectedValue={value.toUpperCase()}
          onSelectionChange={(_, { selectedValue }) => props.onChange(selectedValue)}
        >
          {(props.field?.own.palette ?? palette).map((color) => (
            <ColorSwatch key={color} color={color} value={color.toUpperCase()} aria-label={color} />
          ))}
        </SwatchPicker>
        <label className={styles.any}>
          <input
            className={styles.input}
            type="color"
            value={isSet(value) ? value.toLowerCase() : '#808080'}
            onChange={({ target }) => props.onChange(target.value.toUpperCase())}
          />
          {t('form.contrast.other')}
        </label>
      </PopoverSurface>
    </Popover>
  );
}
