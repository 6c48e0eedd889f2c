import { createContext, useContext, useMemo } from 'react';
import type { ReactNode } from 'react';
import type { FieldError } from '../../contracts/errors.ts';
import type { Diagnostic } from '../../engine/core/index.ts';
import { useDefinitionTools } from '../../engine/react/index.ts';
import { parsePointer } from '../../contracts/json-pointer.ts';
import type { ViewFilter } from '../filters/filters.ts';
import { pointerOfNode } from '../pointers.ts';
import { useEditorState } from './context.ts';

/** Diagnostic at a JSON pointer of the document, in the person's language. */
export interface Problem {
  pointer: string;
  text: string;
  severity: Diagnostic['severity'];
}

/** Errors of the server in a draft where validation in the browser found nothing: it knows what only the server knows. */
export const refusedBeside = (
  found: readonly Pick<Diagnostic, 'pointer'>[],
  refused: readonly FieldError[],
): readonly FieldError[] =>
  refused.filter(
    ({ path, severity }) => severity !== 'warning' && !found.some(({ pointer }) => pointer === path),
  );

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
    const found = diagnostics.map((one): Problem => {
      const text = `${tools.message(one)} ${tools.hint(one)}`.trim();
      return { pointer: one.pointer, text, severity: one.severity };
    });
    const others = refusedBeside(found, refused).map(({ path, message, remedy }): Problem => {
      const text = `${message} ${remedy ?? ''}`.trim();
      return { pointer: path, text, severity: 'error' };
    });
    return [...found, ...others];
  }, [diagnostics, refused, tools]);
  return <ProblemsContext value={problems}>{children}</ProblemsContext>;
}

const none: ReadonlyMap<string, PropertyProblem> = new Map();

/** Diagnostics of a property; a warning where none of them is an error. */
export type PropertyProblem = Pick<Problem, 'text' | 'severity'>;

/** Diagnostics of the properties of a node, by their names. */
export function usePropertyProblems(key: string | null): ReadonlyMap<string, PropertyProblem> {
  const all = useContext(ProblemsContext);
  const start = useEditorState(({ model }) =>
    key === null || all.length === 0 ? null : `${pointerOfNode(model, key)}/props/`,
  );
  return useMemo(() => {
    const own = start === null ? [] : all.filter(({ pointer }) => pointer.startsWith(start));
    if (start === null || own.length === 0) return none;
    const byName = new Map<string, PropertyProblem>();
    for (const { pointer, text, severity } of own) {
      const [name = ''] = parsePointer(pointer.slice(start.length - 1));
      const before = byName.get(name);
      byName.set(name, {
        text: before ? `${before.text} ${text}` : text,
        severity: before?.severity === 'error' ? 'error' : severity,
      });
    }
    return byName;
  }, [all, start]);
}

/** Diagnostics of a filter: of its control, its options, and what they hand on. */
export function useFilterProblems({ bar, at }: Pick<ViewFilter, 'bar' | 'at'>): readonly Problem[] {
  const all = useContext(ProblemsContext);
  const start = useEditorState(({ model }) =>
    all.length === 0 ? null : `${pointerOfNode(model, bar)}/props/fields/${at}/`,
  );
  return useMemo(
    () => (start === null ? [] : all.filter(({ pointer }) => pointer.startsWith(start))),
    [all, start],
  );
}

/** Inner lists of a step, whose steps say by themselves what is wrong with them. */
const innerStep = /^(\/(then|else|do|onError)|\/request\/undo)\/\d+(\/|$)/;

/** Diagnostics of a step, and whether a step inside of it has some. */
export function useStepProblems(pointer: string): { own: readonly Problem[]; isInside: boolean } {
  const all = useContext(ProblemsContext);
  return useMemo(() => {
    const below = all.filter(
      (one) => one.severity === 'error' && (one.pointer === pointer || one.pointer.startsWith(`${pointer}/`)),
    );
    const own = below.filter((one) => !innerStep.test(one.pointer.slice(pointer.length)));
    return { own, isInside: own.length < below.length };
  }, [all, pointer]);
}
