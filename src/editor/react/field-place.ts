import { createContext } from 'react';
import type { ComponentType } from 'react';
import type { FieldProps, Path } from './field-props.ts';

/** What fields share with those around them. */
interface FieldPlace {
  /** Where their paths begin, below the selected node. */
  base: Path;
  /** Text key below which the names of properties stand. */
  texts: string;
  /** Whether optional properties without a value are folded. */
  folds: boolean;
}

export const propsPlace: FieldPlace = { base: ['props'], texts: 'panel.props', folds: false };

/** Fields stand below `props`, unless a part of the panel says otherwise. */
export const FieldPlaceContext = createContext<FieldPlace>(propsPlace);

/** The control of steps, which contains fields itself. */
export const StepsFieldContext = createContext<ComponentType<FieldProps> | null>(null);
