import { makeResetStyles, makeStyles, tokens } from '@fluentui/react-components';
import { useMemo } from 'react';
import { moldeToken } from '../../src/ui/index.ts';

export const focusRing = { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' };
/** A row's buttons are found by this class: revealing them is one rule, not a render. */
export const actionsClass = 'row-actions';

// One class each: put together from many, they are the dearest thing of a first list.
const useRoot = makeResetStyles({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  flex: '1 1 auto',
  minWidth: 0,
  minHeight: '280px',
  overflow: 'hidden',
  border: `1px solid ${moldeToken('cardStroke')}`,
  borderRadius: tokens.borderRadiusXLarge,
  backgroundColor: tokens.colorNeutralBackground1,
});

const useScroller = makeResetStyles({
  // Columns measure themselves by it.
  containerType: 'inline-size',
  flex: '1 1 auto',
  minHeight: 0,
  overflow: 'auto',
  outlineStyle: 'none',
  // What the keyboard comes to is not to lie under the head.
  scrollPaddingTop: '40px',
});

const useHead = makeResetStyles({
  position: 'sticky',
  top: 0,
  zIndex: 2,
  boxSizing: 'border-box',
  height: '36px',
  padding: '0 8px',
  textAlign: 'start',
  // The card cuts off what lies outside.
  outlineOffset: '-2px',
  backgroundColor: tokens.colorNeutralBackground1,
  // Collapsed borders do not stick with their cell.
  boxShadow: `0 1px 0 ${tokens.colorNeutralStroke2}`,
  fontSize: tokens.fontSizeBase200,
  lineHeight: tokens.lineHeightBase200,
  fontWeight: tokens.fontWeightSemibold,
  color: tokens.colorNeutralForeground2,
  ':first-child': { paddingLeft: '16px' },
  ':last-child': { paddingRight: '16px' },
});

const useHeadButton = makeResetStyles({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '4px',
  maxWidth: '100%',
  minHeight: '24px',
  padding: 0,
  border: 'none',
  borderRadius: tokens.borderRadiusSmall,
  backgroundColor: 'transparent',
  color: 'inherit',
  font: 'inherit',
  cursor: 'pointer',
  ':hover': { color: tokens.colorNeutralForeground1 },
  ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
});

const useRow = makeResetStyles({
  backgroundColor: tokens.colorNeutralBackground1,
  ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
  ':focus-within': { backgroundColor: tokens.colorNeutralBackground1Hover },
  [`:hover .${actionsClass}`]: { opacity: 1 },
  [`:focus-within .${actionsClass}`]: { opacity: 1 },
  '&[aria-selected=true]': { backgroundColor: tokens.colorBrandBackground2 },
});

const useTable = makeResetStyles({
  width: '100%',
  tableLayout: 'fixed',
  borderCollapse: 'separate',
  borderSpacing: 0,
  fontFamily: 'inherit',
  color: tokens.colorNeutralForeground1,
});

const useCell = makeResetStyles({
  boxSizing: 'border-box',
  height: '35px',
  padding: '0 8px',
  borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  verticalAlign: 'middle',
  textAlign: 'start',
  fontSize: tokens.fontSizeBase300,
  lineHeight: tokens.lineHeightBase300,
  ':first-child': { paddingLeft: '16px' },
  ':last-child': { paddingRight: '16px' },
  ':focus-visible': focusRing,
  '@media (pointer: coarse)': { height: '49px' },
});

const useLink = makeResetStyles({
  color: 'inherit',
  fontWeight: 'inherit',
  fontSize: 'inherit',
  fontFamily: 'inherit',
  lineHeight: 'inherit',
  textAlign: 'start',
  maxWidth: '100%',
  textDecorationLine: 'none',
  padding: 0,
  border: 'none',
  backgroundColor: 'transparent',
  cursor: 'pointer',
  borderRadius: tokens.borderRadiusSmall,
  ':hover': { textDecorationLine: 'underline' },
  ':focus-visible': focusRing,
});

const useMore = makeResetStyles({
  position: 'absolute',
  insetBlock: '3px',
  right: '8px',
  width: '28px',
  padding: 0,
  border: 'none',
  borderRadius: tokens.borderRadiusMedium,
  backgroundColor: tokens.colorNeutralBackground1Hover,
  color: tokens.colorNeutralForeground2,
  fontSize: tokens.fontSizeBase400,
  lineHeight: 1,
  cursor: 'pointer',
  '&[aria-busy]': { cursor: 'progress' },
  opacity: 0,
  ':focus-visible': { opacity: 1, ...focusRing },
  '@media (pointer: coarse)': {
    opacity: 1,
    width: '44px',
    insetBlock: '2px',
    backgroundColor: 'transparent',
  },
});

const useParts = makeStyles({
  whole: { flexGrow: 0, flexShrink: 0, minHeight: 0 },
  /** Its rows scroll inside of it wherever it stands, or they could not be drawn a window at a time. */
  long: { flexBasis: 0, minHeight: 'min(600px, 70vh)' },
  /** Cells before the columns: a checkbox, a chevron. */
  lead: {
    padding: '0 4px',
    textAlign: 'center',
    ':first-child': { paddingLeft: '4px' },
  },
  /** Takes no room of its own: what a row offers lies over its end, wherever the rows are scrolled to. */
  endHead: {
    width: 0,
    padding: 0,
    right: 0,
    zIndex: 3,
    ':last-child': { paddingRight: 0 },
    '@media (pointer: coarse)': { width: '52px' },
  },
  endCell: {
    position: 'sticky',
    right: 0,
    zIndex: 2,
    padding: 0,
    overflow: 'visible',
    backgroundColor: 'inherit',
    ':last-child': { paddingRight: 0 },
  },
  pressable: { cursor: 'pointer' },
  /** The last column keeps the card's edge, whatever stands behind it. */
  lastCell: { paddingRight: '16px' },
  twoLines: { height: '61px' },
  /** Stays in sight while the rest scrolls sideways below it. */
  pinned: { position: 'sticky', left: 'var(--lead, 0px)', zIndex: 1, backgroundColor: 'inherit' },
  pinnedHead: { left: 'var(--lead, 0px)', zIndex: 3 },
  title: { fontWeight: tokens.fontWeightMedium },
  secondary: { color: tokens.colorNeutralForeground3 },
  tabular: { fontVariantNumeric: 'tabular-nums' },
  end: { textAlign: 'end' },
  center: { textAlign: 'center' },
  line: { display: 'flex', alignItems: 'center', gap: '10px', minWidth: 0 },
  // Beside badges it is the text that gives way.
  ellipsis: {
    display: 'block',
    flex: '0 9999 auto',
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  brandLink: { color: tokens.colorBrandForegroundLink },
  danger: { color: moldeToken('errorForeground') },
  /** More actions than buttons have room for: the menu's button shows with the row. */
  moreShown: { ':hover': { backgroundColor: tokens.colorNeutralBackground1Pressed } },
  hidden: {
    position: 'absolute',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  },
  // Rows of the page before: a quick answer shows nothing of it, a slow one does not let them pass for the new ones.
  stale: {
    '& [data-row]': {
      opacity: 0.45,
      pointerEvents: 'none',
      transitionProperty: 'opacity',
      transitionDuration: '100ms',
      transitionDelay: '200ms',
    },
  },
  state: { display: 'grid', placeContent: 'center', boxSizing: 'border-box', minHeight: 'max(200px, 100%)' },
});

/** Styles of the table, taken once by the table and handed down: a hook per cell would cost more than the cell. */
export function useTableStyles() {
  const items = useParts();
  const root = useRoot();
  const scroller = useScroller();
  const head = useHead();
  const headButton = useHeadButton();
  const row = useRow();
  const table = useTable();
  const cell = useCell();
  const link = useLink();
  const more = useMore();
  return useMemo(
    () => ({ ...items, root, scroller, head, headButton, row, table, cell, link, more }),
    [items, root, scroller, head, headButton, row, table, cell, link, more],
  );
}

export type TableStyles = ReturnType<typeof useTableStyles>;
