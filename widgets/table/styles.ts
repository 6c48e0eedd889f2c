import { makeResetStyles, makeStyles, tokens } from '@fluentui/react-components';
import { useMemo } from 'react';
import { moldeToken, statusToken, visuallyHidden } from '../../src/ui/index.ts';
import type { StatusName } from '../../src/ui/index.ts';

export const focusRing = { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' };
/** Class of a row's buttons: one CSS rule shows them, without a render. */
export const actionsClass = 'row-actions';

const lowWindow = '@media (max-height: 599.98px)';

// One class each: as merged atomic classes they take most of the time of a first list.
const useRoot = makeResetStyles({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  flex: '1 1 auto',
  minWidth: 0,
  minHeight: '280px',
  overflow: 'hidden',
  // In a low window (200 % zoom, a phone on its side) all rows are there and the page scrolls.
  [lowWindow]: { flex: 'none', minHeight: 0 },
  border: `1px solid ${moldeToken('cardStroke')}`,
  borderRadius: tokens.borderRadiusXLarge,
  backgroundColor: tokens.colorNeutralBackground1,
});

const useScroller = makeResetStyles({
  // Widths of columns refer to it.
  containerType: 'inline-size',
  flex: '1 1 auto',
  minHeight: 0,
  overflow: 'auto',
  outlineStyle: 'none',
  // Keeps an element that gets the focus out from below the head.
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
  // The card cuts off an outline outside of the cell.
  outlineOffset: '-2px',
  backgroundColor: tokens.colorNeutralBackground1,
  // A collapsed border does not stick with its cell.
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
  '&[aria-current]': {
    backgroundColor: tokens.colorBrandBackground2,
    '& > td:first-child': { boxShadow: `inset 3px 0 0 ${tokens.colorBrandStroke1}` },
  },
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
  // In the middle of a tall row.
  margin: 'auto',
  maxHeight: '36px',
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
    maxHeight: 'none',
    backgroundColor: 'transparent',
  },
});

const tintOf = (status: StatusName) => ({
  backgroundColor: moldeToken(statusToken(status, 'Background')),
  color: moldeToken(statusToken(status, 'Foreground')),
});

const useVariants = makeStyles({
  /** On a phone a list runs from edge to edge, and the page scrolls. */
  edge: {
    flexGrow: 0,
    flexShrink: 0,
    minHeight: 0,
    overflow: 'visible',
    border: 'none',
    borderRadius: 0,
    backgroundColor: 'transparent',
  },
  edgeScroller: { overflow: 'visible' },
  whole: { flexGrow: 0, flexShrink: 0, minHeight: 0 },
  /** Where the page does not scroll, the rows of a long list do within the table. */
  long: {
    flexBasis: 0,
    minHeight: 'min(600px, 70vh)',
    // The page must not follow the room of rows that are not rendered: it ends higher or lower with each scroll.
    [lowWindow]: { flex: 'none', minHeight: 0, overflowAnchor: 'none' },
  },
  /** Cells before the columns, with a checkbox or a chevron. */
  lead: {
    padding: '0 4px',
    textAlign: 'center',
    ':first-child': { paddingLeft: '4px' },
  },
  /** Takes no room of its own: row actions lie over the row's end, wherever the rows are scrolled to. */
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
  infoTint: tintOf('progress'),
  successTint: tintOf('concluded'),
  warningTint: tintOf('blocked'),
  dangerTint: tintOf('late'),
  /** The last column keeps its distance from the card's edge, with or without row actions. */
  lastCell: { paddingRight: '16px' },
  twoLines: { height: '61px' },
  // The height of a cell is its least one.
  wrap: { padding: '7px 8px', whiteSpace: 'normal', overflowWrap: 'anywhere' },
  /** Stays in view while the rest scrolls sideways below it. */
  pinned: { position: 'sticky', left: 'var(--lead, 0px)', zIndex: 1, backgroundColor: 'inherit' },
  pinnedHead: { left: 'var(--lead, 0px)', zIndex: 3 },
  /** The row's buttons stand over the last column, wherever the rows are scrolled to. */
  pinnedLast: {
    position: 'sticky',
    right: 0,
    zIndex: 1,
    backgroundColor: 'inherit',
    '@media (pointer: coarse)': { right: '52px' },
  },
  pinnedLastHead: { right: 0, zIndex: 3, '@media (pointer: coarse)': { right: '52px' } },
  title: { fontWeight: tokens.fontWeightMedium },
  secondary: { color: tokens.colorNeutralForeground3 },
  monospace: { fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase200 },
  tabular: { fontVariantNumeric: 'tabular-nums' },
  end: { textAlign: 'end' },
  center: { textAlign: 'center' },
  line: { display: 'flex', alignItems: 'center', gap: '10px', minWidth: 0 },
  // The text shrinks, and the badges beside it do not.
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
  /** The menu button in a column of actions. */
  moreAlways: { opacity: 1, backgroundColor: 'transparent' },
  /** The menu button of rows with more actions than buttons have room for. */
  moreVisible: { ':hover': { backgroundColor: tokens.colorNeutralBackground1Pressed } },
  // Beyond the right edge it would make the table scroll sideways.
  hidden: { ...visuallyHidden, right: 0 },
  // Rows of the previous page are dimmed only when the reply is slow, so that they are not taken for the new ones.
  stale: {
    '& [data-row]': {
      opacity: 0.45,
      pointerEvents: 'none',
      transitionProperty: 'opacity',
      transitionDuration: '100ms',
      transitionDelay: '200ms',
    },
  },
  // Above the cards. It has its room before its content is loaded.
  cardsHead: {
    display: 'flex',
    flexShrink: 0,
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '12px',
    minHeight: '32px',
    // Beside the menu of a tile, where that is always in sight.
    padding: '0 calc(16px + var(--tile-tools, 0px)) 0 16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
    '@media (pointer: coarse)': { minHeight: '44px' },
  },
  state: { display: 'grid', placeContent: 'center', boxSizing: 'border-box', minHeight: 'max(200px, 100%)' },
  stateBelowHead: { minHeight: 'max(200px, calc(100% - 37px))' },
});

/** Styles of the table, passed down to its cells: a hook per cell would cost more than the cell. */
export function useTableStyles() {
  const variants = useVariants();
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
    () => ({ ...variants, root, scroller, head, headButton, row, table, cell, link, more }),
    [variants, root, scroller, head, headButton, row, table, cell, link, more],
  );
}

export type TableStyles = ReturnType<typeof useTableStyles>;
