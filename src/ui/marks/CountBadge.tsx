import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';

export interface CountBadgeProps {
  count: number;
  /** 'strong' asks for attention, 'quiet' informs, 'inverted' is for the brand's colour as background. */
  look?: 'strong' | 'quiet' | 'inverted';
  /** Describes the number in the browser's tooltip. */
  title?: string;
  className?: string | undefined;
}

/** Larger counts are displayed as this number and a plus sign. */
const most = 999;

const useStyles = makeStyles({
  root: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    boxSizing: 'border-box',
    minWidth: '16px',
    height: '16px',
    padding: '0 4px',
    borderRadius: tokens.borderRadiusCircular,
    fontSize: tokens.fontSizeBase100,
    lineHeight: '16px',
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
  },
  strong: { backgroundColor: tokens.colorBrandBackground, color: tokens.colorNeutralForegroundOnBrand },
  quiet: { backgroundColor: tokens.colorNeutralBackground5, color: tokens.colorNeutralForeground2 },
  inverted: { backgroundColor: tokens.colorNeutralForegroundOnBrand, color: tokens.colorBrandBackground },
});

/** A small number beside or on a control. */
export function CountBadge({ count, look = 'strong', title, className }: CountBadgeProps) {
  const styles = useStyles();
  return (
    <span className={mergeClasses(styles.root, styles[look], className)} title={title}>
      {count > most ? `${most}+` : count}
    </span>
  );
}
