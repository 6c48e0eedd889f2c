import { makeStyles, tokens } from '@fluentui/react-components';
import { moldeToken } from '../../src/ui/index.ts';

/** Expected height of a row until it is measured, in pixels. */
export const rowHeight = 60;

export const useListStyles = makeStyles({
  card: {
    overflow: 'hidden',
    border: `1px solid ${moldeToken('cardStroke')}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  scroller: {
    position: 'relative',
    overflowY: 'auto',
    minWidth: 0,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  list: { position: 'relative', margin: 0, padding: 0, listStyleType: 'none' },
  row: {
    position: 'absolute',
    insetInline: 0,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 12px',
    boxSizing: 'border-box',
    padding: '8px 12px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    '@media (pointer: coarse)': { minHeight: '48px' },
  },
  last: { borderBottomColor: 'transparent' },
  template: { display: 'block' },
  pressable: { cursor: 'pointer', ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover } },
  selected: {
    backgroundColor: tokens.colorBrandBackground2,
    boxShadow: `inset 3px 0 0 ${tokens.colorCompoundBrandBackground}`,
    ':hover': { backgroundColor: tokens.colorBrandBackground2Hover },
  },
  icon: { color: tokens.colorNeutralForeground3 },
  words: { flex: '1 1 120px', minWidth: 0 },
  title: {
    display: 'block',
    maxWidth: '100%',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontWeight: tokens.fontWeightMedium,
    color: tokens.colorNeutralForeground1,
  },
  press: {
    padding: 0,
    border: 'none',
    backgroundColor: 'transparent',
    fontFamily: 'inherit',
    fontSize: 'inherit',
    lineHeight: 'inherit',
    textAlign: 'start',
    cursor: 'pointer',
    borderRadius: tokens.borderRadiusSmall,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
  },
  // The link covers its row, below the row's buttons.
  link: {
    color: 'inherit',
    ':hover': { color: 'inherit', textDecorationLine: 'none' },
    ':focus-visible': { outlineStyle: 'none' },
    '::after': { content: '""', position: 'absolute', inset: 0 },
    ':focus-visible::after': {
      outline: `2px solid ${tokens.colorStrokeFocus2}`,
      outlineOffset: '-2px',
      borderRadius: tokens.borderRadiusSmall,
    },
  },
  text: {
    display: 'block',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground2,
  },
  meta: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '0 8px',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
  },
  state: { flexShrink: 0, maxWidth: '50%', marginInlineStart: 'auto' },
  actions: { position: 'relative', zIndex: 1, display: 'flex', flexWrap: 'wrap', gap: '4px' },
  action: { '@media (pointer: coarse)': { minWidth: '44px', minHeight: '44px' } },
  danger: {
    color: tokens.colorStatusDangerForeground3,
    ':hover': { color: tokens.colorStatusDangerForeground3 },
  },
  footer: { padding: '8px 12px' },
  end: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '12px',
    minHeight: '44px',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
  },
});
