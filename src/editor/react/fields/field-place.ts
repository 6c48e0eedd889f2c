import { createContext } from 'react';
import type { ComponentType } from 'react';
import type { FieldProps, Path } from './field-props.ts';

/** Context that fields share with those around them. */
interface FieldPlace {
  /** Where their paths begin, below the selected node. */
  base: Path;
  /** Text key of a property's name. */
  nameKey(name: string): string;
  /** Whether optional properties without a value are folded. */
  folds: boolean;
}

/** Fields of the properties of a widget. */
export const propsPlace: FieldPlace = {
  base: ['props'],
  nameKey: (name) => `panel.props.${name}`,
  folds: false,
};

/** Fields of the parameters of steps. */
export const stepsPlace = (base: Path): FieldPlace => ({
  base,
  nameKey: (name) => `panel.actions.params.${name}`,
  folds: true,
});

/** Fields stand below `props`, unless a part of the panel says otherwise. */
export const FieldPlaceContext = createContext<FieldPlace>(propsPlace);

/** The control of steps, which contains fields itself. */
export const StepsFieldContext = createContext<ComponentType<FieldProps> | null>(null);
