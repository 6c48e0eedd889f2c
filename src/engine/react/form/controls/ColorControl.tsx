import {
  Button,
  ColorSwatch,
  Input,
  makeStyles,
  Popover,
  PopoverSurface,
  PopoverTrigger,
  SwatchPicker,
  tokens,
} from '@fluentui/react-components';
import { useText } from '../../hooks.ts';
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

const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

const useStyles = makeStyles({
  root: { width: '100%', maxWidth: '220px' },
  swatch: {
    width: '18px',
    height: '18px',
    borderRadius: tokens.borderRadiusSmall,
    border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
  },
  picker: { display: 'grid', gridTemplateColumns: 'repeat(6, auto)', gap: '4px' },
});

/** A colour as #RRGGBB: chosen among some, or typed. */
export default function ColorControl(props: ControlProps) {
  const styles = useStyles();
  const value = asText(props.value);
  return (
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
}

/** The colour as a button that opens the palette. */
export function ColorButton(
  props: Pick<ControlProps, 'label' | 'value' | 'disabled' | 'readOnly' | 'onChange'>,
) {
  const styles = useStyles();
  const t = useText();
  const value = asText(props.value);
  const swatch = <span className={styles.swatch} style={isColor(value) ? { backgroundColor: value } : {}} />;
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
          {palette.map((color) => (
            <ColorSwatch key={color} color={color} value={color} aria-label={color} />
          ))}
        </SwatchPicker>
      </PopoverSurface>
    </Popover>
  );
}
