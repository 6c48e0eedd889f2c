import { createStore, type StoreApi } from 'zustand/vanilla';
import { noFilter, type CardFilter } from './core/filter.ts';
import type { CellKey, Grouping } from './core/swimlanes.ts';
import type { Viewers } from './core/viewers.ts';

export const orders = ['manual', 'due', 'priority', 'title'] as const;
export type CardOrder = (typeof orders)[number];

/** State that the page keeps of the board while it is open; nothing of it is stored. */
export interface BoardUi {
  filter: CardFilter;
  order: CardOrder;
  /** Subject of the swimlanes; null without. */
  grouping: Grouping | null;
  /** Swimlanes that are closed. */
  collapsed: ReadonlySet<number>;
  isBacklogOpen: boolean;
  isHelpOpen: boolean;
  /** The dialog of sprints that is open. */
  dialog: 'new-sprint' | 'end-sprint' | null;
  /** The dialog of lanes that is open. */
  lanes: { kind: 'new' } | { kind: 'edit' | 'remove'; laneId: number } | null;
  /** The card whose menu is open, and the element that it opens at. */
  menu: { id: number; target: HTMLElement } | null;
  /** The card that is to have the focus wherever it comes to stand. */
  focus: { id: number } | null;
  /** The card that comes into view wherever it stands, without the focus. */
  reveal: number | null;
  /** The project of new cards. */
  project: number | null;
  /** The list that has the board's tab stop. */
  current: CellKey | null;
  drag: Drag | null;
  /** Cards that are changed together. */
  selected: ReadonlySet<number>;
  /** The card of them that was chosen last. */
  anchor: number | null;
  /** Other people who have cards open. */
  viewers: Viewers;
  /** Gestures that the server carried out, for undo; the last one at the end. */
  done: readonly { opId: string; dismiss?: (() => void) | undefined }[];
  /** The last text for screen readers. */
  announcement: string;
}

export interface Drag {
  id: number;
  from: CellKey;
  over: CellKey | null;
  /** Index among the visible cards of the list without the dragged one; null where the order is not manual. */
  index: number | null;
  /** Distance of the mark from the list's top, in pixels. */
  y: number;
}

export const createBoardUi = (isBacklogOpen: boolean): StoreApi<BoardUi> =>
  createStore<BoardUi>(() => ({
    filter: noFilter,
    order: 'manual',
    grouping: null,
    collapsed: new Set(),
    isBacklogOpen,
    isHelpOpen: false,
    dialog: null,
    lanes: null,
    menu: null,
    focus: null,
    reveal: null,
    project: null,
    current: null,
    drag: null,
    selected: new Set(),
    anchor: null,
    viewers: new Map(),
    done: [],
    announcement: '',
  }));
