import { makeStyles, tokens } from '@fluentui/react-components';

/** Height of a line, in pixels; where a finger presses, a checkbox needs more. */
export const lineHeight = 35;

/**
 * A part of a checkbox, over the others in the middle of its cell. Nothing here is positioned, clipped or transformed: the
 * browser would paint thousands of layers, and search them for what lies under the pointer.
 */
const part = {
  content: '""',
  gridArea: '1 / 1',
  placeSelf: 'center',
  boxSizing: 'border-box',
} as const;

/** A stroke of the check mark, along a diagonal of its square. */
const stroke = (corner: string, place: string, size: number): string =>
  `linear-gradient(to ${corner}, transparent calc(50% - 1px), currentColor calc(50% - 0.5px), ` +
  `currentColor calc(50% + 0.5px), transparent calc(50% + 1px)) ${place} / ${size}px ${size}px no-repeat`;
const checkMark = [stroke('top right', '1.6px 5.3px', 3.9), stroke('bottom right', '4.3px 2.8px', 6.4)].join(
  ', ',
);

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
    // Each block is laid out and painted by itself, and not again while the others scroll or change.
    '& tbody': { display: 'block', contain: 'strict' },
    '& tr': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) repeat(var(--columns), minmax(72px, 92px))',
      alignItems: 'stretch',
      boxSizing: 'border-box',
      [narrow]: { gridTemplateColumns: 'minmax(0, 1fr) repeat(var(--columns), 49px)' },
    },
    '& tbody tr': {
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
    '& td > *, & [role="checkbox"], & [role="switch"]': { gridArea: '1 / 1' },
    '& td, & [role="checkbox"], & [role="switch"]': { display: 'grid' },
    '& [role="checkbox"], & [role="switch"]': {
      minHeight: '24px',
      cursor: 'pointer',
      outlineStyle: 'none',
      '::before': { ...part, width: '16px', height: '16px', borderRadius: tokens.borderRadiusSmall },
      // There in every state, so that a change lays nothing out.
      '::after': { ...part, width: '12px', height: '12px' },
    },
    '& [aria-disabled="true"]': { cursor: 'default' },
    '& [role="checkbox"]::before': { border: `1px solid ${tokens.colorNeutralStrokeAccessible}` },
    '& [role="checkbox"][aria-checked="true"]': {
      '::before': {
        backgroundColor: tokens.colorBrandBackground,
        border: `1px solid ${tokens.colorBrandBackground}`,
      },
      '::after': { color: tokens.colorNeutralForegroundOnBrand, background: checkMark },
    },
    '& [role="checkbox"][aria-checked="mixed"]': {
      '::before': { border: `1px solid ${tokens.colorBrandBackground}` },
      '::after': {
        border: '2px solid transparent',
        backgroundClip: 'padding-box',
        backgroundColor: tokens.colorBrandBackground,
      },
    },
    '& [role="checkbox"][aria-disabled="true"]::before': {
      border: `1px solid ${tokens.colorNeutralStrokeDisabled}`,
      backgroundColor: tokens.colorNeutralBackgroundDisabled,
    },
    '& [role="checkbox"][aria-disabled="true"][aria-checked="true"]::after': {
      color: tokens.colorNeutralForeground3,
    },
    '& [role="switch"]': {
      '::before': {
        width: '36px',
        height: '18px',
        borderRadius: tokens.borderRadiusCircular,
        border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
      },
      '::after': {
        marginInlineEnd: '18px',
        borderRadius: tokens.borderRadiusCircular,
        backgroundColor: tokens.colorNeutralStrokeAccessible,
      },
    },
    // One column of switches under a title has the title's edges on both sides, also where the panel is narrow.
    '&[data-switches] tr': { gridTemplateColumns: 'minmax(0, 1fr) auto' },
    '&[data-switches] th': { paddingInline: '16px 8px' },
    '&[data-switches] td': { paddingInline: '16px', gridTemplateColumns: '36px' },
    '&[data-switches] td::after': { marginInline: '0 50px' },
    '& [role="switch"][aria-checked="true"]': {
      '::before': {
        backgroundColor: tokens.colorBrandBackground,
        border: `1px solid ${tokens.colorBrandBackground}`,
      },
      '::after': {
        marginInline: '18px 0',
        backgroundColor: tokens.colorNeutralForegroundOnBrand,
      },
    },
    '& [role="switch"][aria-disabled="true"]::before, & [role="switch"][aria-disabled="true"]::after': {
      opacity: 0.5,
    },
    '& [data-stop]:focus-visible': {
      outline: `2px solid ${tokens.colorStrokeFocus2}`,
      outlineOffset: '-2px',
      borderRadius: tokens.borderRadiusMedium,
    },
    '& td::after': {
      ...part,
      marginInlineStart: '34px',
      width: '6px',
      height: '6px',
      borderRadius: tokens.borderRadiusCircular,
    },
    '& [data-new]::after': { backgroundColor: 'var(--statusBlockedSolid)' },
    // Browsers that replace colours keep borders.
    '@media (forced-colors: active)': {
      '& [data-new]::after': { border: '3px solid' },
      '& [role="checkbox"][aria-checked="true"]': {
        '::before': { backgroundColor: 'Highlight', forcedColorAdjust: 'none' },
        '::after': { color: 'HighlightText', forcedColorAdjust: 'none' },
      },
      '& [role="checkbox"][aria-checked="mixed"]::after, & [role="switch"]::after': {
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
