import { useCallback, useEffect, useRef, useState } from 'react';
import type { DataCatalogue } from '../../src/contracts/data-catalogue.ts';
import type { FieldError } from '../../src/contracts/errors.ts';
import { parseJsonText } from '../../src/engine/core/index.ts';
import type { ValidatedText, TextDiagnostic } from '../../src/engine/core/index.ts';
import type { DefinitionTools } from '../../src/engine/react/index.ts';

/** Milliseconds without a key press after which the text is validated. */
const validationDelay = 300;
const withoutDiagnostics = (text: string): ValidatedText => ({
  text,
  value: undefined,
  diagnostics: [],
  outline: [],
});

/** Message of a diagnostic in the person's language; the server has translated its own. */
export function messageOf(tools: DefinitionTools, diagnostic: TextDiagnostic): string {
  return diagnostic.code === 'server' ? String(diagnostic.values.message) : tools.message(diagnostic);
}

/** Errors of the server as diagnostics at the positions of their paths. */
function serverDiagnostics(text: string, errors: readonly FieldError[]): TextDiagnostic[] {
  const parsed = parseJsonText(text);
  return errors.map(({ path, message }) => {
    const span = parsed.keySpan(path);
    const from = parsed.position(span.start);
    return {
      pointer: path,
      code: 'server',
      values: { message },
      severity: 'error',
      from,
      fix: null,
      to: { ...from, column: from.column + Math.max(1, Math.min(span.end - span.start, 80)) },
    };
  });
}

/**
 * Validates the text after a pause in typing; `validated` is null before the first result. `kind` null: nothing is
 * validated. `validate` does not wait for a pause; `addServerErrors` shows errors of the server until the text changes.
 */
export function useTextDiagnostics(
  text: string,
  kind: string | null,
  tools: DefinitionTools,
  catalogue: DataCatalogue | undefined,
) {
  const [validated, setValidated] = useState<ValidatedText | null>(null);
  const lastRequest = useRef(0);

  const validate = useCallback(
    async (now: string): Promise<ValidatedText> => {
      lastRequest.current += 1;
      const request = lastRequest.current;
      const result =
        kind === null
          ? { ...withoutDiagnostics(now), value: now }
          : await tools.validate(now, kind, catalogue);
      // Only the latest request sets the result.
      if (request === lastRequest.current) setValidated(result);
      return result;
    },
    [kind, tools, catalogue],
  );

  const isFirst = useRef(true);
  useEffect(() => {
    const timer = setTimeout(
      () => {
        isFirst.current = false;
        validate(text).catch(() => setValidated(withoutDiagnostics(text)));
      },
      isFirst.current ? 0 : validationDelay,
    );
    return () => clearTimeout(timer);
  }, [text, validate]);

  const addServerErrors = useCallback(
    (errors: readonly FieldError[]): boolean => {
      if (errors.length === 0) return false;
      setValidated((now) => ({
        ...(now ?? withoutDiagnostics(text)),
        diagnostics: serverDiagnostics(text, errors),
      }));
      return true;
    },
    [text],
  );

  return { validated, validate, addServerErrors };
}
