import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { TextProps } from '../../src/engine/core/index.ts';
import { useFormat } from '../../src/engine/react/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';
import { moldeToken } from '../../src/ui/index.ts';

const useStyles = makeStyles({
  root: { margin: 0, minWidth: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
  caption: { fontSize: tokens.fontSizeBase200, lineHeight: tokens.lineHeightBase200 },
  body: { fontSize: tokens.fontSizeBase300, lineHeight: tokens.lineHeightBase300 },
  strong: {
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
  },
  subtitle: {
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  title: {
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
  },
  // The title of a start page.
  hero: {
    fontSize: tokens.fontSizeHero700,
    lineHeight: tokens.lineHeightHero700,
    fontWeight: tokens.fontWeightSemibold,
  },
  primary: { color: tokens.colorNeutralForeground1 },
  secondary: { color: tokens.colorNeutralForeground3 },
  success: { color: moldeToken('statusConcludedForeground') },
  warning: { color: moldeToken('statusBlockedForeground') },
  danger: { color: moldeToken('errorForeground') },
  monospace: { fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase200 },
  tabular: { fontVariantNumeric: 'tabular-nums' },
  truncate: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
});

/** Formats whose values are compared. In words the hyphen of equal width tears the word apart. */
const figures: readonly string[] = ['number', 'date', 'datetime'] satisfies TextProps['format'][];

/** A piece of text. */
export default function Text({ id, props }: WidgetProps<TextProps>) {
  const styles = useStyles();
  const format = useFormat();
  const kind = props.format ?? 'text';
  const text = kind === 'text' ? props.text : format[kind](props.text);
  const Element = props.heading === undefined ? 'p' : (`h${props.heading}` as const);
  return (
    <Element
      id={id}
      title={props.truncate ? text : undefined}
      className={mergeClasses(
        styles.root,
        styles[props.variant ?? 'body'],
        styles[props.tone ?? 'primary'],
        props.monospace && styles.monospace,
        (props.tabular || figures.includes(kind)) && styles.tabular,
        props.truncate && styles.truncate,
      )}
    >
      {text}
    </Element>
  );
}
