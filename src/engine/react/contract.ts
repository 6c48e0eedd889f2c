import type { ComponentType, ReactNode } from 'react';
import type { Json } from '../../contracts/json.ts';
import type { HostFailure, WidgetSpec } from '../core/contract.ts';
import type {
  Expression,
  ItemScope,
  NodePosition,
  RowExpression,
  Steps,
  TextWithValues,
} from '../core/index.ts';

/**
 * The props a widget gets: those of its schema with the expressions of the node's own scope evaluated and texts in the
 * person's language. Row expressions (props that can only be an expression) and steps stay as they are written: the widget
 * passes them to `useEvaluateRows` and `useRun`.
 */
export type Resolved<P> = P extends RowExpression | Steps
  ? P
  : P extends (infer Item)[]
    ? Resolved<Item>[]
    : P extends object
      ? {
          [Key in keyof P]: [NonNullable<P[Key]>] extends [RowExpression]
            ? P[Key]
            : Resolved<Exclude<P[Key], Expression | TextWithValues>>;
        }
      : P;

/**
 * The state of the node's source. The frame renders the statuses loading, error and missing, unless the widget's spec says
 * `rendersStates`.
 */
export interface WidgetData {
  status: 'idle' | 'loading' | 'ready' | 'error' | 'missing';
  rows: readonly Record<string, Json>[];
  total: number;
  record: Record<string, Json> | null;
  refreshing: boolean;
  /** The rows are those of the previous address; the current one is loading. */
  stale: boolean;
  error: HostFailure | null;
  retry(): void;
}

/** One child of a node. */
export interface WidgetChild {
  id: string;
  /** The child in its own frame; renders nothing while it is hidden (see `useVisibleChildren`). */
  element: ReactNode;
  /** Its position in a parent that is a grid. */
  at: NodePosition | undefined;
  /** The child that it is an instance of, and the scope of the instance. */
  instance?: ItemScope & { of: string };
}

export interface WidgetProps<P> {
  /** The node's id, inside rows with the row's suffix: the DOM id of the widget's root or control. */
  id: string;
  props: Resolved<P>;
  data: WidgetData;
  /** The states of the sources that the widget names, by its names; idle where the node names none. */
  sources: Readonly<Record<string, WidgetData>>;
  /** The node's children, each already in its own frame. */
  children: ReactNode;
  /** The same children one by one, for a widget that renders them in different slots (a dialog's footer). */
  childItems: readonly WidgetChild[];
  /** The nodes of each slot that the document fills; those with a scope are rendered in a `NodeScope`. */
  slots: Readonly<Record<string, readonly WidgetChild[]>>;
  /** Runs the node's steps for an event; resolves when they are done. The steps see `row` as row. */
  fire(event: string, payload?: Json, row?: Record<string, Json>): Promise<void>;
  /** Whether the node has steps for an event. */
  listens(event: string): boolean;
}

/** A widget type with props P. */
export type WidgetDefinition<P> = WidgetSpec<ComponentType<WidgetProps<P>>, P>;
