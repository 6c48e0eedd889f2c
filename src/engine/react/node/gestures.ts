import type { Json } from '../../../contracts/json.ts';
import type { DropEvent, Gesture, MoveEvent, SelectEvent } from '../../core/index.ts';
import type { WidgetProps } from '../contract.ts';

/** The value that steps read as `event`, by gesture: the types of schemas/event.schema.json. */
interface GesturePayloads {
  select: SelectEvent;
  move: MoveEvent;
  drop: DropEvent;
}

/**
 * Fires the event of a gesture that widgets share, with the payload that all of them have. The event has the gesture's name
 * unless `event` gives another, and the steps see `row`.
 */
export function fireGesture<G extends Gesture>(
  { fire }: Pick<WidgetProps<never>, 'fire'>,
  gesture: G,
  payload: GesturePayloads[G],
  { event = gesture, row }: { event?: string; row?: Record<string, Json> } = {},
): Promise<void> {
  // Files of a drop are objects of the browser, which an upload step sends as they are.
  return fire(event, payload as Json, row);
}
