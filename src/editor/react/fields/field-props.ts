import type { Json, JsonObject } from '../../../contracts/json.ts';
import type { Property } from '../../panel-schema.ts';

export type Path = readonly (string | number)[];

/** Changes a value of the selected nodes; undefined removes it. */
export type ChangeValue = (path: Path, value: Json | undefined) => void;

/** Props that each field of a property gets. */
export interface FieldProps {
  property: Property;
  value: Json | undefined;
  path: Path;
  root: JsonObject;
  /** Several nodes are selected, with different values. */
  mixed?: boolean;
  /** The label is for screen readers only. */
  quietLabel?: boolean;
  onChange: ChangeValue;
}

/** Where an expression stands: what it can read depends on it. */
export interface ExpressionPlace {
  /** Pointer of its text in the document, at the moment that somebody asks; it ends with `/$expr`. */
  pointer(): string;
  /** The node that it belongs to; null for one of the document. */
  key: string | null;
}
