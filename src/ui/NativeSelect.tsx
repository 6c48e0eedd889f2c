import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ComponentProps } from 'react';
import { Icon } from './Icon.tsx';

const useStyles = makeStyles({
  root: {
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    color: tokens.colorNeutralForeground3,
    '& > svg, & > span': { position: 'absolute', right: '10px', pointerEvents: 'none' },
  },
  select: {
    appearance: 'none',
    boxSizing: 'border-box',
    width: '100%',
    minWidth: 0,
    height: '32px',
    padding: '0 30px 0 10px',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderBottomColor: tokens.colorNeutralStrokeAccessible,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    fontFamily: tokens.fontFamilyBase,
    fontSize: tokens.fontSizeBase300,
    // As the library's fields: the brand's underline, drawn inside so that nothing moves.
    ':focus-visible': {
      outlineStyle: 'none',
      borderBottomColor: tokens.colorCompoundBrandStroke,
      boxShadow: `inset 0 -1px 0 ${tokens.colorCompoundBrandStroke}`,
    },
    '@media (pointer: coarse)': { height: '44px' },
  },
  small: { height: '24px' },
});

/** A choice by the browser's own list. Every list shows some, and the library's costs four times the bytes. */
export function NativeSelect({ small = false, ...rest }: ComponentProps<'select'> & { small?: boolean }) {
  const styles = useStyles();
  return (
    <span className={styles.root}>
      <select {...rest} className={mergeClasses(styles.select, small && styles.small)} />
      <Icon name="chevron-down" size={16} />
    </span>
  );
}
