import type { ComponentType, ReactNode } from 'react';
import type { Json } from '../../contracts/json.ts';
import type { HostFailure, WidgetSpec } from '../core/contract.ts';
import type { Expression, NodePlace, RowExpression, Steps } from '../core/index.ts';

/**
 * The props a widget sees: as its schema says, but expressions of the node's own scope are already values and texts
 * are already in the person's language. Row expressions (a prop that can be nothing but an expression) and steps stay
 * as they are written: the widget hands them to `evaluateRows` and `run`.
 */
export type Resolved<P> = P extends RowExpression | Steps
  ? P
  : P extends (infer Item)[]
    ? Resolved<Item>[]
    : P extends object
      ? {
          [Key in keyof P]: [NonNullable<P[Key]>] extends [RowExpression]
            ? P[Key]
            : Resolved<Exclude<P[Key], Expression>>;
        }
      : P;

/** What the node's source holds. Status loading, error and missing are drawn by the frame unless the widget says it draws them itself. */
export interface WidgetData {
  status: 'idle' | 'loading' | 'ready' | 'error' | 'missing';
  rows: readonly Record<string, Json>[];
  total: number;
  record: Record<string, Json> | null;
  refreshing: boolean;
  /** The rows are those of the address before: what is asked for is on its way. */
  stale: boolean;
  error: HostFailure | null;
  retry(): void;
}

/** One child of a node. */
export interface WidgetChild {
  id: string;
  /** The child in its own frame; draws nothing while it is hidden (`useVisibleChildren` tells). */
  element: ReactNode;
  /** Its place, for a parent that is a grid. */
  at: NodePlace | undefined;
}

export interface WidgetProps<P> {
  /** The node's id, with its row behind it inside of rows: also the DOM id of the widget's root or control. */
  id: string;
  props: Resolved<P>;
  data: WidgetData;
  /** The node's children, each already in its own frame. */
  children: ReactNode;
  /** The same children one by one, for a widget that puts them in different places (a dialog's footer). */
  childItems: readonly WidgetChild[];
  /** Runs the steps the node has for an event; resolves when they are done. `row` is what they see as row. */
  fire(event: string, payload?: Json, row?: Record<string, Json>): Promise<void>;
  /** Does the node listen to it? */
  listens(event: string): boolean;
}

/** A widget type with props P. */
export type WidgetDefinition<P> = WidgetSpec<ComponentType<WidgetProps<P>>, P>;
