import { createContext, useContext, type ComponentType } from 'react';
import type { NestedProps } from './nested.ts';

/** Draws any value: objects, lists and alternatives hold values of every kind, themselves included. */
export const PartContext = createContext<ComponentType<NestedProps> | null>(null);

/** A value inside of another. */
export function Part(props: NestedProps) {
  const Draw = useContext(PartContext);
  return Draw === null ? null : <Draw {...props} />;
}
