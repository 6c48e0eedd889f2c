import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { isColor } from '../../src/contracts/formats.ts';
import type { IconProps } from '../../src/engine/core/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';
import { Icon as UiIcon, moldeToken, textOn } from '../../src/ui/index.ts';

const useStyles = makeStyles({
  root: { display: 'inline-grid', placeItems: 'center', width: 'fit-content', height: 'fit-content' },
  // The tenant's action colour, and the text that buttons have on it.
  primary: { backgroundColor: tokens.colorBrandBackground, color: tokens.colorNeutralForegroundOnBrand },
  tile: { padding: '10px', borderRadius: tokens.borderRadiusXLarge },
  neutral: { color: tokens.colorNeutralForeground2 },
  brand: { color: tokens.colorBrandForeground1 },
  info: { color: moldeToken('statusProgressForeground') },
  success: { color: moldeToken('statusConcludedForeground') },
  warning: { color: moldeToken('statusBlockedForeground') },
  danger: { color: moldeToken('errorForeground') },
  neutralTile: { backgroundColor: tokens.colorNeutralBackground6 },
  brandTile: { backgroundColor: tokens.colorBrandBackground2, color: tokens.colorBrandForeground2 },
  infoTile: { backgroundColor: moldeToken('statusProgressBackground') },
  successTile: { backgroundColor: moldeToken('statusConcludedBackground') },
  warningTile: { backgroundColor: moldeToken('statusBlockedBackground') },
  dangerTile: {
    backgroundColor: moldeToken('statusLateBackground'),
    color: moldeToken('statusLateForeground'),
  },
});

/** An icon by name. */
export default function Icon({ id, props }: WidgetProps<IconProps>) {
  const styles = useStyles();
  const tone = props.tone ?? 'neutral';
  const { color } = props;
  const own = color !== undefined && isColor(color);
  return (
    <span
      id={id}
      className={mergeClasses(
        styles.root,
        styles[tone],
        (props.tile || color) && styles.tile,
        props.tile && styles[`${tone}Tile`],
        color && !own && styles.primary,
      )}
      style={own ? { backgroundColor: color, color: textOn(color) } : undefined}
    >
      <UiIcon name={props.name} size={props.size ?? 20} {...(props.label ? { label: props.label } : {})} />
    </span>
  );
}
