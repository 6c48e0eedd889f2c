import { makeStyles, tokens } from '@fluentui/react-components';

/** Height of a line, in pixels; where a finger presses, a checkbox needs more. */
export const lineHeight = 35;

const narrow = '@container matrix (max-width: 520px)';

/** One class for the table and its parts: hundreds of cells compute no class names. */
export const useMatrixStyles = makeStyles({
  box: { containerType: 'inline-size', containerName: 'matrix', minWidth: 0 },
  table: {
    display: 'block',
    width: '100%',
    '--line': `${lineHeight}px`,
    '@media (pointer: coarse)': { '--line': '44px' },
    '& thead': {
      display: 'block',
      position: 'sticky',
      top: 0,
      zIndex: 2,
      backgroundColor: tokens.colorNeutralBackground2,
      borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
      fontSize: tokens.fontSizeBase200,
    },
    '& tbody': { display: 'block', position: 'relative' },
    '& tr': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) repeat(var(--columns), minmax(72px, 92px))',
      alignItems: 'stretch',
      boxSizing: 'border-box',
      [narrow]: { gridTemplateColumns: 'minmax(0, 1fr) repeat(var(--columns), 49px)' },
    },
    '& tbody tr': {
      position: 'absolute',
      insetInline: 0,
      height: 'var(--line)',
      borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    },
    '& tr[data-texts]': { height: 'calc(var(--line) + 17px)' },
    '& tr[data-group]': {
      backgroundColor: tokens.colorNeutralBackground2,
      fontWeight: tokens.fontWeightSemibold,
    },
    '& tbody tr:hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    '& th, & td': { padding: 0, fontWeight: 'inherit', textAlign: 'start' },
    '& th': {
      display: 'flex',
      alignItems: 'center',
      gap: '8px',
      minWidth: 0,
      paddingInline: '16px 8px',
      [narrow]: { paddingInline: '12px 2px', gap: '4px' },
      borderRadius: tokens.borderRadiusMedium,
    },
    '& tr[data-inner] > th': { paddingInlineStart: '44px', [narrow]: { paddingInlineStart: '20px' } },
    '& tr[data-group] > th > [data-count]': { [narrow]: { display: 'none' } },
    '& tr[data-group] > th': { cursor: 'pointer' },
    '& thead th': { minHeight: '40px', fontWeight: tokens.fontWeightSemibold },
    '& thead th + th': {
      flexDirection: 'column',
      justifyContent: 'center',
      gap: '3px',
      paddingBlock: '6px',
      paddingInline: '2px',
      textAlign: 'center',
      [narrow]: { paddingInline: 0, fontSize: tokens.fontSizeBase100, overflowWrap: 'anywhere' },
    },
    '& td': { display: 'flex', alignItems: 'center', justifyContent: 'center', position: 'relative' },
    '& [data-name]': {
      display: 'flex',
      flexDirection: 'column',
      minWidth: 0,
      '& > *': {
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        whiteSpace: 'nowrap',
        [narrow]: { lineHeight: '16px', whiteSpace: 'normal', maxHeight: '32px', overflowWrap: 'anywhere' },
      },
    },
    '& [data-faint]': {
      fontFamily: tokens.fontFamilyMonospace,
      fontSize: tokens.fontSizeBase100,
      lineHeight: '15px',
      fontWeight: tokens.fontWeightRegular,
      color: tokens.colorNeutralForeground3,
    },
    '& [data-chevron]': { display: 'inline-flex', transition: 'none' },
    '& tr[data-group="closed"] [data-chevron]': { transform: 'rotate(-90deg)' },
    '& [role="checkbox"], & [role="switch"]': {
      display: 'grid',
      placeItems: 'center',
      width: '100%',
      height: '100%',
      minHeight: '24px',
      cursor: 'pointer',
      outlineStyle: 'none',
    },
    '& [aria-disabled="true"]': { cursor: 'default' },
    '& [data-box]': {
      boxSizing: 'border-box',
      display: 'grid',
      placeItems: 'center',
      width: '16px',
      height: '16px',
      border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
      borderRadius: tokens.borderRadiusSmall,
      color: tokens.colorNeutralForegroundOnBrand,
      '& > svg': { width: '12px', height: '12px' },
    },
    '& [aria-checked="true"] > [data-box]': {
      backgroundColor: tokens.colorBrandBackground,
      border: `1px solid ${tokens.colorBrandBackground}`,
    },
    '& [aria-checked="mixed"] > [data-box]': {
      border: `1px solid ${tokens.colorBrandBackground}`,
      '::after': { content: '""', width: '8px', height: '8px', backgroundColor: tokens.colorBrandBackground },
    },
    '& [aria-disabled="true"] > [data-box]': {
      border: `1px solid ${tokens.colorNeutralStrokeDisabled}`,
      backgroundColor: tokens.colorNeutralBackgroundDisabled,
    },
    '& [aria-disabled="true"][aria-checked="true"] > [data-box]': {
      color: tokens.colorNeutralForeground3,
    },
    '& [data-knob]': {
      boxSizing: 'border-box',
      width: '36px',
      height: '18px',
      borderRadius: tokens.borderRadiusCircular,
      border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
      padding: '2px',
      '::after': {
        content: '""',
        display: 'block',
        width: '12px',
        height: '12px',
        borderRadius: tokens.borderRadiusCircular,
        backgroundColor: tokens.colorNeutralStrokeAccessible,
      },
    },
    '& [aria-checked="true"] > [data-knob]': {
      backgroundColor: tokens.colorBrandBackground,
      border: `1px solid ${tokens.colorBrandBackground}`,
      '::after': { marginInlineStart: 'auto', backgroundColor: tokens.colorNeutralForegroundOnBrand },
    },
    '& [aria-disabled="true"] > [data-knob]': { opacity: 0.5 },
    '& [data-stop]:focus-visible': {
      outline: `2px solid ${tokens.colorStrokeFocus2}`,
      outlineOffset: '-2px',
      borderRadius: tokens.borderRadiusMedium,
    },
    '& [data-new]': {
      position: 'absolute',
      insetInlineStart: 'calc(50% + 14px)',
      width: '6px',
      height: '6px',
      borderRadius: tokens.borderRadiusCircular,
      backgroundColor: 'var(--statusBlockedSolid)',
    },
    // Browsers that replace colours keep borders.
    '@media (forced-colors: active)': {
      '& [data-new]': { border: '3px solid' },
      '& [aria-checked="true"] > [data-box]': { backgroundColor: 'Highlight', forcedColorAdjust: 'none' },
      '& [aria-checked="mixed"] > [data-box]::after': {
        backgroundColor: 'Highlight',
        forcedColorAdjust: 'none',
      },
    },
  },
  changed: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '8px',
    '::before': {
      content: '""',
      width: '6px',
      height: '6px',
      borderRadius: tokens.borderRadiusCircular,
      backgroundColor: 'var(--statusBlockedSolid)',
    },
  },
});
