import { createContext, useContext } from 'react';
import type { Diagnostic } from '../../engine/core/index.ts';
import type { SlotId } from '../../editor/index.ts';
import type { Subject } from './subject.ts';

/** The view or saved widget that is open, as it was when it was opened. */
export interface OpenView {
  subject: Subject;
  publishedVersion: number;
  /** Time of the save that is published; null while the draft is not. */
  publishedSave: string | null;
  /** When it is to be published; null when that is not scheduled. */
  scheduledAt: string | null;
  /** Reads again what is published. */
  reload(): void;
}

/** Something that is wrong, or would show nothing, at a pointer of the document. */
export type Finding = Pick<Diagnostic, 'pointer' | 'severity'>;

export const ViewContext = createContext<OpenView | null>(null);

export function useOpenView(): OpenView {
  const view = useContext(ViewContext);
  if (!view) throw new Error('ViewContext is missing around this component');
  return view;
}

/** Shows the properties of what is selected, and moves the focus to them. */
export const PropertiesContext = createContext<() => void>(() => undefined);

/** The list of a view's widgets. */
export const bodySlot: SlotId = '/body';
