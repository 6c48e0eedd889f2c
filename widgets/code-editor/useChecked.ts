import { useCallback, useEffect, useRef, useState } from 'react';
import type { FieldError } from '../../src/contracts/errors.ts';
import { parseJsonText } from '../../src/engine/core/index.ts';
import type { ValidatedText, TextDiagnostic } from '../../src/engine/core/index.ts';
import type { DefinitionTools } from '../../src/engine/react/index.ts';

/** Long enough not to check at every key, short enough to feel at once. */
const pause = 300;
const nothing: ValidatedText = { value: undefined, diagnostics: [] };

/** A fault in the person's words; the server's are words already. */
export function messageOf(tools: DefinitionTools, diagnostic: TextDiagnostic): string {
  return diagnostic.code === 'server' ? String(diagnostic.values.message) : tools.message(diagnostic);
}

/** What the server says of a place, put where the place stands. Its words come as they are. */
function placedDiagnostics(text: string, errors: readonly FieldError[]): TextDiagnostic[] {
  const read = parseJsonText(text);
  return errors.map(({ path, message }) => {
    const span = read.keySpan(path);
    const from = read.position(span.start);
    return {
      pointer: path,
      code: 'server',
      values: { message },
      severity: 'error',
      from,
      to: { ...from, column: from.column + Math.max(1, Math.min(span.end - span.start, 80)) },
    };
  });
}

/**
 * The text's faults, a pause after its last change; null before the first check. `kind` null: nothing is checked.
 * `check` answers at once, `refuse` adds what the server found until the text changes.
 */
export function useChecked(text: string, kind: string | null, tools: DefinitionTools) {
  const [checked, setChecked] = useState<ValidatedText | null>(null);
  const asked = useRef(0);

  const check = useCallback(
    async (now: string): Promise<ValidatedText> => {
      asked.current += 1;
      const mine = asked.current;
      const result = kind === null ? { ...nothing, value: now } : await tools.validate(now, kind);
      // A later question has a later answer.
      if (mine === asked.current) setChecked(result);
      return result;
    },
    [kind, tools],
  );

  const firstTime = useRef(true);
  useEffect(() => {
    const timer = setTimeout(
      () => {
        firstTime.current = false;
        check(text).catch(() => setChecked(nothing));
      },
      firstTime.current ? 0 : pause,
    );
    return () => clearTimeout(timer);
  }, [text, check]);

  const refuse = useCallback(
    (errors: readonly FieldError[]): boolean => {
      if (errors.length === 0) return false;
      setChecked((now) => ({ value: now?.value, diagnostics: placedDiagnostics(text, errors) }));
      return true;
    },
    [text],
  );

  return { checked, check, refuse };
}
