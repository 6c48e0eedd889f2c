import { createContext, useContext } from 'react';
import type { LayoutType } from '../../contracts/view.ts';
import type { SlotId } from '../../editor/index.ts';

/** The view that is open, as it was when it was opened. */
export interface OpenView {
  dashId: number;
  layoutType: LayoutType;
  publishedVersion: number;
  hasDraft: boolean;
}

export const ViewContext = createContext<OpenView | null>(null);

export function useOpenView(): OpenView {
  const view = useContext(ViewContext);
  if (!view) throw new Error('ViewContext is missing around this component');
  return view;
}

/** The list of a view's widgets. */
export const bodySlot: SlotId = '/body';
