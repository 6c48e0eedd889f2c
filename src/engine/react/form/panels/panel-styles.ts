import { makeStyles, tokens } from '@fluentui/react-components';

/** The frame of a control that is a card's whole content: a head, a body that scrolls, and a foot. */
export const usePanelStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    minWidth: 0,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  boxed: {
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    overflow: 'hidden',
  },
  head: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 12px',
    minHeight: '48px',
    boxSizing: 'border-box',
    padding: '7px 16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  rest: { flex: '1 1 0', display: 'flex', justifyContent: 'flex-end', gap: '8px', minWidth: 0 },
  search: { width: '220px', minWidth: 0 },
  error: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '6px',
    padding: '8px 16px',
    color: 'var(--errorForeground)',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    '& > svg': { flexShrink: 0, marginTop: '2px' },
  },
  // From 600 px of height the lines scroll under their head; below that the page does.
  scroller: {
    position: 'relative',
    overflowY: 'auto',
    '@media (min-height: 600px)': { maxHeight: 'max(300px, calc(100dvh - 416px))' },
  },
  // Above and below it other panels have room.
  short: { '@media (min-height: 600px)': { maxHeight: 'max(300px, calc(100dvh - 590px))' } },
  foot: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '4px 16px',
    minHeight: '36px',
    boxSizing: 'border-box',
    padding: '8px 16px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
  },
  empty: { padding: '24px 16px', textAlign: 'center', color: tokens.colorNeutralForeground3 },
});
