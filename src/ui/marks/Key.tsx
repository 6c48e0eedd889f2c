import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { moldeToken } from '../theme/tokens.ts';

const useStyles = makeStyles({
  root: {
    flexShrink: 0,
    boxSizing: 'border-box',
    minWidth: '18px',
    padding: '0 4px',
    border: '1px solid color-mix(in srgb, currentColor 45%, transparent)',
    borderRadius: moldeToken('borderRadiusSmall'),
    fontFamily: 'inherit',
    fontSize: '11px',
    lineHeight: '16px',
    textAlign: 'center',
    whiteSpace: 'nowrap',
    // People without a keyboard read nothing about one.
    '@media (pointer: coarse)': { display: 'none' },
  },
});

/** A key of the keyboard, such as `Ctrl K`. */
export function Key({ text, className }: { text: string; className?: string }) {
  return <kbd className={mergeClasses(useStyles().root, className)}>{text}</kbd>;
}
