import { createContext, useContext, useMemo } from 'react';
import type { ReactNode } from 'react';
import type { FieldError } from '../../contracts/errors.ts';
import type { Diagnostic } from '../../engine/core/index.ts';
import { useDefinitionTools } from '../../engine/react/index.ts';
import { parsePointer } from '../../contracts/json-pointer.ts';
import { pointerOfNode } from '../pointers.ts';
import { useEditorState } from './context.ts';

/** What is wrong at a JSON pointer of the document, in the person's language. */
export interface Problem {
  pointer: string;
  text: string;
}

const ProblemsContext = createContext<readonly Problem[]>([]);

/** Gives the panel what validation found in the document, and why the server did not save it. */
export function ProblemsProvider({
  diagnostics,
  refused,
  children,
}: {
  diagnostics: readonly Diagnostic[];
  refused: readonly FieldError[];
  children: ReactNode;
}) {
  const tools = useDefinitionTools();
  const problems = useMemo(() => {
    const found = diagnostics
      .filter(({ severity }) => severity === 'error')
      .map((one) => ({ pointer: one.pointer, text: `${tools.message(one)} ${tools.hint(one)}`.trim() }));
    const others = refused
      .filter(({ path, severity }) => severity !== 'warning' && !found.some((one) => one.pointer === path))
      .map(({ path, message, remedy }) => ({ pointer: path, text: `${message} ${remedy ?? ''}`.trim() }));
    return [...found, ...others];
  }, [diagnostics, refused, tools]);
  return <ProblemsContext value={problems}>{children}</ProblemsContext>;
}

const none: ReadonlyMap<string, string> = new Map();

/** What is wrong with the properties of a node, by their names. */
export function usePropertyProblems(key: string | null): ReadonlyMap<string, string> {
  const all = useContext(ProblemsContext);
  const start = useEditorState(({ model }) =>
    key === null || all.length === 0 ? null : `${pointerOfNode(model, key)}/props/`,
  );
  return useMemo(() => {
    const own = start === null ? [] : all.filter(({ pointer }) => pointer.startsWith(start));
    if (start === null || own.length === 0) return none;
    const texts = new Map<string, string>();
    for (const { pointer, text } of own) {
      const [name = ''] = parsePointer(pointer.slice(start.length - 1));
      texts.set(name, [texts.get(name), text].filter(Boolean).join(' '));
    }
    return texts;
  }, [all, start]);
}

/** Inner lists of a step, whose steps say by themselves what is wrong with them. */
const innerStep = /^(\/(then|else|do|onError)|\/request\/undo)\/\d+(\/|$)/;

/** What is wrong with a step, and whether something is wrong with a step inside of it. */
export function useStepProblems(pointer: string): { own: readonly Problem[]; isInside: boolean } {
  const all = useContext(ProblemsContext);
  return useMemo(() => {
    const below = all.filter((one) => one.pointer === pointer || one.pointer.startsWith(`${pointer}/`));
    const own = below.filter((one) => !innerStep.test(one.pointer.slice(pointer.length)));
    return { own, isInside: own.length < below.length };
  }, [all, pointer]);
}
