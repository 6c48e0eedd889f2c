import { createContext, useContext } from 'react';
import type { Language } from '../../contracts/language.ts';
import type { CompiledNode, Host, Registry, Screen } from '../core/index.ts';

export interface Engine {
  registry: Registry;
  /** The same object for as long as the person stays; its `lang` may change. */
  host: Host;
  /** host.lang at the last render of the provider: what makes texts follow a change of language. */
  lang: Language;
}

export const EngineContext = createContext<Engine | null>(null);
export const ScreenContext = createContext<Screen | null>(null);
export const NodeContext = createContext<CompiledNode | null>(null);

/** What tells the nodes of one row from those of another: a suffix of their DOM ids. Empty outside of rows. */
export const RowContext = createContext('');

/** What the screen is called, in the person's words. */
export const TitleContext = createContext('');

function required<T>(value: T | null, what: string): T {
  if (value === null) throw new Error(`${what} is missing around this component`);
  return value;
}

/** Registry, host and language. */
export function useEngine(): Engine {
  return required(useContext(EngineContext), 'EngineProvider');
}

/** The screen at work around this component. */
export function useScreen(): Screen {
  return required(useContext(ScreenContext), 'Screen');
}

/** The node that the widget draws. */
export function useNode(): CompiledNode {
  return required(useContext(NodeContext), 'Node');
}
