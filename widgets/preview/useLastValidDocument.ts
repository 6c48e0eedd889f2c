import { useEffect, useRef, useState } from 'react';
import type { Json } from '../../src/contracts/json.ts';
import { formatJson } from '../../src/engine/core/index.ts';
import { useDefinitionTools } from '../../src/engine/react/index.ts';

const pause = 400;

interface LastValidDocument {
  /** The last document that could be drawn; null while there was none. */
  document: unknown;
  /** What is asked for now is another one, which cannot be drawn. */
  stale: boolean;
  /** Counts the documents drawn. */
  revision: number;
}

/** The given document once it is whole and right, a pause after its last change; else the one before. */
export function useLastValidDocument(given: Json | undefined): LastValidDocument {
  const tools = useDefinitionTools();
  const [last, setLast] = useState<LastValidDocument & { text: string }>({
    document: null,
    stale: false,
    revision: 0,
    text: '',
  });
  const text =
    given === undefined || given === null ? '' : typeof given === 'string' ? given : formatJson(given);
  const drawn = useRef(false);
  useEffect(() => {
    let left = false;
    const timer = setTimeout(
      async () => {
        const kind = /"kind"\s*:\s*"form"/.test(text) ? 'form' : 'screen';
        const { value, diagnostics } = await tools.validate(text, kind);
        if (left) return;
        const right = !diagnostics.some((one) => one.severity === 'error');
        if (right) drawn.current = true;
        setLast((before) => {
          if (!right) return { ...before, stale: true };
          if (before.text === text) return { ...before, stale: false };
          return { document: value, stale: false, revision: before.revision + 1, text };
        });
      },
      drawn.current ? pause : 0,
    );
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [text, tools]);
  return last;
}
